#include "apu/fast/timers.h"

#include <algorithm>
#include <bit>

#include "apu/channels.h"

namespace jumpscope::apu::fast {

namespace {

// Lets a timer that counts timer..0 and reloads with `period` run for `clocks`, more than `timer`; returns
// how often it reloaded.
template <class Timer>
uint32_t runTimer(Timer& timer, uint32_t period, uint32_t clocks) {
  clocks -= timer + 1u;
  timer = static_cast<uint16_t>(period - clocks % (period + 1));
  return 1 + clocks / (period + 1);
}

}  // namespace

void stepPulse(Pulse& pulse, uint32_t clocks) {
  pulse.step = pulse.step + runTimer(pulse.timer, pulse.period, clocks);
}

void stepTriangle(Triangle& triangle, uint32_t clocks) {
  const uint32_t steps = runTimer(triangle.timer, triangle.period, clocks);
  if (triangleRuns(triangle)) triangle.step = triangle.step + steps;
}

void stepNoise(Noise& noise, uint32_t clocks, uint16_t period) {
  uint16_t timer = static_cast<uint16_t>(noise.timer > 0 ? noise.timer - 1 : 0);
  const uint32_t shifts = runTimer(timer, period - 1u, clocks);
  noise.timer = static_cast<uint16_t>(timer + 1);
  noise.shift = shiftedNoise(noise.shift, noise.short_mode, shifts);
}

uint16_t shiftedNoise(uint16_t shift, bool short_mode, uint32_t shifts) {
  // The output is one sequence of bits with a(n + 15) = a(n) ^ a(n + tap). The feedback bits of the next
  // 15 - tap shifts depend only on bits that are in the register now.
  const uint32_t tap = noiseTap(short_mode);
  const uint32_t stride = 15 - tap;
  uint64_t bits = shift & 0x7FFF;
  if (short_mode) {
    shifts %= 93;  // the sequence repeats, whatever the register holds
  } else if (shifts > 4 * stride) {
    shifts %= 32767;
    for (uint32_t known = 15; known < 60; known += stride) {
      const uint64_t last = bits >> (known - 15);
      bits |= ((last ^ last >> 1) & 0x3FFF) << known;
    }
    // The polynomial squared twice: a(n + 60) = a(n) ^ a(n + 4), so that 60 known bits give 56 more.
    constexpr uint64_t window = (uint64_t{1} << 60) - 1;
    bits &= window;
    for (; shifts > 56; shifts -= 56) bits = (bits >> 56 | (bits ^ bits >> 4) << 4) & window;
    return static_cast<uint16_t>((bits >> shifts | (bits ^ bits >> 4) << (60 - shifts)) & 0x7FFF);
  }
  while (shifts > 0) {
    const uint32_t n = std::min(shifts, stride);
    const uint64_t feedback = (bits ^ bits >> tap) & ((1u << n) - 1);
    bits = bits >> n | feedback << (15 - n);
    shifts -= n;
  }
  return static_cast<uint16_t>(bits);
}

void Fetched::deliverTo(Dmc& dmc) {
  deliver(dmc, bytes_[given_++]);
  dmc.dma_halt = dmc.delivered = false;
  if (given_ == count_) given_ = count_ = 0;
}

void shiftDmc(Dmc& dmc, uint32_t bits, Fetched& fetched) {
  const uint32_t left = std::max<uint8_t>(dmc.bits_left, 1);
  const uint32_t most = 2 * bits;
  if (!dmc.silence && dmc.output >= most && dmc.output + most <= 127) {
    const uint32_t ones = static_cast<uint32_t>(std::popcount(dmc.shift & ((1u << bits) - 1)));
    dmc.output = dmc.output + 4 * ones - most;
    dmc.shift = static_cast<uint8_t>(dmc.shift >> bits);
  } else if (dmc.silence) {
    dmc.shift = static_cast<uint8_t>(dmc.shift >> bits);
  } else {
    for (uint32_t i = 0; i < bits; ++i) shiftDmc(dmc);
  }
  if (bits < left) {
    dmc.bits_left = static_cast<uint8_t>(left - bits);
    return;
  }
  endDmcByte(dmc);
  if (!fetched.isEmpty()) fetched.deliverTo(dmc);
}

void runDmc(Dmc& dmc, uint32_t clocks, uint16_t period, Fetched& fetched) {
  const uint32_t first = std::max<uint32_t>(dmc.timer, 1);
  uint32_t bits = 1 + (clocks - first) / period;
  dmc.timer = static_cast<uint16_t>(period - (clocks - first) % period);
  if (dmc.silence && fetched.isEmpty()) {
    const uint32_t left = std::max<uint32_t>(dmc.bits_left, 1);
    dmc.shift = static_cast<uint8_t>(dmc.shift >> std::min(bits, 8u));
    dmc.bits_left = static_cast<uint8_t>(bits < left ? left - bits : 8 - (bits - left) % 8);
    return;
  }
  while (bits > 0) {
    const uint32_t now = std::min<uint32_t>(bits, std::max<uint8_t>(dmc.bits_left, 1));
    shiftDmc(dmc, now, fetched);
    bits -= now;
  }
}

}  // namespace jumpscope::apu::fast
