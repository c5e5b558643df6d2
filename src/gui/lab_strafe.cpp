// Strafing from above: the path, the vectors of a call, the speed.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "src/base/concat.h"
#include "src/gui/lab_views.h"

namespace jumpscope::gui {
namespace {

using lab::StrafeField;
using lab::StrafeMoment;
using lab::Vec;
using report::Point;

constexpr uint32_t before_ink = 0x6AA9FF, friction_ink = 0xFF6B5E, wish_ink = 0xF2E55C,
                   projection_ink = 0x6FDB73, added_ink = 0xFFB347, after_ink = 0xFFFFFF,
                   ground_ink = 0x7C8AA0, air_ink = 0x4FD1C5;

Vec plus(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y}; }

// A piece of the plane with the same scale both ways, around a point.
Plane around(const Area& area, const Vec& center, double pixels_a_unit) {
  const double half_x = area.width() / 2 / pixels_a_unit, half_y = area.height() / 2 / pixels_a_unit;
  return {area, center.x - half_x, center.x + half_x, center.y - half_y, center.y + half_y};
}

void vectors(const Plane& plane, const StrafeMoment& now, const Vec& origin, bool whole) {
  const auto at = [&](const Vec& v) { return plane(origin.x + v.x, origin.y + v.y); };
  const Vec slowed = plus(now.before, now.friction);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PushClipRect(plane.area.from, plane.area.to, true);
  arrow(at({}), at(now.before), before_ink, 5);
  if (whole) {
    const bool wishes = now.wish.x != 0 || now.wish.y != 0;
    const double reach =
        std::max({now.max_speed, std::abs(now.projected), 0.4 * physics::length(now.before), 2.});
    const Vec tip{now.wish.x * reach * 1.25, now.wish.y * reach * 1.25};
    if (wishes) dashed(at({-tip.x, -tip.y}), at(tip), paint(wish_ink, 0.35), 1);
    arrow(at({}), at({now.wish.x * reach, now.wish.y * reach}), wish_ink, 2);
    arrow(at({}), at(now.projection), projection_ink, 3.5f);
    if (wishes) dashed(at(slowed), at(now.projection), paint(projection_ink, 0.7), 1);
    // The limit of the projection, across the wish.
    const Vec limit{now.wish.x * now.max_speed, now.wish.y * now.max_speed};
    const double mark = 6 / (plane.area.width() / (plane.x.high - plane.x.low));
    if (wishes)
      list->AddLine(at({limit.x - now.wish.y * mark, limit.y + now.wish.x * mark}),
                    at({limit.x + now.wish.y * mark, limit.y - now.wish.x * mark}), paint(wish_ink), 2);
  }
  arrow(at({}), at(now.after), after_ink, 2);
  arrow(at(now.before), at(slowed), friction_ink, 3);
  arrow(at(slowed), at(now.after), added_ink, 3);
  list->PopClipRect();
}

void frameOf(const Area& area, const std::string& title, const std::string& remark = "") {
  fill(area, panel_paper);
  writeTitle(area.inner(8, 5, 8, 0), title, remark);
}

void field(LabWindow& window, const Area& area) {
  const StrafeField& strafe = window.lab.strafe;
  const StrafeMoment& now = strafe.now();
  fill(area, panel_paper);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PushClipRect(area.from, area.to, true);
  const Plane plane = around(area, now.position, window.strafe_zoom);
  const int columns = std::max(2, int(area.width() / em(80)));
  for (const double tick : report::ticks(plane.x.low, plane.x.high, columns)) {
    const float at = float(plane.x(tick));
    list->AddLine({at, area.from.y}, {at, area.to.y}, paint(tick == 0 ? axis_ink : grid_ink));
    write({at + 3, area.to.y - 16}, axis_ink, report::number(tick));
  }
  for (const double tick :
       report::ticks(plane.y.low, plane.y.high, std::max(2, int(area.height() / em(80))))) {
    const float at = float(plane.y(tick));
    list->AddLine({area.from.x, at}, {area.to.x, at}, paint(tick == 0 ? axis_ink : grid_ink));
    write({area.from.x + 4, at - 14}, axis_ink, report::number(tick));
  }
  const auto& trail = strafe.trail();
  for (size_t i = 1; i < trail.size(); ++i) {
    const double age = double(i) / double(trail.size());
    list->AddLine(plane(trail[i - 1].position.x, trail[i - 1].position.y),
                  plane(trail[i].position.x, trail[i].position.y),
                  paint(trail[i].grounded ? ground_ink : air_ink, 0.15 + 0.85 * age), 2);
  }
  const ImVec2 here = plane(now.position.x, now.position.y);
  const double view = now.view * std::numbers::pi / 180, cone = 0.35;
  const float reach = 60;
  list->AddTriangleFilled(
      here, {here.x + reach * float(std::cos(view - cone)), here.y - reach * float(std::sin(view - cone))},
      {here.x + reach * float(std::cos(view + cone)), here.y - reach * float(std::sin(view + cone))},
      paint(bright_ink, 0.10));
  // A velocity is drawn as the distance covered in a quarter of a second.
  const Vec quarter{now.after.x / 4, now.after.y / 4};
  arrow(here, plane(now.position.x + quarter.x, now.position.y + quarter.y), after_ink, 2.5f);
  arrow(here, {here.x + 45 * float(now.wish.x), here.y - 45 * float(now.wish.y)}, wish_ink, 2);
  list->AddCircleFilled(here, 5, paint(now.grounded ? ground_ink : air_ink), 20);
  list->AddCircle(here, 5, paint(bright_ink), 20, 1.5f);
  writeTitle(area.inner(8, 5, 8, 0), "From above, in units", "path on the ground gray, in the air teal");
  list->PopClipRect();
}

void wholeVectors(const StrafeMoment& now, const Area& area) {
  frameOf(area, "This call's vectors, unit/s");
  const double reach =
      std::max({physics::length(now.before), now.speed(), now.max_speed * 1.3, std::abs(now.projected), 2.5});
  const Area space = area.inner(6, 22, 6, 6);
  const double scale = std::min(space.width(), space.height()) / 2 / (reach * 1.08);
  const Plane plane = around(space, {}, scale);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddLine({plane.area.from.x, float(plane.y(0))}, {plane.area.to.x, float(plane.y(0))},
                paint(grid_ink));
  list->AddLine({float(plane.x(0)), plane.area.from.y}, {float(plane.x(0)), plane.area.to.y},
                paint(grid_ink));
  list->AddCircle(plane(0, 0), float(scale * now.max_speed), paint(wish_ink, 0.3), 64);
  vectors(plane, now, {}, true);
}

void tipOfVectors(const StrafeMoment& now, const Area& area) {
  frameOf(area, "Its tip, enlarged",
          base::concat({decimals(physics::length(now.friction), 3), " and ",
                        decimals(physics::length(now.added), 3), " unit/s"}));
  const double reach =
      std::max({physics::length(now.friction), physics::length(plus(now.friction, now.added)), 0.05});
  const Area space = area.inner(6, 22, 6, 6);
  const double scale = std::min(space.width(), space.height()) / 2 / (reach * 1.3);
  vectors(around(space, now.before, scale), now, {}, false);
}

double angleBetween(const StrafeMoment& now) {
  const double size = physics::length(now.before);
  if (size == 0 || (now.wish.x == 0 && now.wish.y == 0)) return 0;
  const double cosine = (now.before.x * now.wish.x + now.before.y * now.wish.y) / size;
  return std::acos(std::clamp(cosine, -1., 1.)) * 180 / std::numbers::pi;
}

void numbers(const StrafeMoment& now, const Area& area) {
  frameOf(area, now.grounded ? "On the ground" : "In the air");
  struct Line {
    uint32_t ink;
    std::string name, value;
  };
  const double best = std::acos(std::clamp(now.best_cosine, -1., 1.)) * 180 / std::numbers::pi;
  const Line lines[] = {
      {after_ink, "speed", base::concat({decimals(now.speed(), 3), " unit/s"})},
      {before_ink, "speed before", base::concat({decimals(physics::length(now.before), 3), " unit/s"})},
      {friction_ink, "friction", decimals(physics::length(now.friction), 3)},
      {projection_ink, "projection on the wish", decimals(now.projected, 3)},
      {wish_ink, "wish; its limit", decimals(now.max_speed, 3)},
      {added_ink, "added", decimals(physics::length(now.added), 3)},
      {text_ink, "angle; the best",
       base::concat({decimals(angleBetween(now), 1), "; ", decimals(best, 1), " deg"})},
  };
  float y = area.from.y + em(25);
  for (const Line& line : lines) {
    arrow({area.from.x + em(8), y + em(7)}, {area.from.x + em(30), y + em(7)}, line.ink, 2.5f);
    write({area.from.x + em(38), y}, text_ink, line.name);
    writeAnchored({area.to.x - em(8), y}, 1, bright_ink, line.value);
    y += em(17);
  }
}

void speedCurve(const StrafeField& strafe, const Area& area) {
  const auto& trail = strafe.trail();
  double top = trail.back().max_speed * 1.2;
  std::vector<Point> points;
  for (const StrafeMoment& moment : trail) {
    top = std::max(top, moment.speed() * 1.1);
    points.push_back({moment.seconds, moment.speed()});
  }
  const double first = trail.front().seconds;
  const Plane plane(area.inner(46, 24, 14, 20), first, std::max(trail.back().seconds, first + 5), 0,
                    std::max(top, 1.));
  plane.grid("Speed, unit/s", "seconds of the model");
  const double limits[] = {strafe.settings().at("ground_max_speed"), strafe.settings().at("air_max_speed")};
  const uint32_t inks[] = {ground_ink, air_ink};
  const char* names[] = {"ground_max_speed", "air_max_speed"};
  for (int i = 0; i < 2; ++i) {
    if (limits[i] > plane.y.high) continue;
    const float y = float(plane.y(limits[i]));
    dashed({plane.area.from.x, y}, {plane.area.to.x, y}, paint(inks[i]), 1.5f);
    writeAnchored({plane.area.to.x - em(4), y - em(15)}, 1, inks[i], names[i]);
  }
  plane.curve(points, paint(after_ink), 2);
}

}  // namespace

