#include "src/gui/overlay.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>

#include "src/gui/font.h"
#include "src/models/binding.h"
#include "src/play/curves.h"
#include "src/play/predict.h"
#include "src/trace/watch.h"

namespace jumpscope::gui {

namespace {

using play::Curve;

constexpr ImU32 now_color = IM_COL32(255, 214, 64, 255);
constexpr ImU32 held_color = IM_COL32(120, 220, 255, 255);
constexpr ImU32 released_color = IM_COL32(255, 140, 220, 255);
constexpr ImU32 wrong_color = IM_COL32(255, 48, 48, 255);
constexpr ImU32 panel_color = IM_COL32(0, 0, 0, 215);
constexpr ImU32 text_color = IM_COL32(235, 235, 235, 255);
constexpr float margin = 6, curve_height = 84;  // at 100 %
// Where games have their status lines, lines of the picture: panels over the picture begin below.
constexpr float status_lines = 36;
constexpr ImU32 faint_color = IM_COL32(160, 160, 160, 255);

// Where panels go on one side of the picture.
struct Side {
  float left, right;  // in the window
  bool in_margin;     // beside the picture; else over it
};

// Whether something so high has its place above the picture, or below it.
bool fitsAbove(const PictureArea& area, float height) {
  return area.from.y - area.room_from.y >= height + 2 * em(margin);
}
bool fitsBelow(const PictureArea& area, float height) {
  return area.room_to.y - area.to.y >= height + 2 * em(margin);
}

ImU32 faded(ImU32 color, float strength) {
  ImVec4 parts = ImGui::ColorConvertU32ToFloat4(color);
  parts.w *= strength;
  return ImGui::ColorConvertFloat4ToU32(parts);
}

// Places of the level in the window, as the level is scrolled now.
class Projection {
 public:
  Projection(const PlayState& player, const PictureArea& area, const trace::OnScreen& on_screen)
      : area_(area), below_(player.feet.offset()) {
    const console::Console& console = player.game->console();
    const play::LevelPoint feet = player.trail.shown().value_or(play::feetNow(console, on_screen, 0));
    // The level's x wraps around: it is unwrapped relative to the character, who is on the screen.
    offset_ =
        play::pictureX(console.state().ppu, on_screen, feet.x - on_screen.feet_x) + on_screen.feet_x - feet.x;
  }
  ImVec2 operator()(int x, int y) const {
    return area_.at(static_cast<float>(x + offset_), static_cast<float>(y + below_));
  }

