// The two pictures that a plot and a report are made of.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/report/plot.h"
#include "src/report/svg.h"

namespace jumpscope::report {

// No picture is narrower than this, and legends and titles stay within it.
inline constexpr double picture_width = 1100;
// Of a letter, about.
inline constexpr double letter_width = 7;

// The inside of an <svg>, and its size in px.
struct Picture {
  double width = 0, height = 0;
  std::string body;
};

// Which frames a timeline shows, and where: for scripts that follow the mouse.
struct TimelineFrame {
  uint64_t first = 0, last = 0;    // frames, both shown
  double left = 0, per_frame = 0;  // px of the first frame; px a frame
};

// The frames around all jumps of all sources; all frames where there is no jump.
TimelineFrame timelineFrame(std::span<const PlotSource> sources);

// A line over frames.
struct Curve {
  std::string css_class, tooltip;
  std::vector<Point> points;  // frame, value
  bool whole = false;         // all of it is on the axis
};

struct Panel {
  std::string title, unit;
  double height = 140;  // px
  bool down_positive = false;
  std::vector<Curve> curves;
};

// The values that a panel's axis shows: all where none lies far from the others. A few values that do, such as those of
// memory at power-on, would flatten the rest; they are drawn at the panel's edge.
struct AxisRange {
  double low = 0, high = 0;
  size_t beyond = 0;  // values outside
};
AxisRange axisRange(const Panel& panel);

// What a timeline shows, from top to bottom: height (of several traces also the difference to the last one), speed and gravity, or a panel per watch where no profile
// explains a game.
std::vector<Panel> panelsOf(std::span<const PlotSource> sources, const TimelineFrame& shown);

// Every jump from its own start: height (px) over frames; below it, where a horizontal position is known,
// height over horizontal distance. Empty (height 0) when there is no jump.
Picture arcs(std::span<const PlotSource> sources);
Picture timeline(std::span<const PlotSource> sources);

// <svg> around a picture. `attributes` is put into the tag as it stands.
std::string svgElement(const Picture& picture, std::string_view attributes);

// "mine.csv | cart.csv: 118 of 118 frames, …". Precondition: source.beside_last.
std::string pairVerdictText(std::span<const PlotSource> sources, const PlotSource& source);

// The pictures' style sheet, light and dark.
extern const std::string_view plot_style;

// A compared row of a source's trace, with what the model expects in the place of what the cartridge had.
trace::Row expectedRow(const PlotSource& source, const diff::ComparedRow& compared);

// "jump 3 (frame 217): tier 0, 63.5 px in 31 frames, landed"
std::string jumpTooltip(const jumps::Jump& jump);

// "s0" to "s6": a jump's color, by its tier, or by its source where several are drawn.
std::string colorOf(const jumps::Jump& jump, size_t source, size_t source_count);

}  // namespace jumpscope::report
