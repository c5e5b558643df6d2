// The slider of a parameter: the useful part of its range.
#pragma once

#include "src/physics/models.h"

namespace jumpscope::lab {

struct SliderRange {
  double lowest = 0, highest = 0;  // within the parameter's range; the default is between
  double step = 1;                 // distance between two values
};

SliderRange sliderRange(const physics::Parameter& parameter);

// The nearest stop, within the parameter's range.
double snapped(const physics::Parameter& parameter, double value);

}  // namespace jumpscope::lab
