// jumpscope plot: traces as SVG, PNG or one self-contained HTML page, by the output's extension.
#include <deque>
#include <filesystem>
#include <stdexcept>

#include "src/base/device.h"
#include "src/base/output.h"
#include "src/base/printable.h"
#include "src/cli/commands.h"
#include "src/cli/options.h"
#include "src/diff/diff.h"
#include "src/report/plot.h"
#include "src/report/plot_png.h"
#include "src/session/trace_input.h"
#include "src/trace/write_log_file.h"

namespace jumpscope::cli {

namespace {

struct PlotOptions {
  std::vector<std::string> traces, writes;
  std::string profile, output, title;
  session::LabelChoice labels;
};

// A trace and everything drawn from it; plot sources point into it.
struct Drawn {
  session::LoadedTrace loaded;
  std::optional<trace::Profile> profile;
  std::optional<diff::DiffResult> diff;
  report::PlotSource source;
};

bool knowsItsProfile(const trace::Trace& trace) {
  return !trace.header.model.empty() || trace::profileOf(trace.header).has_value();
}

void prepare(Drawn& drawn, const PlotOptions& options, size_t index) {
  const std::string& path = options.traces[index];
  drawn.loaded = session::loadTrace(path, options.profile, options.labels);
  sayNotes(drawn.loaded.notes);
  const trace::Trace& trace = drawn.loaded.trace;
  drawn.source.trace = &trace;
  drawn.source.label = base::shownName(path);
  // A trace without a profile is drawn as one curve per watch.
  if (options.profile.empty() && !knowsItsProfile(trace)) return;
  drawn.profile = session::profileOf(trace, options.profile, path);
  drawn.source.profile = &*drawn.profile;
  if (drawn.profile->height_watch.empty()) return;
  session::requireColumns(drawn.loaded, path, *drawn.profile);
  if (index >= options.writes.size()) {
    drawn.source.jumps = jumps::findJumps(trace, *drawn.profile, nullptr);
    return;
  }
  const std::vector<trace::Write> writes = trace::readWriteLog(options.writes[index], trace.header.watches);
  drawn.source.jumps = jumps::findJumps(trace, *drawn.profile, writes);
  if (drawn.profile->model.empty()) return;
  drawn.diff = diff::compareWith(trace, *drawn.profile, writes);
  drawn.source.diff = &*drawn.diff;
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
  std::deque<Drawn> drawn;
  std::vector<report::PlotSource> sources;
  for (size_t i = 0; i < options.traces.size(); ++i) {
    prepare(drawn.emplace_back(), options, i);
    sources.push_back(drawn.back().source);
  }
  const std::string title = options.title.empty() ? sources.front().label : base::printable(options.title);
  if (format == Format::Png)
    base::writeOutput(options.output, std::span<const uint8_t>(report::pngOfSvg(report::plotSvg(sources))));
  else
    base::writeOutput(options.output,
                      format == Format::Html ? report::reportHtml(sources, title) : report::plotSvg(sources));
  return 0;
}

}  // namespace

Action plotCommand(Arguments& arguments) {
  auto options = std::make_shared<PlotOptions>();
  arguments.positionals("TRACE", options->traces,
                        "traces of `jumpscope trace` and `jumpscope model`, or recordings of other programs");
  arguments.output("-o,--output", options->output, "FILE",
                   ".svg, .png or .html (default: SVG on standard output)",
                   {"a plot", {".svg", ".png", ".html", ".htm"}});
  arguments.repeated("--writes", options->writes, "FILE",
                     "write log of each trace, in the order of the traces; jumps of traces that have one are "
                     "compared with the model");
  declareProfile(arguments, options->profile, "profile that names the watches (default: from each trace)");
  declareLabels(arguments, options->labels);
  arguments.option("--title", options->title, "TEXT",
                   "title of the HTML page (default: the first trace's name)");
  return [options] { return plot(*options); };
}

}  // namespace jumpscope::cli
