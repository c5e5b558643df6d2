// Pictures of traces: arcs and curves as SVG, and a report as one self-contained HTML page. Text in, text
// out: the same traces give the same bytes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/diff/diff.h"
#include "src/jumps/jumps.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::report {

// What a trace is beside the last one of several, which is the expected one.
struct PairVerdict {
  bool same = false;
  std::string text;  // "118 of 118 frames, …: 0 differences"
};

// One trace to draw. Pointers are not owned.
struct PlotSource {
  const trace::Trace* trace = nullptr;
  const trace::Profile* profile = nullptr;  // nullptr: no profile; then every watch is drawn as it stands
  std::vector<jumps::Jump> jumps;           // may be empty
  const diff::DiffResult* diff = nullptr;   // nullptr: not compared
  std::string label;                        // for the legend, e.g. the file's name
  std::optional<PairVerdict> beside_last = {};
};

// A picture of one or several traces, light or dark as its viewer wishes: the jumps' arcs laid over each
// other, then height, speed and gravity against the frame, and the buttons (of the first trace). Without a
// profile: a curve per watch. Above them the title and, of several traces, how each compares with the last one. Throws
// std::runtime_error when there is no row to draw, or a trace lacks its profile's height watch.
std::string plotSvg(std::span<const PlotSource> sources, const std::string& title = {});

// The same as a page that needs no network: verdict, pictures with the values under the mouse, a table of the
// jumps, the first differences.
std::string reportHtml(std::span<const PlotSource> sources, const std::string& title);

}  // namespace jumpscope::report
