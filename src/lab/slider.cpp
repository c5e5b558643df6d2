#include "src/lab/slider.h"

#include <algorithm>
#include <cmath>

namespace jumpscope::lab {

SliderRange sliderRange(const physics::Parameter& parameter) {
  constexpr double wide = 512, stops = 400;
  const double value = parameter.default_value;
  SliderRange range{parameter.lowest, parameter.highest, 1};
  const double reach = value == 0 ? 64 : 3 * std::abs(value);
  // Parameter ranges only exclude invalid numbers; most of a huge range is not useful.
  const bool huge = parameter.whole ? range.highest - range.lowest > wide
                                    : range.highest - range.lowest > std::max(4., 2 * reach);
  if (huge && parameter.choices.empty()) {
    range.lowest = std::max(range.lowest, value > 0 ? 0 : -reach);
    range.highest = std::min(range.highest, value < 0 ? 0 : reach);
  }
  if (parameter.whole) return range;
  // A default in 1/256 says that the model counts in these.
  const bool binary = value != std::floor(value) && value * 256 == std::floor(value * 256);
  range.step =
      binary ? 1. / 256 : std::pow(10, std::floor(std::log10((range.highest - range.lowest) / stops)));
  return range;
}

double snapped(const physics::Parameter& parameter, double value) {
  const double step = sliderRange(parameter).step;
  // By the inverse where that is whole: 0.3 is 3 / 10, but not 3 * 0.1.
  const double stop =
      step >= 1 ? std::round(value / step) * step : std::round(value / step) / std::round(1 / step);
  return std::clamp(stop, parameter.lowest, parameter.highest);
}

}  // namespace jumpscope::lab
