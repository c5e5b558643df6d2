// jumpscope plot: traces as SVG, PNG or one self-contained HTML page, by the output's extension.
#include <deque>
#include <filesystem>
#include <stdexcept>

#include "src/base/device.h"
#include "src/base/files.h"
#include "src/base/gzip_stream.h"
#include "src/base/output.h"
#include "src/base/printable.h"
#include "src/cli/commands.h"
#include "src/cli/engine_options.h"
#include "src/cli/options.h"
#include "src/diff/align.h"
#include "src/diff/diff.h"
#include "src/engine/compare.h"
#include "src/report/plot.h"
#include "src/report/plot_png.h"
#include "src/session/trace_input.h"
#include "src/trace/trace_file.h"
#include "src/trace/write_log_file.h"

namespace jumpscope::cli {

namespace {

struct PlotOptions {
  std::vector<std::string> traces, writes, tolerances;
  ScriptedRun run;
  std::string profile, output, title, align;
  session::LabelChoice labels;
};

// A trace and everything drawn from it; plot sources point into it.
struct Drawn {
  session::LoadedTrace loaded;
  std::optional<trace::Profile> profile;
  std::optional<std::vector<trace::Write>> writes;
  diff::FramePairing pairing;  // with the last trace
  std::optional<diff::DiffResult> diff;
  report::PlotSource source;
};

bool knowsItsProfile(const trace::Trace& trace) {
  return !trace.header.model.empty() || trace::profileOf(trace.header).has_value();
}

// What recordings of other programs are read with: --profile, or the profile of the first trace that has one.
std::optional<trace::Profile> profileForRecordings(const PlotOptions& options) {
  if (!options.profile.empty()) return session::loadProfile(options.profile);
  for (const std::string& path : options.traces) {
    const std::vector<uint8_t> content = base::decompressed(base::readFile(path), path);
    if (!trace::isTrace(content)) continue;
    if (auto profile = trace::profileOf(trace::parseTrace(content, path).header)) return profile;
  }
  return std::nullopt;
}

void readInto(Drawn& drawn, const PlotOptions& options, const std::optional<trace::Profile>& common,
              size_t index) {
  const bool of_engine = options.traces.empty();
  const std::string path = of_engine ? "engine " + options.run.engine.command : options.traces[index];
  drawn.loaded = of_engine ? session::LoadedTrace{traceOfEngine(options.run, options.profile), false, {}}
                           : session::loadTrace(path, common ? &*common : nullptr, options.labels);
  sayNotes(drawn.loaded.notes);
  const trace::Trace& trace = drawn.loaded.trace;
  drawn.source.trace = &trace;
  drawn.source.label = base::shownName(path);
  // A trace without a profile is drawn as one curve per watch.
  const bool is_recording = drawn.loaded.recorded_elsewhere;
  if (options.profile.empty() && !is_recording && !knowsItsProfile(trace)) return;
  drawn.profile = is_recording ? *common : session::profileOf(trace, options.profile, path);
  drawn.source.profile = &*drawn.profile;
  if (drawn.profile->height_watch.empty()) return;
  if (drawn.loaded.recorded_elsewhere)
    session::requireColumns(drawn.loaded.trace.header, path, *drawn.profile);
  if (index < options.writes.size()) drawn.writes = trace::readWriteLog(options.writes[index], trace);
}

// The frames of a trace in another count; those before its frame 0 are dropped.
void countFrames(Drawn& drawn, int64_t later) {
  const auto move = [later](auto& list) {
    std::erase_if(list, [&](const auto& one) { return later < 0 && one.frame < uint64_t(-later); });
    for (auto& one : list) one.frame += uint64_t(later);
  };
  move(drawn.loaded.trace.rows);
  if (drawn.writes) move(*drawn.writes);
}

// The first jumps of all traces at the same frame: the latest of theirs, so that no row is lost.
void alignFirstJumps(std::deque<Drawn>& drawn) {
  std::vector<diff::JumpFrames> first;
  uint64_t frame = 0;
  for (const Drawn& one : drawn) {
    if (!one.profile)
      throw std::runtime_error(one.source.label +
                               " does not define its jumps; add --profile, or use --align frame");
    first.push_back(diff::firstJumpFrames(one.loaded.trace, *one.profile, one.source.label));
    frame = std::max(frame, first.back().first);
  }
  for (size_t i = 0; i < drawn.size(); ++i) {
    countFrames(drawn[i], diff::framesLater(frame, first[i].first));
    drawn[i].pairing.from = frame - std::min<uint64_t>(frame, 1);
    drawn[i].pairing.open_end = true;
  }
}

void findJumps(Drawn& drawn, const PlotOptions& options) {
  const trace::Trace& trace = drawn.loaded.trace;
  const bool engine = !options.run.engine.command.empty() && !options.traces.empty();
  if (!drawn.profile || drawn.profile->height_watch.empty()) {
    if (engine) throw std::runtime_error(drawn.source.label + " does not define its jumps; add --profile");
    return;
  }
  drawn.source.jumps = jumps::findJumps(trace, *drawn.profile, drawn.writes);
  if (engine)
    drawn.diff = engine::compareWith(trace, *drawn.profile, drawn.writes, makeEngine(options.run.engine),
                                     {options.run.settings, engine::parseTolerances(options.tolerances)});
  else if (drawn.writes && !drawn.profile->model.empty())
    drawn.diff = diff::compareWith(trace, *drawn.profile, drawn.writes);
  if (drawn.diff) drawn.source.diff = &*drawn.diff;
}

// As `diff ONE LAST` has it: the last trace is the expected one.
report::PairVerdict pairVerdictOf(const Drawn& one, const Drawn& last) {
  diff::FramePairing pairing = one.pairing;
  pairing.a_name = one.source.label, pairing.b_name = last.source.label;
  diff::TracePair pair = diff::commonPart(one.loaded.trace, last.loaded.trace, pairing);
  const bool buttons = one.loaded.trace.header.has_buttons && last.loaded.trace.header.has_buttons;
  diff::GoldenResult result = diff::diffWithGolden(pair.a, pair.b, std::nullopt, buttons, pair.recorded);
  if (result.compared_values == 0)
    return {false, "nothing was compared: they have no frame or no column in common"};
  diff::addMissing(pair, false, result);
  std::string text = diff::goldenSummary(result);
  if (!result.differences.empty())
    text += "; the first in " + diff::differenceHeadline(pair.a, result.differences.front());
  else if (!result.same())
    text += "; " + result.shape.front();
  return {result.same(), text};
}

enum class Format : uint8_t { Svg, Html, Png };

Format formatOf(const std::string& output) {
  if (base::isDevice(output) || output.ends_with(".svg")) return Format::Svg;
  if (output.ends_with(".html") || output.ends_with(".htm")) return Format::Html;
  if (output.ends_with(".png")) return Format::Png;
  throw std::runtime_error("the name of a plot must end in .svg, .png or .html, not '" + output + "'");
}

int plot(const PlotOptions& options) {
  const Format format = formatOf(options.output);
  if (options.writes.size() > options.traces.size())
    throw std::runtime_error(
        "there are more write logs (--writes) than traces; give at most one for each trace, in their order");
  const std::optional<trace::Profile> common = profileForRecordings(options);
  std::deque<Drawn> drawn;
  std::vector<report::PlotSource> sources;
  const bool of_engine = readsEngine(options.run, !options.traces.empty(), true);
  if (!options.tolerances.empty() && (of_engine || options.run.engine.command.empty()))
    throw std::runtime_error("--tolerance is for an engine beside a trace; name both, or leave it out");
  for (size_t i = 0; i < std::max<size_t>(options.traces.size(), 1); ++i)
    readInto(drawn.emplace_back(), options, common, i);
  if (options.align == "jump") alignFirstJumps(drawn);
  std::string labels;
  for (Drawn& one : drawn) {
    findJumps(one, options);
    if (&one != &drawn.back() && !one.source.diff) one.source.beside_last = pairVerdictOf(one, drawn.back());
    labels += (labels.empty() ? "" : " | ") + one.source.label;
    sources.push_back(one.source);
  }
  const std::string title = options.title.empty() ? labels : base::printable(options.title);
  const bool has_title = sources.size() > 1 || !options.title.empty();
  if (format == Format::Html) {
    base::writeOutput(options.output, report::reportHtml(sources, title));
    return 0;
  }
  const std::string svg = report::plotSvg(sources, has_title ? title : "");
  if (format == Format::Png)
    base::writeOutput(options.output, std::span<const uint8_t>(report::pngOfSvg(svg)));
  else
    base::writeOutput(options.output, svg);
  return 0;
}

}  // namespace

Action plotCommand(Arguments& arguments) {
  auto options = std::make_shared<PlotOptions>();
  arguments.positionals("TRACE", options->traces,
                        "traces of `jumpscope trace` and `jumpscope model`, or recordings of other programs; "
                        "or --engine",
                        false);
  arguments.output("-o,--output", options->output, "FILE",
                   ".svg, .png or .html (default: SVG on standard output)",
                   {"a plot", {".svg", ".png", ".html", ".htm"}});
  arguments.repeated("--writes", options->writes, "FILE",
                     "write log of each trace, in the order of the traces; jumps of traces that have one are "
                     "compared with the model");
  declareProfile(arguments, options->profile, "profile that names the watches (default: from each trace)");
  declareLabels(arguments, options->labels);
  declareScriptedRun(arguments, options->run);
  arguments.repeated("--tolerance", options->tolerances, "WATCH=VALUE",
                     "the largest allowed difference of a watch from the engine's; repeatable");
  arguments.choice("--align", options->align, {"frame", "jump"},
                   "draw several traces by their frame numbers, or with their first jumps at one frame");
  arguments.option("--title", options->title, "TEXT", "title (default: the traces' names)");
  return [options] { return plot(*options); };
}

}  // namespace jumpscope::cli
