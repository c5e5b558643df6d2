#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "src/base/text.h"
#include "src/jumps/height.h"
#include "src/jumps/horizontal.h"
#include "src/physics/models.h"
#include "src/report/plot_parts.h"
#include "src/report/svg.h"

namespace jumpscope::report {
namespace {

constexpr double width = picture_width, panel_height = 320, left = 64, right = 24, top = 34, bottom = 44;
constexpr double legend_line = 18, legend_mark = 24, legend_gap = 8;
constexpr size_t legend_columns = 28, legend_lines = 2;  // of a name

struct Arc {
  std::string color, tooltip;
  std::vector<Point> points;  // frames since the press or px to the side, px risen
};

enum class Across : uint8_t { Frames, Distance };

// The arc of a jump as the model has it, over the frames of `jump` that were compared; `sides` are their places across,
// by row.
Arc expectedArc(const PlotSource& source, const jumps::Jump& jump, const jumps::Height& height, double origin,
                const std::map<size_t, double>& sides) {
  Arc arc{"expected", "what the model expects", {}};
  for (const diff::ComparedRow& row : source.diff->rows) {
    if (row.row < jump.first_row || row.row > jump.last_row) continue;
    arc.points.push_back({sides.at(row.row), height.pixels(expectedRow(source, row)) - origin});
  }
  return arc;
}

// Those that have an arc; falls have none, they start at their top. Of very many, which nobody could tell apart, some: those that
// differ from the model, and every so many-th other. `left_out`: how many are not among them is added.
std::vector<const jumps::Jump*> jumpsWithArcs(const PlotSource& source, size_t& left_out) {
  constexpr size_t most = 200;
  std::set<size_t> wrong;
  if (source.diff)
    for (const diff::Difference& difference : source.diff->differences)
      if (difference.jump && wrong.size() < most / 2) wrong.insert(*difference.jump);
  std::vector<size_t> rising;
  for (size_t i = 0; i < source.jumps.size(); ++i) {
    const jumps::Jump& jump = source.jumps[i];
    const bool rises = jump.start == jumps::JumpStart::Jump || jump.start == jumps::JumpStart::Stroke;
    if (rises && jump.first_row != 0) rising.push_back(i);
  }
  const size_t step = rising.size() <= most ? 1 : (2 * rising.size() + most - 1) / most;
  std::vector<const jumps::Jump*> chosen;
  for (size_t n = 0; n < rising.size(); ++n)
    if (n % step == 0 || wrong.contains(rising[n])) chosen.push_back(&source.jumps[rising[n]]);
  left_out += rising.size() - chosen.size();
  return chosen;
}

std::vector<Arc> arcsOf(const PlotSource& source, size_t index, size_t count, Across across,
                        size_t& left_out) {
  std::vector<Arc> arcs;
  if (!source.profile || source.profile->height_watch.empty()) return arcs;
  const jumps::Height height(*source.trace, *source.profile);
  const jumps::Horizontal horizontal(*source.trace, *source.profile);
  if (across == Across::Distance && !horizontal.known()) return arcs;
  for (const jumps::Jump* chosen : jumpsWithArcs(source, left_out)) {
    const jumps::Jump& jump = *chosen;
    Arc arc{colorOf(jump, index, count), jumpTooltip(jump), {{0, 0}}};
    const bool cleared = physics::gameOf(source.profile->model).startClearsSubpixel();
    const double origin = static_cast<double>(height.exact(source.trace->rows[jump.first_row - 1], cleared)) /
                          static_cast<double>(int64_t{1} << height.bits());
    double side = 0;
    std::map<size_t, double> sides;
    for (size_t row = jump.first_row; row <= jump.last_row; ++row) {
      if (across == Across::Distance)
        side += std::ldexp(static_cast<double>(horizontal.traveled(row - 1, row)), -horizontal.bits());
      else
        side = static_cast<double>(source.trace->rows[row].frame - jump.start_frame + 1);
      sides[row] = side;
      arc.points.push_back({side, height.pixels(source.trace->rows[row]) - origin});
    }
    arcs.push_back(std::move(arc));
    if (!source.diff) continue;
    Arc expected = expectedArc(source, jump, height, origin, sides);
    if (expected.points.size() > 1) arcs.push_back(std::move(expected));
  }
  return arcs;
}

std::string tierName(const PlotSource& source, int tier) {
  return physics::gameOf(source.profile ? source.profile->model : "").tierName(tier);
}

using Legend = std::map<std::string, std::string>;

// Color to name, for what is really drawn.
Legend legendOf(std::span<const PlotSource> sources) {
  Legend legend;
  for (size_t s = 0; s < sources.size(); ++s) {
    if (sources.size() > 1 && !sources[s].jumps.empty())
      legend[colorOf({}, s, sources.size())] = sources[s].label;
    if (sources.size() > 1) continue;
    for (const jumps::Jump& jump : sources[s].jumps)
      if (jump.tier) legend[colorOf(jump, s, 1)] = tierName(sources[s], *jump.tier);
    if (sources[s].diff && !sources[s].diff->rows.empty()) legend["expected"] = "the model";
  }
  return legend;
}

// A file's name may be longer than a picture is wide.
std::vector<std::string> nameLines(const std::string& name) {
  return wrapped(name, legend_columns, legend_lines);
}

// What it takes beside the arcs.
double widthOf(const Legend& legend) {
  size_t longest = 0;
  for (const auto& [color, name] : legend)
    for (const std::string& one : nameLines(name)) longest = std::max(longest, one.size());
  return legend.empty() ? 0 : legend_mark + 2 * legend_gap + letter_width * static_cast<double>(longest);
}

std::string drawLegend(const Legend& legend, double x) {
  std::string body;
  double y = top + legend_line;
  for (const auto& [color, name] : legend) {
    body += line(color, {x, y - 4}, {x + legend_mark, y - 4});
    for (const std::string& one : nameLines(name)) {
      body += text("label", {x + legend_mark + legend_gap, y}, one);
      y += legend_line;
    }
  }
  return body;
}

}  // namespace

trace::Row expectedRow(const PlotSource& source, const diff::ComparedRow& compared) {
  trace::Row row = source.trace->rows[compared.row];
  for (size_t i = 0; i < source.diff->watches.size(); ++i)
    if (const auto column = source.trace->find(source.diff->watches[i]))
      row.values[*column] = compared.expected[i];
  return row;
}

std::string jumpTooltip(const jumps::Jump& jump) {
  if (!jump.number) return "a flight that began before the trace, " + jumps::describeEnd(jump);
  std::string text =
      "jump " + std::to_string(*jump.number) + " (frame " + std::to_string(jump.start_frame) + "): ";
  if (jump.tier) text += "tier " + std::to_string(*jump.tier) + ", ";
  text += trace::measureText(jump.apex_raw, jump.apex_bits) + " px in " + std::to_string(jump.apex_frame) +
          " frames, ";
  return text + jumps::describeEnd(jump);
}

std::string colorOf(const jumps::Jump& jump, size_t source, size_t source_count) {
  const bool rises = jump.start == jumps::JumpStart::Jump || jump.start == jumps::JumpStart::Stroke;
  if (source_count == 1 && !rises) return "base";
  const size_t hue = source_count > 1 ? source : static_cast<size_t>(jump.tier.value_or(0));
  return std::string("s").append(std::to_string(hue % 7));
}

namespace {

Picture arcsOver(std::span<const PlotSource> sources, Across across) {
  std::vector<Arc> all;
  size_t left_out = 0;
  for (size_t s = 0; s < sources.size(); ++s)
    for (Arc& arc : arcsOf(sources[s], s, sources.size(), across, left_out)) all.push_back(std::move(arc));
  if (all.empty()) return {};
  double first = 0, last = 0, low = 0, high = 1;
  for (const Arc& arc : all)
    for (const Point& point : arc.points) {
      first = std::min(first, point.x), last = std::max(last, point.x);
      low = std::min(low, point.y), high = std::max(high, point.y);
    }
  if (last - first < 1) return {};  // all of them straight up
  std::tie(low, high) = padded(low, high);
  const Legend legend = legendOf(sources);
  const double edge = width - right - widthOf(legend);
  const Scale x{first, last, left, edge}, y{low, high, top + panel_height, top};

  Picture picture{width, top + panel_height + bottom, ""};
  std::string& body = picture.body;
  std::string title = across == Across::Frames ? "Arcs: px risen, frames from the press"
                                               : "Arcs: px risen, px to the side of the press";
  if (left_out > 0) title += " (" + base::counted(left_out, "more jump") + " not drawn)";
  body += text("title", {left, 20}, title);
  body += rectangle("panel", {left, top}, edge - left, panel_height);
  for (double tick : ticks(first, last, 14)) {
    body += line("grid", {x(tick), top}, {x(tick), top + panel_height});
    body += text("tick", {x(tick), top + panel_height + 16}, number(tick), "middle");
  }
  for (double tick : ticks(low, high, 8)) {
    body += line(tick == 0 ? "zero" : "grid", {left, y(tick)}, {edge, y(tick)});
    body += text("tick", {left - 8, y(tick) + 4}, number(tick), "end");
  }
  body +=
      text("label", {(left + edge) / 2, top + panel_height + 34},
           across == Across::Frames ? "frames since the press" : "px to the side (right positive)", "middle");
  body += text("label", {8, 20}, "px");
  for (const Arc& arc : all) {
    std::vector<Point> points;
    for (const Point& point : arc.points) points.push_back({x(point.x), y(point.y)});
    body += polyline(arc.color, points, arc.tooltip);
  }
  body += drawLegend(legend, edge + legend_gap);
  return picture;
}

}  // namespace

Picture arcs(std::span<const PlotSource> sources) {
  Picture picture = arcsOver(sources, Across::Frames);
  const Picture sideways = arcsOver(sources, Across::Distance);
  if (sideways.height == 0) return picture;
  picture.body +=
      "<g transform=\"translate(0," + number(picture.height) + ")\">\n" + sideways.body + "</g>\n";
  picture.height += sideways.height;
  return picture;
}

}  // namespace jumpscope::report
