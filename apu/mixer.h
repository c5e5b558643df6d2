// The 2A03's two digital-to-analogue converters, summed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace jumpscope::apu {

// The sum of both converters at their loudest, which they come near to and never pass.
inline constexpr int32_t full_scale = 1 << 15;

// The converters' outputs, 0.0-1.0 together, not linear: a loud channel makes the others softer. `pulses` is
// the sum of both pulses, 0-30; triangle and noise are 0-15, dmc is 0-127. (NESdev, APU Mixer: the formulas
// behind the lookup tables. With ordered IEEE operations on doubles the result is the same on every machine.)
double pulseOutput(int pulses);
double restOutput(double triangle, int noise, int dmc);

// The same rounded to steps of full_scale, each converter by itself.
class Mixer {
 public:
  // In place of a triangle's level: the mean of a period, for a triangle above the range of hearing.
  static constexpr size_t triangle_mean = 16;
  static constexpr size_t triangle_levels = 17;
  using TriangleRow = std::array<int16_t, triangle_levels>;

  // The one table, made when first asked for.
  static const Mixer& get();

  int32_t pulses(size_t sum) const { return pulses_[sum]; }
  // By the triangle's level or triangle_mean.
  const TriangleRow& rest(size_t noise, size_t dmc) const { return rest_[dmc * 16 + noise]; }

 private:
  Mixer();
  std::array<int16_t, 31> pulses_;
  std::array<TriangleRow, 128 * 16> rest_;
};

}  // namespace jumpscope::apu
