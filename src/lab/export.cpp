#include <algorithm>
#include <charconv>
#include <deque>
#include <stdexcept>

#include "src/base/concat.h"
#include "src/base/output.h"
#include "src/lab/lab.h"
#include "src/models/model_trace.h"
#include "src/report/plot.h"
#include "src/report/plot_png.h"
#include "src/trace/trace_file.h"

namespace jumpscope::lab {
namespace {

trace::Trace traceOf(const Entry& entry) {
  return models::modelTrace(*entry.choice.model, entry.arc.settings, entry.arc.buttons);
}

// Plot sources point into it.
struct Drawn {
  trace::Trace trace;
  trace::Profile profile;
};

std::string pictureOf(const Comparison& comparison) {
  std::deque<Drawn> drawn;
  std::vector<report::PlotSource> sources;
  for (const Entry& entry : comparison.entries()) {
    if (!entry.choice.shown || !entry.arc.flown() || !entry.arc.error.empty()) continue;
    drawn.push_back({traceOf(entry), models::modelProfile(*entry.choice.model)});
    report::PlotSource source;
    source.trace = &drawn.back().trace;
    source.profile = &drawn.back().profile;
    source.jumps = jumps::findJumps(*source.trace, *source.profile, nullptr);
    source.label = entry.choice.model->name;
    sources.push_back(std::move(source));
  }
  if (sources.empty())
    throw std::runtime_error("no visible model has jumped yet; press Space, then export the picture");
  return report::plotSvg(sources);
}

// A number that reads back as the same double.
std::string number(double value) {
  char text[32];
  return {text, std::to_chars(text, std::end(text), value).ptr};
}

}  // namespace

std::string arcsAsTable(const Comparison& comparison) {
  std::vector<const Entry*> flown;
  size_t frames = 0;
  std::string table = "frame";
  for (const Entry& entry : comparison.entries()) {
    if (!entry.choice.shown || !entry.arc.flown() || entry.arc.samples.empty()) continue;
    flown.push_back(&entry);
    frames = std::max(frames, entry.arc.samples.size());
    const std::string& name = entry.choice.model->name;
    table += base::concat({"\t", name, " px\t", name, " px/frame"});
  }
  if (flown.empty()) return "";
  for (size_t n = 0; n < frames; ++n) {
    table += "\n" + std::to_string(n);
    for (const Entry* entry : flown) {
      const bool flies = n < entry->arc.samples.size();
      table += flies ? base::concat({"\t", number(entry->arc.samples[n].risen), "\t",
                                     number(entry->arc.samples[n].speed)})
                     : "\t\t";
    }
  }
  return table + "\n";
}

std::string exportArc(const Comparison& comparison, size_t index, const std::string& path) {
  if (path.empty() || base::isStandardOutput(path))
    throw std::runtime_error("an export needs a file name; use .csv, .csv.zst, .jsonl, .svg or .png");
  if (path.ends_with(".svg") || path.ends_with(".png")) {
    const std::string svg = pictureOf(comparison);
    if (path.ends_with(".svg"))
      base::writeOutput(path, svg);
    else
      base::writeOutput(path, std::span<const uint8_t>(report::pngOfSvg(svg)));
    return base::concat({"wrote the arcs to ", path});
  }
  const bool is_trace = path.ends_with(".csv") || path.ends_with(".csv.zst") || path.ends_with(".jsonl");
  if (!is_trace)
    throw std::runtime_error(base::concat({"the name '", path,
                                           "' has no extension of an export; use .csv, .csv.zst or .jsonl "
                                           "for a trace, .svg or .png for a picture"}));
  if (index >= comparison.entries().size())
    throw std::runtime_error("there is no model to export; add one first");
  const Entry& entry = comparison.entries()[index];
  if (!entry.arc.flown() || !entry.arc.error.empty())
    throw std::runtime_error(
        base::concat({entry.choice.model->name, " has not jumped yet; press Space, then export its trace"}));
  base::writeOutput(path, trace::encodeTrace(traceOf(entry), trace::traceFormatOf(path)));
  return base::concat({"wrote ", std::to_string(entry.arc.buttons.size()), " frames of ",
                       entry.choice.model->name, " to ", path});
}

}  // namespace jumpscope::lab
