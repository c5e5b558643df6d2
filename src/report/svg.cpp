#include "src/report/svg.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "src/base/printable.h"

namespace jumpscope::report {
namespace {

std::string withTooltip(std::string element, const char* name, std::string_view tooltip) {
  if (tooltip.empty()) return element + "/>\n";
  return element + "><title>" + escaped(tooltip) + "</title></" + name + ">\n";
}

std::string attribute(const char* name, double value) {
  std::string text = " ";
  return text.append(name).append("=\"").append(number(value)).append("\"");
}

std::string opened(const char* name, std::string_view css_class) {
  std::string text = "<";
  return text.append(name).append(" class=\"").append(css_class).append("\"");
}

// At most four points for every column of pixels: its first, lowest, highest and last.
std::vector<Point> thinned(const std::vector<Point>& points) {
  if (points.size() < 3) return points;
  if (points.back().x - points.front().x >= static_cast<double>(points.size()) / 4) return points;
  std::vector<Point> kept;
  for (size_t begin = 0; begin < points.size();) {
    size_t end = begin, low = begin, high = begin;
    for (; end < points.size() && std::floor(points[end].x) == std::floor(points[begin].x); ++end) {
      if (points[end].y < points[low].y) low = end;
      if (points[end].y > points[high].y) high = end;
    }
    std::vector<size_t> chosen{begin, low, high, end - 1};
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    for (size_t i : chosen) kept.push_back(points[i]);
    begin = end;
  }
  return kept;
}

}  // namespace

std::vector<std::string> wrapped(std::string_view text, size_t columns, size_t most) {
  std::vector<std::string> lines;
  const auto isInside = [&](size_t at) { return at < text.size() && (uint8_t(text[at]) & 0xC0) == 0x80; };
  while (!text.empty()) {
    const bool is_last = lines.size() + 1 == most;
    size_t end = std::min(columns, text.size());
    if (end < text.size() && !is_last) {
      const size_t gap = text.substr(0, end + 1).find_last_of(" -/|_");
      if (gap != text.npos && gap > columns / 3) end = std::min(end, text[gap] == ' ' ? gap : gap + 1);
    }
    const bool is_cut = is_last && end < text.size();
    if (is_cut) --end;
    while (end > 1 && isInside(end)) --end;  // not within a character of UTF-8
    lines.push_back(std::string(text.substr(0, end)) + (is_cut ? "\u2026" : ""));
    if (is_cut) break;
    text.remove_prefix(end);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  }
  return lines;
}

std::string number(double value) {
  char buffer[64];
  const double rounded = std::round(value * 100) / 100;
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, rounded == 0 ? 0.0 : rounded,
                                 std::chars_format::fixed, 2);
  std::string text(buffer, end.ptr);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : base::printableLines(text)) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::vector<double> ticks(double low, double high, int count) {
  const double rough = (high - low) / count;
  // Too narrow for what a double can tell apart: no value is round.
  if (!(rough > 0) || std::max(std::abs(low), std::abs(high)) / rough > 1e12) return {};
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double ratio = rough / power;
  const double step = (ratio <= 1 ? 1 : ratio <= 2 ? 2 : ratio <= 5 ? 5 : 10) * power;
  std::vector<double> values;
  const int64_t first = static_cast<int64_t>(std::ceil(low / step - 1e-9));
  const int64_t last = static_cast<int64_t>(std::floor(high / step + 1e-9));
  for (int64_t i = first; i <= last; ++i) values.push_back(static_cast<double>(i) * step);
  return values;
}

std::pair<double, double> padded(double low, double high) {
  const double margin = high > low ? (high - low) * 0.06 : 1;
  return {low - margin, high + margin};
}

std::string line(std::string_view css_class, Point from, Point to) {
  return opened("line", css_class) + attribute("x1", from.x) + attribute("y1", from.y) +
         attribute("x2", to.x) + attribute("y2", to.y) + "/>\n";
}

std::string text(std::string_view css_class, Point at, std::string_view content, std::string_view anchor) {
  std::string out = opened("text", css_class) + attribute("x", at.x) + attribute("y", at.y);
  if (anchor != "start") out.append(" text-anchor=\"").append(anchor).append("\"");
  return out + ">" + escaped(content) + "</text>\n";
}

std::string rectangle(std::string_view css_class, Point corner, double width, double height,
                      std::string_view tooltip) {
  return withTooltip(opened("rect", css_class) + attribute("x", corner.x) + attribute("y", corner.y) +
                         attribute("width", width) + attribute("height", height),
                     "rect", tooltip);
}

std::string dot(std::string_view css_class, Point center, double radius, std::string_view tooltip) {
  return withTooltip(opened("circle", css_class) + attribute("cx", center.x) + attribute("cy", center.y) +
                         attribute("r", radius),
                     "circle", tooltip);
}

std::string polyline(std::string_view css_class, const std::vector<Point>& points, std::string_view tooltip) {
  std::string out = opened("polyline", css_class) + " points=\"";
  for (const Point& point : thinned(points))
    out.append(number(point.x)).append(",").append(number(point.y)).append(" ");
  if (out.back() == ' ') out.pop_back();
  return withTooltip(out + "\"", "polyline", tooltip);
}

}  // namespace jumpscope::report
