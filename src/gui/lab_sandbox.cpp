// The room of platforms.
#include <algorithm>
#include <cmath>

#include "src/base/concat.h"
#include "src/gui/lab_views.h"

namespace jumpscope::gui {
namespace {

using lab::Sandbox;
using physics::Actor;
using physics::Box;

constexpr uint32_t still_ink = 0x3B4454, player_ink = 0x6AA9FF, crate_ink = 0xC79A5B, squish_ink = 0xFF6B5E;
constexpr uint64_t flash = 14;  // frames

struct Room {
  ImVec2 origin;
  float scale;

  Area operator()(const Box& box) const {
    return {{origin.x + scale * float(box.x), origin.y + scale * float(box.y)},
            {origin.x + scale * float(box.right()), origin.y + scale * float(box.bottom())}};
  }
};

uint32_t solidInk(size_t solid) {
  switch (solid) {
    case lab::sandbox_lift:
      return 0x4FD1C5;
    case lab::sandbox_platform:
      return 0x6FDB73;
    case lab::sandbox_pusher:
      return 0xFFB347;
    case lab::sandbox_crusher:
      return 0xD9534F;
    default:
      return still_ink;
  }
}

void solids(const Sandbox& sandbox, const Room& room) {
  const auto& all = sandbox.world().solids();
  for (size_t i = 0; i < all.size(); ++i) {
    const Area area = room(all[i].box);
    ImGui::GetWindowDrawList()->AddRectFilled(area.from, area.to, paint(solidInk(i)), i < 4 ? 0.f : 2.f);
    if (i < lab::sandbox_ledge) continue;
    const bool below = area.height() < em(30) || area.width() < em(50);
    writeAnchored(
        {(area.from.x + area.to.x) / 2, below ? area.to.y + em(3) : (area.from.y + area.to.y) / 2 - em(7)},
        0.5f, below ? text_ink : paper, lab::sandbox_solid_names[i]);
  }
}

void actor(const Sandbox& sandbox, const Room& room, size_t index) {
  const Actor& body = sandbox.world().actors()[index];
  const Area area = room(body.box);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto since = sandbox.sinceEvent(index);
  if (!body.alive) {
    // What is left of it.
    const ImVec2 center{(area.from.x + area.to.x) / 2, (area.from.y + area.to.y) / 2};
    const float radius = 8 + 1.2f * float(std::min<uint64_t>(since.value_or(0), Sandbox::absence));
    list->AddCircle(center, radius, paint(squish_ink, std::max(0.1, 1 - radius / 70.)), 32, 3);
    writeAnchored({center.x, center.y - em(7)}, 0.5f, squish_ink, "squished");
    return;
  }
  const uint32_t ink = index == lab::sandbox_player ? player_ink : crate_ink;
  list->AddRectFilled(area.from, area.to, paint(ink), 2);
  if (index == lab::sandbox_player) {
    // Eyes.
    const float s = room.scale;
    list->AddRectFilled({area.from.x + 2 * s, area.from.y + 3 * s},
                        {area.from.x + 4 * s, area.from.y + 6 * s}, paint(paper));
    list->AddRectFilled({area.from.x + 6 * s, area.from.y + 3 * s},
                        {area.from.x + 8 * s, area.from.y + 6 * s}, paint(paper));
  } else {
    list->AddRect(area.from, area.to, paint(0x7A5A2E), 2, 0, 2);
    list->AddLine(area.from, area.to, paint(0x7A5A2E), 2);
  }
  if (since && *since < flash)
    list->AddRect({area.from.x - 3, area.from.y - 3}, {area.to.x + 3, area.to.y + 3},
                  paint(0xFFFFFF, 1 - double(*since) / flash), 3, 0, 2.5f);
}

// Within `width`, as many lines as it needs. Returns where it ends.
float writeWrapped(ImVec2 at, float width, uint32_t rgb, const std::string& text) {
  const float height = ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y;
  ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(),
                                      {std::floor(at.x), std::floor(at.y)}, paint(rgb), text.c_str(), nullptr,
                                      width);
  return at.y + height;
}

void words(const Sandbox& sandbox, const Area& area) {
  const Actor& player = sandbox.world().actors()[lab::sandbox_player];
  const int rides = sandbox.rides(lab::sandbox_player);
  const std::string state =
      base::concat({"player: x ", std::to_string(player.box.x), " and ", decimals(player.remainder.x, 3),
                    "   y ", std::to_string(player.box.y), " and ", decimals(player.remainder.y, 3),
                    "   speed ", decimals(sandbox.speed(lab::sandbox_player), 3), " px/frame   ",
                    !player.alive ? std::string_view("squished")
                    : rides < 0   ? std::string_view("in the air")
                                  : std::string_view("rides on the "),
                    player.alive && rides >= 0 ? lab::sandbox_solid_names[size_t(rides)] : ""});
  const std::string count = base::concat(
      {"frame ", std::to_string(sandbox.frames()), "   squished ", std::to_string(sandbox.squished())});
  const float needed = ImGui::CalcTextSize(state.c_str()).x + em(12) + ImGui::CalcTextSize(count.c_str()).x;
  if (needed <= area.width()) writeAnchored({area.to.x, area.from.y}, 1, text_ink, count);
  const float below = writeWrapped(area.from, area.width(), bright_ink, state);
  writeWrapped(
      {area.from.x, below + em(7)}, area.width(), text_ink,
      "Positions are whole pixels and a remainder. Solids push actors, carry riders, squish actors without "
      "room.");
}

}  // namespace

