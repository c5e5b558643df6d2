// jumpscope trace: watched values, one row a frame, written as the console runs.
#include <iostream>
#include <stdexcept>

#include "src/app/commands.h"
#include "src/app/interrupt.h"
#include "src/app/output.h"
#include "src/app/record.h"
#include "src/app/trace_input.h"
#include "src/trace/recorder.h"
#include "src/trace/trace_file.h"
#include "src/trace/watch.h"
#include "src/trace/write_log_file.h"

namespace jumpscope::app {

namespace {

struct TraceOptions {
  RomChoice rom;
  MachineChoice machine;
  InputChoice input;
  std::string profile, output, writes;
  std::vector<std::string> watches;
};

// A stream of bytes to a file that appears on commit(), or straight to standard output.
class ByteStream {
 public:
  explicit ByteStream(const std::string& path) {
    if (!isStandardOutput(path)) file_.emplace(path);
  }
  void write(std::string_view bytes) {
    if (file_)
      file_->write(bytes);
    else
      std::cout.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  void commit() {
    if (file_) file_->commit();
  }

 private:
  std::optional<trace::AtomicFile> file_;
};

// The profile's watches, then those named on the command line.
struct Watched {
  std::string profile;
  std::vector<trace::Watch> watches;
};

Watched chooseWatches(const TraceOptions& options, const mappers::Cartridge& cartridge) {
  Watched watched;
  // Without a word about what to watch, a known cartridge is watched by its profile.
  if (!options.profile.empty() || options.watches.empty()) {
    const trace::Profile profile =
        options.profile.empty() ? profileOf(cartridge) : loadProfile(options.profile);
    watched = {profile.name, profile.watches};
  }
  for (const std::string& text : options.watches) watched.watches.push_back(trace::parseWatch(text));
  trace::requireSound(watched.watches, "the watches");
  return watched;
}

int trace(const TraceOptions& options) {
  const bool wants_writes = !options.writes.empty();
  if (isStandardOutput(options.output) && options.writes == "-")
    throw std::runtime_error("trace and write log cannot both go to standard output; add -o FILE");
  const auto cartridge = loadCartridge(options.rom);
  const Watched watched = chooseWatches(options, *cartridge);
  const Input input = loadInput(options.input, *cartridge);
  const console::Options machine = machineOptions(options.machine, *cartridge, input.movie_is_pal);
  const trace::TraceFormat format =
      isStandardOutput(options.output) ? trace::TraceFormat::Csv : trace::traceFormatOf(options.output);

  Session session(cartridge, machine, input);
  ByteStream rows_out(options.output);
  trace::TraceEncoder rows(traceHeader(*cartridge, machine, input, watched.profile, watched.watches), format,
                           [&](std::string_view bytes) { rows_out.write(bytes); });
  std::optional<ByteStream> writes_out;
  std::optional<trace::WriteLogEncoder> writes;
  trace::WriteSink write_sink;
  if (wants_writes) {
    writes_out.emplace(options.writes);
    writes.emplace(watched.watches, options.writes.ends_with(".zst"),
                   [&](std::string_view bytes) { writes_out->write(bytes); });
    write_sink = [&](const trace::Write& write) { writes->write(write); };
  }

  const trace::Recorder recorder(
      session.console, watched.watches, [&](uint64_t) { return session.buttons(); },
      [&](const trace::Row& row) { rows.row(row); }, write_sink);
  Progress progress("frame", input.frames);
  uint64_t done = 0;
  for (; done < input.frames && !interrupted(); ++done) {
    session.runFrame();
    progress.at(done);
  }
  rows.finish();
  if (wants_writes) writes->finish();
  rows_out.commit();
  if (wants_writes) writes_out->commit();
  if (!options.input.record.empty())
    writeOutput(options.input.record, recordedMovie(input, *cartridge, machine));
  session.sayIfOutOfStep();
  if (!interrupted()) return 0;
  say("jumpscope: interrupted; the " + std::to_string(done) + " frames so far are kept");
  return interrupted_status;
}

}  // namespace

Action traceCommand(Arguments& arguments) {
  auto options = std::make_shared<TraceOptions>();
  arguments.positional("ROM", options->rom.rom, false, "an iNES or NES 2.0 file");
  declareBareDump(arguments, options->rom);
  arguments.option("--profile", options->profile, "NAME|FILE", "which bytes mean what, e.g. smb");
  arguments.repeated("--watch", options->watches, "NAME=ADDRESS[:TYPE]",
                     "a value to watch, e.g. 'y=$00CE:u8' or 'v=$04F7,$04F6:s16.8'; repeatable");
  declareInput(arguments, options->input);
  declareRecording(arguments, options->input);
  declareMachine(arguments, options->machine);
  arguments.option("-o,--output", options->output, "FILE",
                   ".csv, .csv.zst or .jsonl (default: CSV on standard output)");
  arguments.option("--writes", options->writes, "FILE", "log every write to a watched byte");
  return [options] { return trace(*options); };
}

}  // namespace jumpscope::app
