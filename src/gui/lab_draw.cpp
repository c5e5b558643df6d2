#include "src/gui/lab_draw.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace jumpscope::gui {

ImU32 paint(uint32_t rgb, double opacity) {
  return IM_COL32(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255, int(std::lround(255 * opacity)));
}

void fill(const Area& area, uint32_t rgb) {
  ImGui::GetWindowDrawList()->AddRectFilled(area.from, area.to, paint(rgb), 3);
}

void write(ImVec2 at, uint32_t rgb, const std::string& text) { writeAnchored(at, 0, rgb, text); }

void writeAnchored(ImVec2 at, float anchor, uint32_t rgb, const std::string& text) {
  const float width = anchor == 0 ? 0 : ImGui::CalcTextSize(text.c_str()).x;
  // On whole pixels letters are sharp.
  const ImVec2 corner{std::floor(at.x - anchor * width), std::floor(at.y)};
  ImGui::GetWindowDrawList()->AddText(corner, paint(rgb), text.c_str());
}

void writeTitle(const Area& line, const std::string& title, const std::string& remark) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PushClipRect(line.from, {line.to.x, line.from.y + ImGui::GetTextLineHeightWithSpacing()}, true);
  const bool fits = ImGui::CalcTextSize(title.c_str()).x <= line.width();
  const std::string shown = fits ? title : title.substr(0, title.find_first_of(",:"));
  write(line.from, bright_ink, shown);
  list->PopClipRect();
  const float gap = em(12);
  const float needed = ImGui::CalcTextSize(shown.c_str()).x + gap + ImGui::CalcTextSize(remark.c_str()).x;
  if (needed <= line.width()) writeAnchored({line.to.x, line.from.y}, 1, text_ink, remark);
}

void arrow(ImVec2 from, ImVec2 to, uint32_t rgb, float thickness) {
  const float dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
  if (length < 1.5f) return;
  const float head = std::min(length, 5 + 2 * thickness), ux = dx / length, uy = dy / length;
  const ImVec2 base{to.x - ux * head, to.y - uy * head};
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddLine(from, base, paint(rgb), thickness);
  const float side = head * 0.42f;
  list->AddTriangleFilled(to, {base.x - uy * side, base.y + ux * side},
                          {base.x + uy * side, base.y - ux * side}, paint(rgb));
}

void dashed(ImVec2 from, ImVec2 to, ImU32 color, float thickness) {
  constexpr float dash = 6, gap = 5;
  const float dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
  for (float at = 0; at < length; at += dash + gap) {
    const float end = std::min(at + dash, length);
    ImGui::GetWindowDrawList()->AddLine({from.x + dx * at / length, from.y + dy * at / length},
                                        {from.x + dx * end / length, from.y + dy * end / length}, color,
                                        thickness);
  }
}

void Plane::grid(const std::string& title, const std::string& across) const {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const int columns = std::max(2, int(area.width() / em(70))),
            rows = std::max(2, int(area.height() / em(36)));
  for (const double tick : report::ticks(x.low, x.high, columns)) {
    const float at = float(x(tick));
    list->AddLine({at, area.from.y}, {at, area.to.y}, paint(tick == 0 ? axis_ink : grid_ink));
    writeAnchored({at, area.to.y + em(3)}, 0.5f, text_ink, report::number(tick));
  }
  for (const double tick : report::ticks(y.low, y.high, rows)) {
    const float at = float(y(tick));
    list->AddLine({area.from.x, at}, {area.to.x, at}, paint(tick == 0 ? axis_ink : grid_ink));
    writeAnchored({area.from.x - em(5), at - em(7)}, 1, text_ink, report::number(tick));
  }
  writeTitle({{area.from.x, area.from.y - em(18)}, {area.to.x, area.from.y}}, title, across);
}

void Plane::curve(std::span<const report::Point> points, ImU32 color, float thickness) const {
  std::vector<ImVec2> line;
  line.reserve(points.size());
  for (const report::Point& point : points) line.push_back((*this)(point.x, point.y));
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PushClipRect(area.from, area.to, true);
  const bool opaque = color >> IM_COL32_A_SHIFT == 255;
  // A polyline loses its sharpest corners; single lines would show where they overlap, were they not opaque.
  for (size_t i = 1; opaque && i < line.size(); ++i) list->AddLine(line[i - 1], line[i], color, thickness);
  if (!opaque) list->AddPolyline(line.data(), int(line.size()), color, ImDrawFlags_None, thickness);
  list->PopClipRect();
}

double roundedUp(double value, double step) { return std::ceil(value / step - 1e-9) * step; }

std::string decimals(double value, int count) {
  char text[64];
  // Without the sign of a zero that was rounded to.
  const double scale = std::pow(10, count);
  const double shown = std::round(value * scale) == 0 ? 0 : value;
  return {text, size_t(std::snprintf(text, sizeof text, "%.*f", count, shown))};
}

}  // namespace jumpscope::gui
