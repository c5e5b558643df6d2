// jumpscope demo: the bundled cartridge through its movie, compared with the model, with a report.
#include <filesystem>
#include <iostream>
#include <span>
#include <stdexcept>

#include "src/base/output.h"
#include "src/cli/commands.h"
#include "src/cli/embedded.h"
#include "src/cli/options.h"
#include "src/diff/diff.h"
#include "src/report/plot.h"
#include "src/session/record.h"
#include "src/trace/profile.h"
#include "src/trace/trace_file.h"
#include "src/trace/write_log_file.h"

namespace jumpscope::cli {

namespace {

struct DemoOptions {
  std::string folder = "jumpscope-demo";
};

int demo(const DemoOptions& options) {
  const std::span<const uint8_t> rom = embeddedCartridge();
  const auto cartridge = std::make_shared<const console::Cartridge>(
      console::parseCartridge({rom.begin(), rom.end()}, "jumplab.nes"));
  const movie::Movie movie = movie::parseFm2(embeddedMovie(), "tour.fm2");
  const session::Input input = session::playMovie(movie);
  const trace::Profile& profile = trace::builtinProfile(trace::builtinProfileNames().front());
  const session::Recording recording =
      recordWithProgress(cartridge, session::machineOptions({}, *cartridge, session::recordedOn(movie)),
                         input, profile.name, profile.watches);
  const diff::DiffResult result = diff::compareWith(recording.trace, profile, recording.writes);
  if (result.nothingCompared())
    throw std::runtime_error("nothing was compared: the player of the bundled movie never jumps");

  report::PlotSource source;
  source.trace = &recording.trace;
  source.profile = &profile;
  source.jumps = result.jumps;
  source.diff = &result;
  source.label = "jumplab";
  const std::string jumps = jumps::jumpsText(result.jumps);

  const std::filesystem::path folder = options.folder;
  base::OutputSet outputs;
  outputs.makeFolder(folder);
  outputs.add((folder / "trace.csv").string(), trace::encodeTrace(recording.trace, trace::TraceFormat::Csv));
  outputs.add((folder / "writes.csv").string(), trace::encodeWriteLog(recording.writes, profile.watches));
  outputs.add((folder / "jumps.txt").string(), jumps);
  outputs.add((folder / "report.html").string(),
              report::reportHtml({&source, 1}, "jumplab: the demo of jumpscope"));
  outputs.add("-", jumps + "\n" + diff::diffText(recording.trace, result));
  outputs.commit();
  return result.differences.empty() ? 0 : 1;
}

}  // namespace

Action demoCommand(Arguments& arguments) {
  auto options = std::make_shared<DemoOptions>();
  arguments.option("-o,--output", options->folder, "FOLDER",
                   "folder for trace.csv, writes.csv, jumps.txt and report.html (default jumpscope-demo)");
  return [options] { return demo(*options); };
}

}  // namespace jumpscope::cli
