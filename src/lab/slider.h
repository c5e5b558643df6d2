// How a parameter is offered as a slider: a part of its range that is worth dragging through.
#pragma once

#include "src/physics/models.h"

namespace jumpscope::lab {

struct SliderRange {
  double lowest = 0, highest = 0;  // within the parameter's range; the default lies between
  double step = 1;                 // where dragging stops
};

SliderRange sliderRange(const physics::Parameter& parameter);

// The nearest stop, within the parameter's range.
double snapped(const physics::Parameter& parameter, double value);

}  // namespace jumpscope::lab
