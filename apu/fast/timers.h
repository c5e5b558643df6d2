// Many clocks of a channel's timer in one step. Each function has the effect of as many calls of the
// clock...() function of the same channel in apu/channels.h; tests/apu/fast compares both.
#pragma once

#include <cstdint>

#include "apu/state.h"

namespace jumpscope::apu::fast {

// Those in which the timer reloads.
void stepPulse(Pulse& pulse, uint32_t clocks);
void stepTriangle(Triangle& triangle, uint32_t clocks);
void stepNoise(Noise& noise, uint32_t clocks, uint16_t period);

// `clocks` get ticks.
inline void runPulse(Pulse& pulse, uint32_t clocks) {
  if (clocks > pulse.timer)
    stepPulse(pulse, clocks);
  else
    pulse.timer = static_cast<uint16_t>(pulse.timer - clocks);
}
// `clocks` CPU cycles.
inline void runTriangle(Triangle& triangle, uint32_t clocks) {
  if (clocks > triangle.timer)
    stepTriangle(triangle, clocks);
  else
    triangle.timer = static_cast<uint16_t>(triangle.timer - clocks);
}
// `clocks` get ticks; `period` in get ticks.
inline void runNoise(Noise& noise, uint32_t clocks, uint16_t period) {
  if (clocks >= noise.timer)
    stepNoise(noise, clocks, period);
  else
    noise.timer = static_cast<uint16_t>(noise.timer - clocks);
}
// The shift register after so many shifts.
uint16_t shiftedNoise(uint16_t shift, bool short_mode, uint32_t shifts);

// `clocks` get ticks, up to the next bit at least. Precondition: no byte ends in them but a silent one that
// no other follows.
void runDmc(Dmc& dmc, uint32_t clocks, uint16_t period);

}  // namespace jumpscope::apu::fast
