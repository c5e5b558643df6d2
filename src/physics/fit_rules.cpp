#include "src/physics/fit_rules.h"

#include <algorithm>
#include <cmath>

namespace jumpscope::physics {

std::vector<double> pixels(const FitSeries& series) {
  std::vector<double> values;
  for (const int64_t y : series.y) values.push_back(std::ldexp(double(y), -series.bits));
  return values;
}

std::vector<double> steps(const std::vector<double>& values) {
  std::vector<double> out;
  for (size_t n = 0; n < values.size(); ++n) out.push_back(values[n] - (n == 0 ? 0 : values[n - 1]));
  return out;
}

std::vector<double> accelerations(const FitSeries& series) {
  const std::vector<double> d = steps(pixels(series));
  std::vector<double> dd{0};
  for (size_t n = 1; n < d.size(); ++n) dd.push_back(d[n] - d[n - 1]);
  return dd;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + int64_t(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Parabolas parabolasOf(const FitSeries& series) {
  const std::vector<double> y = pixels(series);
  const size_t apex = size_t(std::min_element(y.begin(), y.end()) - y.begin());
  size_t released = 0;
  while (released < apex && series.buttons[released] != 0) ++released;
  Parabolas result;
  // y = s t + g t (t - 1) / 2 with t = n + 1: two unknowns through the origin.
  double a = 0, b = 0, c = 0, p = 0, q = 0;
  for (size_t n = 0; n <= std::max<size_t>(released, 1) && n < y.size(); ++n) {
    const double t = double(n + 1), h = t * (t - 1) / 2, value = y[n] + std::ldexp(0.5, -series.bits);
    a += t * t, b += t * h, c += h * h, p += t * value, q += h * value;
  }
  if (const double determinant = a * c - b * b; determinant > 0) {
    result.speed = (p * c - q * b) / determinant;
    result.rise = (a * q - b * p) / determinant;
  } else {
    result.speed = y[0];
  }
  // From the apex, where the speed is about 0: y = top + g t^2 / 2.
  double weight = 0, sum = 0;
  for (size_t n = apex + 1; n < y.size(); ++n) {
    const double t = double(n - apex);
    weight += t * t * t * t / 4;
    sum += (y[n] - y[apex]) * t * t / 2;
  }
  result.fall = weight > 0 ? sum / weight : result.rise;
  return result;
}

}  // namespace jumpscope::physics
