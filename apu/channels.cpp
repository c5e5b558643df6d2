#include "apu/channels.h"

#include <algorithm>
#include <bit>

#include "apu/tables.h"

namespace jumpscope::apu {

void clockLength(LengthCounter& length) {
  if (length.count > 0 && !length.halt) --length.count;
}

void settleLength(LengthCounter& length) {
  if (length.reload != 0 && length.count == length.count_seen) length.count = length.reload;
  length.reload = 0;
  length.halt = length.next_halt;
}

void loadLength(LengthCounter& length, uint8_t index) {
  if (!length.enabled) return;
  length.reload = length_table[index & 31];
  length.count_seen = length.count;
}

void enableLength(LengthCounter& length, bool enabled) {
  length.enabled = enabled;
  if (!enabled) length.count = 0;
}

void clockEnvelope(Envelope& envelope) {
  if (envelope.start) {
    envelope.start = false;
    envelope.decay = 15;
    envelope.divider = envelope.volume;
  } else if (envelope.divider > 0) {
    --envelope.divider;
  } else {
    envelope.divider = envelope.volume;
    if (envelope.decay > 0) {
      --envelope.decay;
    } else if (envelope.loop) {
      envelope.decay = 15;
    }
  }
}

uint8_t envelopeLevel(const Envelope& envelope) {
  return (envelope.constant ? envelope.volume : envelope.decay) & 15;
}

void writeEnvelope(Envelope& envelope, LengthCounter& length, uint8_t value) {
  envelope.volume = value & 0x0F;
  envelope.constant = (value & 0x10) != 0;
  envelope.loop = (value & 0x20) != 0;
  length.next_halt = envelope.loop;
}

uint16_t sweepTarget(const Pulse& pulse, Negate negate) {
  const int change = pulse.period >> (pulse.sweep_shift & 7);
  if (!pulse.sweep_negate) return static_cast<uint16_t>(pulse.period + change);
  const int target = pulse.period - change - (negate == Negate::OnesComplement ? 1 : 0);
  return static_cast<uint16_t>(std::max(target, 0));
}

bool sweepMutes(const Pulse& pulse) {
  if (pulse.period < 8) return true;
  return !pulse.sweep_negate && pulse.period + (pulse.period >> (pulse.sweep_shift & 7)) > 0x7FF;
}

void clockSweep(Pulse& pulse, Negate negate) {
  if (pulse.sweep_divider == 0 && pulse.sweep_enabled && pulse.sweep_shift > 0 && !sweepMutes(pulse))
    pulse.period = sweepTarget(pulse, negate);
  if (pulse.sweep_divider == 0 || pulse.sweep_reload) {
    pulse.sweep_divider = pulse.sweep_period;
    pulse.sweep_reload = false;
  } else {
    --pulse.sweep_divider;
  }
}

void writePulse(Pulse& pulse, int offset, uint8_t value) {
  switch (offset) {
    case 0:
      pulse.duty = value >> 6;
      writeEnvelope(pulse.envelope, pulse.length, value);
      break;
    case 1:
      pulse.sweep_enabled = (value & 0x80) != 0;
      pulse.sweep_period = (value >> 4) & 7;
      pulse.sweep_negate = (value & 0x08) != 0;
      pulse.sweep_shift = value & 7;
      pulse.sweep_reload = true;
      break;
    case 2:
      pulse.period = static_cast<uint16_t>((pulse.period & 0x700) | value);
      break;
    default:
      pulse.period = static_cast<uint16_t>((pulse.period & 0x0FF) | ((value & 7) << 8));
      pulse.step = 0;
      pulse.envelope.start = true;
      loadLength(pulse.length, value >> 3);
      break;
  }
}

namespace {

// Lets a timer that counts timer..0 and reloads with `period` run for `clocks`, more than `timer`; returns
// how often it reloaded.
uint32_t runTimer(uint16_t& timer, uint32_t period, uint32_t clocks) {
  clocks -= timer + 1u;
  timer = static_cast<uint16_t>(period - clocks % (period + 1));
  return 1 + clocks / (period + 1);
}

}  // namespace

void stepPulse(Pulse& pulse, uint32_t clocks) {
  pulse.step = static_cast<uint8_t>((pulse.step + runTimer(pulse.timer, pulse.period, clocks)) & 7);
}

uint8_t pulseVolume(const Pulse& pulse) {
  return pulse.length.count > 0 && !sweepMutes(pulse) ? envelopeLevel(pulse.envelope) : 0;
}

uint8_t pulseWave(const Pulse& pulse) {
  // Bit n: the output in step n of 12.5 %, 25 %, 50 %, and 25 % negated.
  constexpr std::array<uint8_t, 4> waves = {0b00000010, 0b00000110, 0b00011110, 0b11111001};
  return std::rotr(waves[pulse.duty & 3], pulse.step & 7);
}

void clockLinear(Triangle& triangle) {
  if (triangle.linear_reload) {
    triangle.linear = triangle.linear_load;
  } else if (triangle.linear > 0) {
    --triangle.linear;
  }
  if (!triangle.control) triangle.linear_reload = false;
}

void writeTriangle(Triangle& triangle, int offset, uint8_t value) {
  switch (offset) {
    case 0:
      triangle.linear_load = value & 0x7F;
      triangle.control = (value & 0x80) != 0;
      triangle.length.next_halt = triangle.control;
      break;
    case 2:
      triangle.period = static_cast<uint16_t>((triangle.period & 0x700) | value);
      break;
    case 3:
      triangle.period = static_cast<uint16_t>((triangle.period & 0x0FF) | ((value & 7) << 8));
      triangle.linear_reload = true;
      loadLength(triangle.length, value >> 3);
      break;
    default:
      break;
  }
}

bool triangleRuns(const Triangle& triangle) { return triangle.length.count > 0 && triangle.linear > 0; }

void stepTriangle(Triangle& triangle, uint32_t clocks) {
  const uint32_t steps = runTimer(triangle.timer, triangle.period, clocks);
  if (triangleRuns(triangle)) triangle.step = static_cast<uint8_t>((triangle.step + steps) & 31);
}

void writeNoise(Noise& noise, int offset, uint8_t value) {
  switch (offset) {
    case 0:
      writeEnvelope(noise.envelope, noise.length, value);
      break;
    case 2:
      noise.short_mode = (value & 0x80) != 0;
      noise.rate = value & 0x0F;
      break;
    case 3:
      noise.envelope.start = true;
      loadLength(noise.length, value >> 3);
      break;
    default:
      break;
  }
}

void stepNoise(Noise& noise, uint32_t clocks, uint16_t period) {
  uint16_t timer = static_cast<uint16_t>(noise.timer > 0 ? noise.timer - 1 : 0);
  const uint32_t shifts = runTimer(timer, period - 1u, clocks);
  noise.timer = static_cast<uint16_t>(timer + 1);
  noise.shift = shiftedNoise(noise.shift, noise.short_mode, shifts);
}

uint16_t shiftedNoise(uint16_t shift, bool short_mode, uint32_t shifts) {
  // Seen as one sequence of bits, a(n + 15) = a(n) ^ a(n + tap). Until the first fed-in bit reaches the tap,
  // all feedback bits are already there: 15 - tap shifts are one.
  const uint32_t tap = short_mode ? 6 : 1;
  const uint32_t stride = 15 - tap;
  uint64_t bits = shift & 0x7FFF;
  if (short_mode) {
    shifts %= 93;  // a whole number of turns, whatever the register holds
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

uint8_t noiseVolume(const Noise& noise) { return noise.length.count > 0 ? envelopeLevel(noise.envelope) : 0; }

}  // namespace jumpscope::apu