void strafePicture(LabWindow& window, const Area& area) {
  const float gap = em(8), numbers_height = em(152);
  // Where the text is too large for a column of its own, the numbers have the place of the curve.
  const bool narrow = area.width() < em(560);
  const float column = narrow ? area.width() / 2 : em(316);
  const float low = narrow ? numbers_height : std::floor(area.height() * 0.23f);
  const float bottom = area.to.y - low, right = area.to.x - column;
  const Area above{area.from, {right - gap, bottom - gap}};
  field(window, above);
  ImGui::SetCursorScreenPos(above.from);
  ImGui::InvisibleButton("field", {above.width(), above.height()});
  if (ImGui::IsItemActive()) window.mouse_turn -= 0.3 * ImGui::GetIO().MouseDelta.x;
  if (ImGui::IsItemHovered())
    window.strafe_zoom =
        std::clamp(window.strafe_zoom * std::pow(1.15f, ImGui::GetIO().MouseWheel), 1.f, 200.f);
  if (narrow) {
    wholeVectors(window.lab.strafe.now(), {{right, area.from.y}, {area.to.x, bottom - gap}});
    return numbers(window.lab.strafe.now(), {{area.from.x, bottom}, area.to});
  }
  const float middle = (bottom - gap - numbers_height - area.from.y - 2 * gap) * 0.58f;
  const StrafeMoment& now = window.lab.strafe.now();
  wholeVectors(now, {{right, area.from.y}, {area.to.x, area.from.y + middle}});
  tipOfVectors(now, {{right, area.from.y + middle + gap}, {area.to.x, bottom - numbers_height - 2 * gap}});
  numbers(now, {{right, bottom - numbers_height - gap}, {area.to.x, bottom - gap}});
  speedCurve(window.lab.strafe, {{area.from.x, bottom}, area.to});
}

void strafePanel(LabWindow& window) {
  ImGui::TextUnformatted("strafe");
  ImGui::PushTextWrapPos(0);
  ImGui::TextDisabled(
      "Arrows: direction, seen from the player. Q, E or dragging the picture: turn. Space: jump. O: "
      "autopilot. "
      "Wheel: zoom.");
  ImGui::PopTextWrapPos();
  ImGui::Separator();
  StrafeField& strafe = window.lab.strafe;
  parameterSliders(lab::strafeParameters(), strafe.settings(),
                   [&](const std::string& parameter, double value) {
                     window.attempt([&] { strafe.set(parameter, value); });
                   });
}

}  // namespace jumpscope::gui
