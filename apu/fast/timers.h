// Many clocks of a channel's timer in one step. Each function has the effect of as many calls of the
// clock...() function of the same channel in apu/channels.h; tests/apu/fast compares both.
#pragma once

#include <array>
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

// Bytes of a sample that the DMA unit has read, one after each of the next byte ends, and that the channel has yet to
// be given.
class Fetched {
 public:
  bool isEmpty() const { return count_ == 0; }
  bool isFull() const { return count_ == bytes_.size(); }
  uint32_t count() const { return count_; }
  void add(uint8_t byte) { bytes_[count_++] = byte; }
  // A byte has ended: the next one comes, a few cycles before anybody looks.
  void deliverTo(Dmc& dmc);

 private:
  std::array<uint8_t, 16> bytes_{};
  uint32_t count_ = 0;
  uint32_t given_ = 0;  // of them
};

// `clocks` get ticks, up to the next bit at least. Precondition: no bytes end in them but those that were fetched for,
// and then a silent one that no other follows.
void runDmc(Dmc& dmc, uint32_t clocks, uint16_t period, Fetched& fetched);
// The next `bits` bits, as many as the byte has left at most.
void shiftDmc(Dmc& dmc, uint32_t bits, Fetched& fetched);

}  // namespace jumpscope::apu::fast