void sandboxPicture(LabWindow& window, const Area& area) {
  const Sandbox& sandbox = window.lab.sandbox;
  const float wide = area.width() / float(Sandbox::width),
              high = (area.height() - em(area.width() < em(560) ? 84 : 44)) / float(Sandbox::height);
  // Whole screen pixels a px as long as there is room for one.
  const float scale = std::min(wide, high) >= 1 ? std::floor(std::min(wide, high)) : std::min(wide, high);
  const Room room{{std::floor(area.from.x + (area.width() - scale * float(Sandbox::width)) / 2), area.from.y},
                  scale};
  const Area whole = room({0, 0, Sandbox::width, Sandbox::height});
  fill(whole, panel_paper);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PushClipRect(whole.from, whole.to, true);
  for (int64_t x = 0; x < Sandbox::width; x += 16)
    list->AddLine(room({x, 0, 0, 0}).from, room({x, Sandbox::height, 0, 0}).from, paint(grid_ink, 0.5));
  for (int64_t y = 0; y < Sandbox::height; y += 16)
    list->AddLine(room({0, y, 0, 0}).from, room({Sandbox::width, y, 0, 0}).from, paint(grid_ink, 0.5));
  solids(sandbox, room);
  for (size_t i = sandbox.world().actors().size(); i-- > 0;) actor(sandbox, room, i);
  list->PopClipRect();
  // Beside a small room there is place for the words.
  const float left = std::min(whole.from.x, area.from.x + em(20));
  words(sandbox, {{left, whole.to.y + em(8)}, {area.to.x - (left - area.from.x), area.to.y}});
}

void sandboxPanel(LabWindow& window) {
  Sandbox& sandbox = window.lab.sandbox;
  ImGui::TextUnformatted("actor and solid");
  ImGui::PushTextWrapPos(0);
  ImGui::TextDisabled("Left, Right: run. Space: jump.");
  ImGui::PopTextWrapPos();
  ImGui::Separator();
  parameterSliders(lab::sandboxParameters(), sandbox.settings(),
                   [&](const std::string& parameter, double value) {
                     window.attempt([&] { sandbox.set(parameter, value); });
                   });
  ImGui::Separator();
  ImGui::TextUnformatted("Events (newest first)");
  for (auto note = sandbox.notes().rbegin(); note != sandbox.notes().rend(); ++note) {
    const bool squish = note->event.kind == physics::WorldEvent::Kind::Squish;
    const bool fresh = sandbox.frames() - note->last_frame < flash;
    const std::string times = note->times > 1 ? base::concat({"x", std::to_string(note->times), "  "}) : "";
    const std::string line = base::concat({std::to_string(note->first_frame), "  ", times, note->text});
    ImGui::TextColored(ImColor(paint(squish  ? squish_ink
                                     : fresh ? bright_ink
                                             : 0x7C8699)),
                       "%s", line.c_str());
  }
}

}  // namespace jumpscope::gui
