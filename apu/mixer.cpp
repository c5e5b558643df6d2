#include "apu/mixer.h"

namespace jumpscope::apu {

int32_t mix(int pulse1, int pulse2, int triangle, int noise, int dmc) {
  const int pulses = pulse1 + pulse2;
  const double pulse_level = pulses == 0 ? 0.0 : 95.88 / (8128.0 / pulses + 100.0);
  double rest_level = 0.0;
  if (triangle + noise + dmc > 0) {
    const double conductance = triangle / 8227.0 + noise / 12241.0 + dmc / 22638.0;
    rest_level = 159.79 / (1.0 / conductance + 100.0);
  }
  return static_cast<int32_t>((pulse_level + rest_level) * full_scale + 0.5);
}

}  // namespace jumpscope::apu