 private:
  const PictureArea& area_;
  int offset_ = 0, below_ = 0;
};

void drawArcs(const PlayState& player, const Projection& where, ImDrawList& draw) {
  const auto& arcs = player.trail.arcs();
  const bool past = player.shown("past_arcs"), present = player.shown("arc");
  for (size_t i = 0; i < arcs.size(); ++i) {
    const bool newest = i + 1 == arcs.size();
    if (newest ? !present : !past) continue;
    const float strength = newest ? 1.0f : 0.6f * static_cast<float>(i + 1) / static_cast<float>(arcs.size());
    std::vector<ImVec2> points;
    for (const play::LevelPoint& place : player.trail.shownPart(arcs[i]))
      points.push_back(where(place.x, place.y));
    draw.AddPolyline(points.data(), static_cast<int>(points.size()), faded(now_color, strength), 0,
                     em(newest ? 2.5f : 1.5f));
    if (newest)
      for (const ImVec2& point : points) draw.AddCircleFilled(point, em(2.5f), faded(now_color, strength));
  }
}

void drawPrediction(const PlayState& player, const PictureArea& area, const Projection& where,
                    ImDrawList& draw) {
  const trace::Profile& profile = *player.game->profile();
  const models::Binding& binding = player.game->live()->modelBinding();
  const std::span<const trace::Row> flight = player.game->live()->flight();
  if (!play::canPredict(profile, binding) || flight.empty()) return;
  const trace::Row& now = flight.back();
  const play::LevelPoint feet = play::feetNow(player.game->console(), *profile.screen, 0);
  const int down = profile.height_up ? -1 : 1;
  const int64_t y_now =
      binding.value(now, models::Role::YPage, 1) * 256 + binding.value(now, models::Role::YPosition);
  const auto pointsOf = [&](bool held) {
    std::vector<ImVec2> points{where(feet.x, feet.y)};
    for (const play::PredictedPoint& point : play::predict(
             flight, binding, held, play::floorOf(flight, binding, player.game->live()->ground()))) {
      const float frames = static_cast<float>(points.size());
      points.push_back(where(feet.x + static_cast<int>(std::lround(player.x_speed * frames)),
                             feet.y + down * static_cast<int>(point.y - y_now)));
    }
    return points;
  };
  const auto line = [&](const std::vector<ImVec2>& points, ImU32 color, const char* words, float above) {
    if (points.size() < 2) return;
    for (const ImVec2& point : points) draw.AddCircleFilled(point, em(2), color);
    // Within the picture, where the arc leaves it.
    const float rightmost = area.to.x - ImGui::CalcTextSize(words).x - em(margin);
    draw.AddText({std::min(points.back().x + em(8), rightmost), points.back().y - above}, color, words);
  };
  const std::vector<ImVec2> held = pointsOf(true), released = pointsOf(false);
  const bool same = std::equal(held.begin(), held.end(), released.begin(), released.end(),
                               [](const ImVec2& a, const ImVec2& b) { return a.x == b.x && a.y == b.y; });
  const float lower = em(16), upper = em(30);
  line(held, held_color, same ? "" : "A held", lower);
  if (!same) line(released, released_color, "A released", upper);
}

// A red cross at the character's position in the first frame in which cartridge and model differ.
void drawMark(const play::LevelPoint& mark, const Projection& where, ImDrawList& draw) {
  const ImVec2 at = where(mark.x, mark.y);
  const float size = em(12);
  draw.AddLine({at.x - size, at.y - size}, {at.x + size, at.y + size}, wrong_color, em(4));
  draw.AddLine({at.x - size, at.y + size}, {at.x + size, at.y - size}, wrong_color, em(4));
}

// The pad as it was in the last frame, above the curves or where they would be.
void drawInput(const PlayState& player, const Side& side, float bottom, ImDrawList& draw) {
  constexpr std::array<const char*, 8> letters{"A", "B", "S", "T", "U", "D", "L", "R"};
  const uint8_t buttons = player.game->rows().back().buttons;
  const float step = em(16), padding = em(3);
  float x = side.right - 8 * step - em(margin);
  for (int bit = 7; bit >= 0; --bit, x += step) {
    const bool down = buttons >> bit & 1;
    const ImVec2 at{x, bottom - em(28)};
    draw.AddRectFilled(at, {at.x + em(14), at.y + em(17)}, down ? now_color : panel_color, padding);
    draw.AddText({at.x + padding, at.y + em(2)}, down ? IM_COL32_BLACK : faint_color,
                 letters[static_cast<size_t>(bit)]);
  }
}

// A text panel of the overlay: lines in two columns.
using PanelLines = std::vector<std::array<std::string, 2>>;

struct PanelSize {
  float left = 0, right = 0;  // of the columns
  float whole() const { return left + right + em(22); }
};

PanelSize sizeOf(const PanelLines& lines) {
  PanelSize size;
  for (const auto& [name, value] : lines) {
    size.left = std::max(size.left, ImGui::CalcTextSize(name.c_str()).x);
    size.right = std::max(size.right, ImGui::CalcTextSize(value.c_str()).x);
  }
  return size;
}

// As many lines as there is room for above `lowest`. Returns where it ends.
float drawPanel(ImDrawList& draw, ImVec2 at, const PanelLines& all, float lowest) {
  const PanelSize size = sizeOf(all);
  const float line = ImGui::GetTextLineHeight();
  const float room = std::max(0.0f, (lowest - at.y - em(8)) / line);
  const std::span lines(all.data(), std::min(all.size(), static_cast<size_t>(room)));
  const ImVec2 end{at.x + size.whole(), at.y + line * static_cast<float>(lines.size()) + em(8)};
  draw.AddRectFilled(at, end, panel_color, em(4));
  float y = at.y + em(4);
  for (const auto& [name, value] : lines) {
    draw.AddText({at.x + em(6), y}, faint_color, name.c_str());
    draw.AddText({at.x + em(14) + size.left, y}, text_color, value.c_str());
    y += line;
  }
  return end.y;
}

PanelLines allValueLines(const PlayState& player) {
  const trace::Profile& profile = *player.game->profile();
  const trace::Row& row = player.game->rows().back();
  PanelLines lines;
  for (size_t i = 0; i < profile.watches.size() && i < row.values.size(); ++i) {
    const trace::Watch& watch = profile.watches[i];
    std::string value = trace::formatValue(watch, row.values[i]);
    if (!watch.unit.empty()) value.append(" ").append(watch.unit);
    lines.push_back({watch.name, value});
  }
  return lines;
}

std::string decimal(double value, const char* unit) {
  char text[48];
  std::snprintf(text, sizeof text, "%.2f %s", value, unit);
  return text;
}

PanelLines lastJumpLines(const PlayState& player) {
  const std::optional<jumps::Jump> jump = player.game->lastJump();
  if (!jump) return {{"last jump", player.game->live()->whyNoLastJump()}};
  PanelLines lines{{"last jump", "frame " + std::to_string(jump->start_frame)},
                   {"apex", decimal(std::ldexp(static_cast<double>(jump->apex_raw), -jump->apex_bits), "px")},
                   {"frames to apex", std::to_string(jump->apex_frame)},
                   {"airtime", std::to_string(jump->frames_airborne) + " frames"},
                   {"held", std::to_string(jump->hold_frames) + " frames"}};
  if (jump->tier) lines.push_back({"tier", std::to_string(*jump->tier)});
  if (jump->distance_px) lines.push_back({"distance", std::to_string(*jump->distance_px) + " px"});
  // In a game that writes its speed in every frame the events would fill the picture.
  constexpr size_t most_events = 2;
  const size_t events = jump->events.size();
  if (events > most_events) lines.push_back({"disturbed", std::to_string(events) + " times"});
  lines.push_back(
      {"end", events > most_events ? std::string(toString(jump->end)) : jumps::describeEnd(*jump)});
  return lines;
}

ImU32 colorOf(play::Curve::What what) {
  constexpr ImU32 colors[]{now_color, held_color, released_color};
  return colors[static_cast<size_t>(what)];
}

// The last seconds of a value, in its own scale.
void drawCurve(ImDrawList& draw, ImVec2 from, ImVec2 to, const Curve& curve) {
  draw.AddRectFilled(from, to, panel_color, em(4));
  const auto [low, high] = std::minmax_element(curve.values.begin(), curve.values.end());
  const double span = std::max(1e-9, *high - *low);
  std::vector<ImVec2> points;
  for (size_t i = 0; i < curve.values.size(); ++i)
    points.push_back(
        {from.x + em(4) +
             (to.x - from.x - em(8)) * static_cast<float>(i) / static_cast<float>(curve.values.size() - 1),
         to.y - em(4) - (to.y - from.y - em(20)) * static_cast<float>((curve.values[i] - *low) / span)});
  draw.AddPolyline(points.data(), static_cast<int>(points.size()), colorOf(curve.what), 0, em(1.5f));
  char text[96];
  std::snprintf(text, sizeof text, "%s %.2f  (%.2f to %.2f)", curve.name, curve.values.back(), *low, *high);
  if (from.x + em(6) + ImGui::CalcTextSize(text).x > to.x)
    std::snprintf(text, sizeof text, "%s %.2f", curve.name, curve.values.back());
  draw.PushClipRect(from, to, true);
  draw.AddText({from.x + em(6), from.y + em(2)}, text_color, text);
  draw.PopClipRect();
}

std::vector<Curve> curvesOf(const PlayState& player) {
  constexpr size_t frames = 180;
  const auto rows = player.game->rows();
  return play::curvesOf(*player.game->live(), rows.last(std::min(frames, rows.size())));
}

// Stacked in the margin, or side by side below the picture or at its bottom. Returns where they begin.
float drawCurves(const PlayState& player, const PictureArea& area, const Side& side, float height,
                 ImDrawList& draw) {
  const std::vector<Curve> curves = curvesOf(player);
  const float gap = em(margin);
  const float width =
      side.in_margin ? side.right - side.left - 2 * gap : (area.to.x - area.from.x - 2 * gap) / 3;
  const bool is_below = !side.in_margin && fitsBelow(area, height);
  const float lowest = is_below ? area.to.y + gap + height : area.to.y - gap;
  for (size_t i = 0; i < curves.size(); ++i) {
    const float n = static_cast<float>(i);
    const float x = side.in_margin ? side.left + gap : area.from.x + gap + width * n;
    const float bottom = lowest - (side.in_margin ? (height + gap) * (2 - n) : 0);
    drawCurve(draw, {x, bottom - height}, {x + width - em(4), bottom}, curves[i]);
  }
  return is_below ? area.to.y : area.to.y - (side.in_margin ? 3 : 1) * (height + gap);
}

// The margin beside the picture where it is wide enough, else the picture itself.
Side sideOf(const PictureArea& area, bool right, float needed) {
  const Side margin_side =
      right ? Side{area.to.x, area.room_to.x, true} : Side{area.room_from.x, area.from.x, true};
  if (margin_side.right - margin_side.left >= needed + 2 * em(margin)) return margin_side;
  return {area.from.x, area.to.x, false};
}

// What a player looks for, in pixels: what the curves show, the speed along the level, and where the character is.
PanelLines valueLines(const PlayState& player) {
  if (player.shown("all_values")) return allValueLines(player);
  PanelLines lines;
  for (const Curve& curve : curvesOf(player))
    lines.push_back({curve.name, decimal(curve.values.back(), curve.unit)});
  const trace::Profile& profile = *player.game->profile();
  if (profile.height_watch.empty() && lines.empty()) return allValueLines(player);
  // On a title picture the bytes mean something else.
  if (lines.empty()) return {{"state", "the player is not in control"}};
  if (profile.screen) lines.push_back({"speed along", decimal(player.x_speed, "px/frame")});
  lines.push_back({"state", player.game->flying() ? "in the air" : "on the ground"});
  return lines;
}

// The top of a panel that has no margin beside the picture: above it, or over it, but neither over its status lines nor
// over the character.
float besideCharacter(const PlayState& player, const PictureArea& area, ImVec2 from, ImVec2 size,
                      float lowest) {
  if (fitsAbove(area, size.y)) return area.from.y - em(margin) - size.y;
  from.y = std::max(from.y, area.at(0, status_lines).y + em(margin));
  const std::optional<Box> character = characterBox(player, area);
  const bool covers = character && character->meets({from, {from.x + size.x, from.y + size.y}});
  return covers ? std::max(from.y, lowest - size.y) : from.y;
}

// Of curves over the picture: below the ground on which the character walks, if there is room.
float curvesOverPicture(const PlayState& player, const PictureArea& area) {
  constexpr float lowest = 20;
  const float room = area.to.y - area.at(0, player.ground).y - em(2 * margin);
  return player.ground > 0 ? std::clamp(room, em(lowest), em(curve_height)) : em(curve_height);
}

float heightOf(const PanelLines& lines) {
  return ImGui::GetTextLineHeight() * static_cast<float>(lines.size()) + em(8);
}

// Returns where the panel is.
Box drawLeft(const PlayState& player, const PictureArea& area, ImDrawList& draw) {
  const PanelLines lines = valueLines(player);
  const Side side = sideOf(area, false, sizeOf(lines).whole());
  const float lowest =
      side.in_margin ? area.room_to.y : area.to.y - em(2 * margin) - curvesOverPicture(player, area);
  ImVec2 at{side.left + em(margin), area.from.y + em(margin)};
  if (!side.in_margin)
    at.y = besideCharacter(player, area, at, {sizeOf(lines).whole(), heightOf(lines)}, lowest);
  const float bottom = drawPanel(draw, at, lines, lowest);
  return {at, {at.x + sizeOf(lines).whole(), bottom}};
}

// The panel at the right gives way to that at the left, where there is no room for both side by side.
// Returns where the curves begin.
float drawRight(const PlayState& player, const PictureArea& area, const Box& left, ImDrawList& draw) {
  constexpr float curve_width = 200, lowest_curve = 30, buttons = 28;
  float below = area.from.y;
  if (player.shown("last_jump"))
    if (const PanelLines lines = lastJumpLines(player); !lines.empty()) {
      const float width = sizeOf(lines).whole();
      const Side side = sideOf(area, true, width);
      const float x = side.in_margin ? side.left + em(margin) : side.right - width - em(margin);
      ImVec2 at{x, area.from.y + em(margin)};
      if (!side.in_margin)
        at.y = besideCharacter(player, area, at, {width, heightOf(lines)},
                               area.to.y - em(2 * margin) - curvesOverPicture(player, area));
      const bool covers = at.x < left.to.x && at.y < left.to.y && at.y + heightOf(lines) > left.from.y;
      if (covers) at.y = left.to.y + em(margin);
      // A small picture with large text has no room for it.
      const std::optional<Box> character = characterBox(player, area);
      const bool has_room =
          side.in_margin || !character || !character->meets({at, {at.x + width, at.y + heightOf(lines)}});
      if (has_room) below = drawPanel(draw, at, lines, area.to.y);
    }
  const Side side = sideOf(area, true, em(curve_width));
  const float room = (area.to.y - below - em(buttons)) / 3 - em(margin);
  const bool over = !side.in_margin && !fitsBelow(area, em(curve_height));
  const float height = side.in_margin ? std::clamp(room, em(lowest_curve), em(curve_height))
                       : over         ? curvesOverPicture(player, area)
                                      : em(curve_height);
  float above = area.to.y - (side.in_margin ? 0 : em(margin) + height);
  if (player.shown("curves")) above = drawCurves(player, area, side, height, draw);
  if (player.shown("input")) drawInput(player, side, above, draw);
  return over ? above : area.to.y;
}

}  // namespace

std::optional<Box> characterBox(const PlayState& player, const PictureArea& area) {
  const trace::Profile* profile = player.game ? player.game->profile() : nullptr;
  if (!profile || !profile->screen) return std::nullopt;
  const play::LevelPoint feet =
      player.trail.shown().value_or(play::feetNow(player.game->console(), *profile->screen, 0));
  const Projection where(player, area, *profile->screen);
  constexpr int half_width = 12, height = 36, below = 2;
  return Box{where(feet.x - half_width, feet.y - height), where(feet.x + half_width, feet.y + below)};
}

float drawOverlay(PlayState& player, const PictureArea& area) {
  if (!player.game || !player.game->profile() || player.game->rows().empty()) return area.to.y;
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.PushClipRect(area.from, area.to, true);
  const trace::Profile& profile = *player.game->profile();
  if (profile.screen) {
    const Projection where(player, area, *profile.screen);
    drawArcs(player, where, draw);
    if (player.shown("prediction")) drawPrediction(player, area, where, draw);
    if (player.mark) drawMark(*player.mark, where, draw);
  }
  draw.PopClipRect();
  const Box left = player.shown("values") ? drawLeft(player, area, draw) : Box{};
  return drawRight(player, area, left, draw);
}

}  // namespace jumpscope::gui
