// A little SVG: text building blocks that the plots share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jumpscope::report {

// A text in lines of so many bytes at most, which end at blanks and after - / | _ where they can; no more than `most`
// lines, the last of which then ends in an ellipsis.
std::vector<std::string> wrapped(std::string_view text, size_t columns, size_t most);

// With two decimals at most, the same on every machine and in every locale: 12.5 -> "12.5".
std::string number(double value);

// & < > " made harmless for XML text and attributes.
std::string escaped(std::string_view text);

struct Point {
  double x, y;
};

// Where values lie on paper: [low, high] to [from, to].
struct Scale {
  double low, high, from, to;
  double operator()(double value) const {
    return high > low ? from + (value - low) / (high - low) * (to - from) : from;
  }
};

// Round values, about `count` of them, that lie within [low, high].
std::vector<double> ticks(double low, double high, int count);

// [low, high] made wider so that it is not empty and its curve does not touch the frame.
std::pair<double, double> padded(double low, double high);

std::string line(std::string_view css_class, Point from, Point to);
std::string text(std::string_view css_class, Point at, std::string_view content,
                 std::string_view anchor = "start");
std::string rectangle(std::string_view css_class, Point corner, double width, double height,
                      std::string_view tooltip = {});
std::string dot(std::string_view css_class, Point center, double radius, std::string_view tooltip = {});

// A polyline on paper. Where many points share a column of pixels, only the column's extremes are kept.
std::string polyline(std::string_view css_class, const std::vector<Point>& points,
                     std::string_view tooltip = {});

}  // namespace jumpscope::report
