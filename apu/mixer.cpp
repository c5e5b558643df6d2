#include "apu/mixer.h"

#include <memory>

namespace jumpscope::apu {

double pulseOutput(int pulses) { return pulses == 0 ? 0.0 : 95.88 / (8128.0 / pulses + 100.0); }

double restOutput(double triangle, int noise, int dmc) {
  const double conductance = triangle / 8227.0 + noise / 12241.0 + dmc / 22638.0;
  return conductance == 0.0 ? 0.0 : 159.79 / (1.0 / conductance + 100.0);
}

Mixer::Mixer() {
  const auto rounded = [](double output) { return static_cast<int16_t>(output * full_scale + 0.5); };
  for (size_t sum = 0; sum < pulses_.size(); ++sum)
    pulses_[sum] = rounded(pulseOutput(static_cast<int>(sum)));
  for (int dmc = 0; dmc < 128; ++dmc) {
    for (int noise = 0; noise < 16; ++noise) {
      TriangleRow& row = rest_[static_cast<size_t>(dmc * 16 + noise)];
      double total = 0.0;
      for (int level = 0; level < 16; ++level) {
        const double output = restOutput(level, noise, dmc);
        row[static_cast<size_t>(level)] = rounded(output);
        total += output;
      }
      row[triangle_mean] = rounded(total / 16);
    }
  }
}

const Mixer& Mixer::get() {
  static const std::unique_ptr<const Mixer> table(new Mixer);
  return *table;
}

}  // namespace jumpscope::apu
