// The 2A03's two digital-to-analogue converters, summed.
#pragma once

#include <cstdint>

namespace jumpscope::apu {

// mix() of a full-scale output (which the converters come near to and never reach).
inline constexpr int32_t full_scale = 1 << 20;

// The analogue level of the channels' outputs, 0 .. full_scale, not linear: a loud channel makes the others
// softer. Pulses, triangle and noise are 0-15, dmc is 0-127. (NESdev, APU Mixer: the formulas behind the
// lookup tables. With ordered IEEE operations on doubles the result is the same on every machine.)
int32_t mix(int pulse1, int pulse2, int triangle, int noise, int dmc);

}  // namespace jumpscope::apu
