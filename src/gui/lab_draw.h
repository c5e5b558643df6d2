// Drawing for the lab: coordinate systems, grids, arrows, over ImGui's draw lists.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "src/gui/font.h"
#include "src/report/svg.h"

namespace jumpscope::gui {

// 0xRRGGBB.
ImU32 paint(uint32_t rgb, double opacity = 1);

// A rectangle of the screen.
struct Area {
  ImVec2 from, to;

  float width() const { return to.x - from.x; }
  float height() const { return to.y - from.y; }
  // Without margins, which grow with the text.
  Area inner(float left, float top, float right, float bottom) const {
    return {{from.x + em(left), from.y + em(top)}, {to.x - em(right), to.y - em(bottom)}};
  }
};

inline constexpr uint32_t paper = 0x101318, panel_paper = 0x161A21, grid_ink = 0x2A303B, axis_ink = 0x566073,
                          text_ink = 0xAEB7C6, bright_ink = 0xE8ECF3;

void fill(const Area& area, uint32_t rgb);
void write(ImVec2 at, uint32_t rgb, const std::string& text);
// `anchor`: 0 begins at `at`, 0.5 is centered on it, 1 ends there.
void writeAnchored(ImVec2 at, float anchor, uint32_t rgb, const std::string& text);
// A title on the left, without what follows its first comma or colon where it has no room; and a remark on the right where there is room for it.
void writeTitle(const Area& line, const std::string& title, const std::string& remark);
void arrow(ImVec2 from, ImVec2 to, uint32_t rgb, float thickness);
void dashed(ImVec2 from, ImVec2 to, ImU32 color, float thickness);

// Values on a rectangle of the screen, up positive.
struct Plane {
  Area area;
  report::Scale x, y;

  Plane(const Area& where, double left, double right, double bottom, double top)
      : area(where),
        x{left, right, double(where.from.x), double(where.to.x)},
        y{bottom, top, double(where.to.y), double(where.from.y)} {}

  ImVec2 operator()(double px, double py) const { return {float(x(px)), float(y(py))}; }
  // Lines at round values with their numbers left and below; `title` is above the area's left corner.
  void grid(const std::string& title, const std::string& across) const;
  // Joined points, cut off at the area's edges.
  void curve(std::span<const report::Point> points, ImU32 color, float thickness) const;
};

// The multiple of `step` that is no less than `value`.
double roundedUp(double value, double step);

// "12.34": so many decimals.
std::string decimals(double value, int count);

}  // namespace jumpscope::gui
