#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "src/base/text.h"
#include "src/jumps/height.h"
#include "src/report/plot_parts.h"
#include "src/report/svg.h"

namespace jumpscope::report {
namespace {

using trace::Row;
using trace::Trace;

constexpr double left = 64, right = 24, top = 30, gap = 34, axis = 44, button_line = 13;
constexpr double narrowest = picture_width, widest = 8000, px_per_frame = 1.6;
constexpr double overview = 2000;

// A curve of whatever `value` gives for a row, cut where frames are missing.
template <class Value>
void addCurve(Panel& panel, const Trace& trace, const TimelineFrame& shown, const std::string& css_class,
              const Value& value) {
  Curve curve{css_class, "", {}, false};
  for (const Row& row : trace.rows) {
    if (row.frame < shown.first || row.frame > shown.last) continue;
    const double frame = static_cast<double>(row.frame);
    if (!curve.points.empty() && frame > curve.points.back().x + 1) {
      panel.curves.push_back(curve);
      curve.points.clear();
    }
    curve.points.push_back({frame, value(row)});
  }
  if (!curve.points.empty()) panel.curves.push_back(std::move(curve));
}

std::string curveClass(size_t source, size_t count) {
  return count > 1 ? colorOf({}, source, count) : std::string("base");
}

double shownValue(const trace::Watch& watch, int64_t raw) {
  return std::ldexp(static_cast<double>(raw), -watch.fraction_bits);
}

// Memory that gets its first value makes a movement of a frame or two, or one that is under way in the first frame,
// which is no flight to draw by.
bool isFlight(const jumps::Jump& jump) {
  return jump.number.has_value() && jump.last_row - jump.first_row >= 3;
}

// The height that counts as 0 in a timeline: where the first jump began, or where the trace does.
double groundOf(const PlotSource& source, const jumps::Height& height) {
  if (source.trace->rows.empty()) return 0;
  auto first = std::find_if(source.jumps.begin(), source.jumps.end(), isFlight);
  if (first == source.jumps.end())
    first = std::find_if(source.jumps.begin(), source.jumps.end(),
                         [](const jumps::Jump& jump) { return jump.number.has_value(); });
  const size_t row = first == source.jumps.end() ? 0 : first->first_row - 1;
  return static_cast<double>(height.wholePixels(source.trace->rows[row]));
}

// The same curve in the jumps' colors, jump by jump.
template <class Value>
void addJumps(Panel& panel, std::span<const PlotSource> sources, size_t index, const Value& value) {
  const PlotSource& source = sources[index];
  for (const jumps::Jump& jump : source.jumps) {
    Curve curve{colorOf(jump, index, sources.size()), jumpTooltip(jump), {}, isFlight(jump)};
    for (size_t row = jump.first_row; row <= jump.last_row; ++row)
      curve.points.push_back(
          {static_cast<double>(source.trace->rows[row].frame), value(source.trace->rows[row])});
    panel.curves.push_back(std::move(curve));
  }
}

// What the model expected, beside the curve of the cartridge: `expected` gives the value of a compared row.
template <class Expected>
void addExpected(Panel& panel, const PlotSource& source, const Expected& expected) {
  if (!source.diff) return;
  Curve curve{"expected", "what the model expects", {}, true};
  for (const diff::ComparedRow& row : source.diff->rows) {
    const double frame = static_cast<double>(source.trace->rows[row.row].frame);
    if (!curve.points.empty() && frame > curve.points.back().x + 1) {
      panel.curves.push_back(curve);
      curve.points.clear();
    }
    curve.points.push_back({frame, expected(row)});
  }
  if (!curve.points.empty()) panel.curves.push_back(std::move(curve));
}

Panel heightPanel(std::span<const PlotSource> sources, const TimelineFrame& shown) {
  Panel panel{"Height above the first jump's ground", "px", 220, false, {}};
  for (size_t s = 0; s < sources.size(); ++s) {
    const PlotSource& source = sources[s];
    if (!source.profile || source.profile->height_watch.empty()) continue;
    const jumps::Height height(*source.trace, *source.profile);
    const double ground = groundOf(source, height);
    addCurve(panel, *source.trace, shown, curveClass(s, sources.size()),
             [&](const Row& row) { return height.pixels(row) - ground; });
    addJumps(panel, sources, s, [&](const Row& row) { return height.pixels(row) - ground; });
    addExpected(panel, source, [&](const diff::ComparedRow& row) {
      return height.pixels(expectedRow(source, row)) - ground;
    });
  }
  return panel;
}

// By how much the player of `a` is higher than that of `b`, in the frames that both have.
void addHeightDifference(Panel& panel, const PlotSource& a, const PlotSource& b, const TimelineFrame& shown,
                         const std::string& css_class) {
  const jumps::Height a_height(*a.trace, *a.profile), b_height(*b.trace, *b.profile);
  const double grounds = groundOf(a, a_height) - groundOf(b, b_height);
  const auto& others = b.trace->rows;
  Trace common;
  std::vector<double> differences;
  for (const Row& row : a.trace->rows) {
    const auto other = std::lower_bound(others.begin(), others.end(), row.frame,
                                        [](const Row& one, uint64_t frame) { return one.frame < frame; });
    if (other == others.end() || other->frame != row.frame) continue;
    common.rows.push_back({row.frame, 0, {static_cast<int64_t>(differences.size())}});
    differences.push_back(a_height.pixels(row) - b_height.pixels(*other) - grounds);
  }
  addCurve(panel, common, shown, css_class,
           [&](const Row& row) { return differences[static_cast<size_t>(row.values[0])]; });
}

// Of several traces: the differences to the last one, which is the expected one.
std::optional<Panel> heightDifferencePanel(std::span<const PlotSource> sources, const TimelineFrame& shown) {
  if (sources.size() < 2) return std::nullopt;
  for (const PlotSource& source : sources)
    if (!source.profile || source.profile->height_watch.empty()) return std::nullopt;
  const PlotSource& last = sources.back();
  const bool two = sources.size() == 2;
  Panel panel{
      (two ? "A \u2212 B: " + sources[0].label : std::string("Each")) + " \u2212 " + last.label + ", height",
      "px",
      130,
      false,
      {}};
  for (size_t s = 0; s + 1 < sources.size(); ++s)
    addHeightDifference(panel, sources[s], last, shown, two ? "minus" : colorOf({}, s, sources.size()));
  return panel.curves.empty() ? std::nullopt : std::optional(std::move(panel));
}

std::optional<size_t> comparedColumn(const diff::DiffResult* diff, const std::string& watch) {
  if (!diff) return std::nullopt;
  const auto found = std::find(diff->watches.begin(), diff->watches.end(), watch);
  if (found == diff->watches.end()) return std::nullopt;
  return static_cast<size_t>(found - diff->watches.begin());
}

Panel speedPanel(std::span<const PlotSource> sources, const TimelineFrame& shown) {
  Panel panel{"Speed, down positive", "px/frame", 160, true, {}};
  for (size_t s = 0; s < sources.size(); ++s) {
    const PlotSource& source = sources[s];
    if (!source.profile) continue;
    const models::Binding binding(*source.trace, *source.profile);
    if (!binding.has(models::Role::YSpeed)) continue;
    const trace::Watch& watch = source.trace->header.watches[*binding.column(models::Role::YSpeed)];
    // A cartridge's byte is signed, whatever the watch calls it; a model's speed may have fraction bits.
    const bool is_byte = watch.type == trace::Type::U8 || watch.type == trace::Type::S8;
    const auto speed = [&](const Row& row) {
      const double whole =
          is_byte ? static_cast<double>(static_cast<int8_t>(binding.byte(row, models::Role::YSpeed)))
                  : std::ldexp(static_cast<double>(binding.value(row, models::Role::YSpeed, 0)),
                               -watch.fraction_bits);
      return whole + static_cast<double>(binding.byte(row, models::Role::YSpeedFraction)) / 256;
    };
    addCurve(panel, *source.trace, shown, curveClass(s, sources.size()), speed);
    addJumps(panel, sources, s, speed);
    const auto whole = comparedColumn(source.diff, "y_speed"),
               fraction = comparedColumn(source.diff, "y_speed_fraction");
    if (whole && fraction)
      addExpected(panel, source, [&](const diff::ComparedRow& row) {
        return static_cast<double>(row.expected[*whole]) + static_cast<double>(row.expected[*fraction]) / 256;
      });
  }
  return panel;
}

Panel gravityPanel(std::span<const PlotSource> sources, const TimelineFrame& shown) {
  Panel panel{"Gravity in effect (pale: after release or apex)", "1/256 px/frame\u00B2", 130, false, {}};
  for (size_t s = 0; s < sources.size(); ++s) {
    const PlotSource& source = sources[s];
    if (!source.profile) continue;
    const models::Binding binding(*source.trace, *source.profile);
    if (!binding.has(models::Role::Gravity)) continue;
    const auto value = [&](models::Role role) {
      return [&binding, role](const Row& row) { return static_cast<double>(binding.byte(row, role)); };
    };
    // Of one trace only: two pale curves could not be told apart.
    if (sources.size() == 1 && binding.has(models::Role::GravityFall))
      addCurve(panel, *source.trace, shown, "faint", value(models::Role::GravityFall));
    addCurve(panel, *source.trace, shown, curveClass(s, sources.size()), value(models::Role::Gravity));
    addJumps(panel, sources, s, value(models::Role::Gravity));
    if (const auto column = comparedColumn(source.diff, "gravity"))
      addExpected(panel, source,
                  [&](const diff::ComparedRow& row) { return static_cast<double>(row.expected[*column]); });
  }
  return panel;
}

// A panel per watch, for traces of games that no profile explains. `drawn`: watches that other panels show
// already.
std::vector<Panel> watchPanels(std::span<const PlotSource> sources, const TimelineFrame& shown,
                               const std::vector<std::string>& drawn) {
  std::vector<Panel> panels;
  for (const trace::Watch& watch : sources.front().trace->header.watches) {
    if (std::find(drawn.begin(), drawn.end(), watch.name) != drawn.end()) continue;
    Panel panel{watch.name, watch.unit, 130, false, {}};
    for (size_t s = 0; s < sources.size(); ++s)
      if (const auto column = sources[s].trace->find(watch.name))
        addCurve(panel, *sources[s].trace, shown, curveClass(s, sources.size()), [&](const Row& row) {
          return shownValue(sources[s].trace->header.watches[*column], row.values[*column]);
        });
    panels.push_back(std::move(panel));
  }
  return panels;
}

}  // namespace

std::vector<Panel> panelsOf(std::span<const PlotSource> sources, const TimelineFrame& shown) {
  const trace::Profile* profile = sources.front().profile;
  if (!profile || profile->height_watch.empty()) return watchPanels(sources, shown, {});
  std::vector<Panel> panels{heightPanel(sources, shown)};
  if (std::optional<Panel> difference = heightDifferencePanel(sources, shown))
    panels.push_back(*std::move(difference));
  // Speed and gravity mean what those panels say only where the game's own state shows.
  if (!models::Binding(*sources.front().trace, *profile).has(models::Role::State)) {
    for (Panel& panel : watchPanels(sources, shown, {profile->height_watch, profile->subpixel_watch}))
      panels.push_back(std::move(panel));
    return panels;
  }
  for (Panel panel : {speedPanel(sources, shown), gravityPanel(sources, shown)})
    if (!panel.curves.empty()) panels.push_back(std::move(panel));
  return panels;
}

namespace {

// More than a frame a px: curves of jumps that nobody could tell apart are left to the curve of the whole, and presses are
// drawn as one.
bool isOverview(const Scale& x) { return x(1) - x(0) < 1; }

std::string panelTitle(const Panel& panel, size_t beyond) {
  std::string title = panel.unit.empty() ? panel.title : panel.title + ", " + panel.unit;
  if (beyond > 0) title += " (" + base::counted(beyond, "value") + " beyond the axis, drawn at its edge)";
  constexpr size_t columns = static_cast<size_t>((picture_width - left - right) / letter_width);
  return wrapped(title, columns, 1).front();
}

std::string drawPanel(const Panel& panel, double y_top, const Scale& x, double width) {
  const AxisRange range = axisRange(panel);
  const auto [low, high] = padded(range.low, range.high);
  const double y_bottom = y_top + panel.height;
  const Scale y = panel.down_positive ? Scale{low, high, y_top, y_bottom} : Scale{low, high, y_bottom, y_top};
  std::string body = text("title", {left, y_top - 8}, panelTitle(panel, range.beyond));
  body += rectangle("panel", {left, y_top}, width - left - right, panel.height);
  for (double tick : ticks(x.low, x.high, static_cast<int>(width / 90)))
    body += line("grid", {x(tick), y_top}, {x(tick), y_bottom});
  for (double tick : ticks(low, high, static_cast<int>(panel.height / 26))) {
    body += line(tick == 0 ? "zero" : "grid", {left, y(tick)}, {width - right, y(tick)});
    body += text("tick", {left - 8, y(tick) + 4}, number(tick), "end");
  }
  constexpr double narrowest_jump = 3;
  for (const Curve& curve : panel.curves) {
    const bool of_jump = !curve.tooltip.empty();
    if (of_jump && isOverview(x) && x(curve.points.back().x) - x(curve.points.front().x) < narrowest_jump)
      continue;
    std::vector<Point> points;
    for (const Point& point : curve.points) points.push_back({x(point.x), y(std::clamp(point.y, low, high))});
    body += polyline(curve.css_class, points, curve.tooltip);
  }
  return body;
}

// Runs of frames in which a button is down, a line per button.
std::string drawButtons(const Trace& trace, const TimelineFrame& shown, double y_top, const Scale& x,
                        double width) {
  static constexpr std::string_view names = "RLDUTSBA";
  std::string body = text("title", {left, y_top - 8}, "Buttons");
  body += rectangle("panel", {left, y_top}, width - left - right, button_line * 8 + 4);
  for (size_t button = 0; button < 8; ++button) {
    const double y = y_top + 2 + button_line * static_cast<double>(button);
    body += text("tick", {left - 8, y + 11}, names.substr(button, 1), "end");
    std::optional<uint64_t> since;
    uint64_t last = 0;
    const bool joins = isOverview(x);
    double from = 0, to = 0;  // of presses that are drawn as one
    const auto drawJoined = [&] {
      if (to > from) body += rectangle("button", {from, y + 2}, to - from, button_line - 4);
    };
    const auto finish = [&] {
      if (!since) return;
      const double begins = x(static_cast<double>(*since) - 0.5), ends = x(static_cast<double>(last) + 0.5);
      std::string tooltip(names.substr(button, 1));
      tooltip += ", frames " + std::to_string(*since) + " to " + std::to_string(last);
      since.reset();
      if (!joins) {
        body += rectangle("button", {begins, y + 2}, ends - begins, button_line - 4, tooltip);
        return;
      }
      if (begins - to >= 1) {
        drawJoined();
        from = begins;
      }
      to = ends;
    };
    for (const Row& row : trace.rows) {
      if (row.frame < shown.first || row.frame > shown.last) continue;
      const bool down = (row.buttons >> (7 - button) & 1) != 0;
      if (since && (!down || row.frame != last + 1)) finish();
      if (down && !since) since = row.frame;
      last = row.frame;
    }
    finish();
    drawJoined();
  }
  return body;
}

// Events on the way, and bands where the first source differs from its model.
std::string drawMarks(std::span<const PlotSource> sources, double y_top, double y_bottom, const Scale& x) {
  std::string body;
  for (const PlotSource& source : sources) {
    for (const jumps::Jump& jump : source.jumps)
      for (const jumps::Event& event : jump.events)
        body += dot("event", {x(static_cast<double>(event.frame)), y_top + 8}, 4,
                    std::string(event.name) + " in frame " + std::to_string(event.frame));
    if (!source.diff) continue;
    const auto& differences = source.diff->differences;
    for (size_t i = 0; i < differences.size();) {
      size_t end = i + 1;
      while (end < differences.size() && differences[end].frame <= differences[end - 1].frame + 1) ++end;
      const uint64_t first = differences[i].frame, last = differences[end - 1].frame;
      body += rectangle(
          "wrong", {x(static_cast<double>(first) - 0.5), y_top},
          x(static_cast<double>(last) + 0.5) - x(static_cast<double>(first) - 0.5), y_bottom - y_top,
          "not as the model expects: frames " + std::to_string(first) + " to " + std::to_string(last));
      i = end;
    }
  }
  return body;
}

}  // namespace

AxisRange axisRange(const Panel& panel) {
  std::vector<double> values, whole;
  for (const Curve& curve : panel.curves)
    for (const Point& point : curve.points) (curve.whole ? whole : values).push_back(point.y);
  if (values.empty()) values = whole;
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  // Most lie between the first and the last hundredth; as far again on either side is not far from them.
  const size_t hundredth = values.size() / 100;
  const double first = values[hundredth], last = values[values.size() - 1 - hundredth];
  AxisRange range{values.front(), values.back(), 0};
  if (last == first && !whole.empty()) range = {first, last, 0};
  if (last > first)
    range = {std::max(range.low, 2 * first - last), std::min(range.high, 2 * last - first), 0};
  for (const double value : whole)
    range.low = std::min(range.low, value), range.high = std::max(range.high, value);
  const auto inside = [&](double value) { return value >= range.low && value <= range.high; };
  range.beyond = values.size() - static_cast<size_t>(std::count_if(values.begin(), values.end(), inside));
  return range;
}

TimelineFrame timelineFrame(std::span<const PlotSource> sources) {
  constexpr uint64_t around = 10;
  TimelineFrame shown;
  bool any = false;
  const auto include = [&](uint64_t first, uint64_t last) {
    shown.first = any ? std::min(shown.first, first) : first;
    shown.last = any ? std::max(shown.last, last) : last;
    any = true;
  };
  for (const PlotSource& source : sources)
    for (const jumps::Jump& jump : source.jumps) {
      const uint64_t end = source.trace->rows[jump.last_row].frame;
      include(jump.start_frame - std::min(jump.start_frame, around),
              end + std::min(around, source.trace->rows.back().frame - end));
    }
  const bool no_jump = !any;
  for (const PlotSource& source : sources)
    if (no_jump && !source.trace->rows.empty())
      include(source.trace->rows.front().frame, source.trace->rows.back().frame);
  if (!any)
    throw std::runtime_error("there is nothing to draw: the trace has no rows; record at least one frame");
  const double frames = std::max(1.0, static_cast<double>(shown.last - shown.first));
  const double wide = std::clamp(frames * px_per_frame + left + right, narrowest, widest);
  // What shows more than a frame a px is an overview, which the more frames share a px the less width can help.
  const double width = std::min(wide, std::max(overview, widest * widest / frames));
  shown.left = left;
  shown.per_frame = (width - left - right) / frames;
  return shown;
}

Picture timeline(std::span<const PlotSource> sources) {
  const TimelineFrame shown = timelineFrame(sources);
  const double last = static_cast<double>(std::max(shown.last, shown.first + 1)),
               first = static_cast<double>(shown.first);
  const double width = left + right + shown.per_frame * (last - first);
  const Scale x{first, last, left, width - right};
  Picture picture{width, 0, ""};
  double y = top;
  for (const Panel& panel : panelsOf(sources, shown)) {
    picture.body += drawPanel(panel, y, x, width);
    y += panel.height + gap;
  }
  const auto has_buttons = [](const PlotSource& source) { return source.trace->header.has_buttons; };
  const auto shown_buttons = std::find_if(sources.begin(), sources.end(), has_buttons);
  picture.body += drawButtons(shown_buttons == sources.end() ? *sources.front().trace : *shown_buttons->trace,
                              shown, y, x, width);
  y += button_line * 8 + 4;
  picture.body += drawMarks(sources, top, y, x);
  for (double tick : ticks(first, last, static_cast<int>(width / 90)))
    picture.body += text("tick", {x(tick), y + 16}, number(tick), "middle");
  picture.body += text("label", {left + 4, y + 34}, "frame");
  picture.height = y + axis;
  return picture;
}

}  // namespace jumpscope::report
