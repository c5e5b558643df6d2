#include "apu/channels.h"

#include <algorithm>
#include <bit>

namespace jumpscope::apu {

namespace {

// In half frames. Source: NESdev "APU Length Counter".
constexpr std::array<uint8_t, 32> length_table = {10, 254, 20,  2,  40, 4,  80, 6,  160, 8,  60,
                                                  10, 14,  12,  26, 14, 12, 16, 24, 18,  48, 20,
                                                  96, 22,  192, 24, 72, 26, 16, 28, 32,  30};

}  // namespace

void clockLength(LengthCounter& length) {
  if (length.count > 0 && !length.halt) --length.count;
}

void takeOverLength(LengthCounter& length) {
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
  return envelope.constant ? envelope.volume : envelope.decay;
}

void writeEnvelope(Envelope& envelope, LengthCounter& length, uint8_t value) {
  envelope.volume = value & 0x0F;
  envelope.constant = (value & 0x10) != 0;
  envelope.loop = (value & 0x20) != 0;
  length.next_halt = envelope.loop;
}

uint16_t sweepTarget(const Pulse& pulse, Negate negate) {
  const int change = pulse.period >> pulse.sweep_shift;
  if (!pulse.sweep_negate) return static_cast<uint16_t>(pulse.period + change);
  const int target = pulse.period - change - (negate == Negate::OnesComplement ? 1 : 0);
  return static_cast<uint16_t>(std::max(target, 0));
}

bool sweepMutes(const Pulse& pulse) {
  if (pulse.period < 8) return true;
  return !pulse.sweep_negate && pulse.period + (pulse.period >> pulse.sweep_shift) > 0x7FF;
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
      pulse.period = (pulse.period & 0x700u) | value;
      break;
    default:
      pulse.period = (pulse.period & 0x0FFu) | (value & 7u) << 8;
      pulse.step = 0;
      pulse.envelope.start = true;
      loadLength(pulse.length, value >> 3);
      break;
  }
}

uint8_t pulseVolume(const Pulse& pulse) {
  return pulse.length.count > 0 && !sweepMutes(pulse) ? envelopeLevel(pulse.envelope) : 0;
}

uint8_t pulseWave(const Pulse& pulse) {
  // Bit n: the output in step n of 12.5 %, 25 %, 50 %, and 25 % negated.
  constexpr std::array<uint8_t, 4> waves = {0b00000010, 0b00000110, 0b00011110, 0b11111001};
  return std::rotr(waves[pulse.duty], pulse.step);
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
      triangle.period = (triangle.period & 0x700u) | value;
      break;
    case 3:
      triangle.period = (triangle.period & 0x0FFu) | (value & 7u) << 8;
      triangle.linear_reload = true;
      loadLength(triangle.length, value >> 3);
      break;
    default:
      break;
  }
}

bool triangleRuns(const Triangle& triangle) { return triangle.length.count > 0 && triangle.linear > 0; }

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

uint8_t noiseVolume(const Noise& noise) { return noise.length.count > 0 ? envelopeLevel(noise.envelope) : 0; }

void clockUnits(State& s, bool half_frame) {
  // A restart of the sequence right after a step, or the other way round, does not clock the units twice.
  if (s.frame.clock_block > 0) return;
  s.frame.clock_block = 2;
  clockEnvelope(s.pulse1.envelope);
  clockEnvelope(s.pulse2.envelope);
  clockEnvelope(s.noise.envelope);
  clockLinear(s.triangle);
  if (!half_frame) return;
  clockLength(s.pulse1.length);
  clockLength(s.pulse2.length);
  clockLength(s.triangle.length);
  clockLength(s.noise.length);
  clockSweep(s.pulse1, Negate::OnesComplement);
  clockSweep(s.pulse2, Negate::TwosComplement);
}

void takeOverLengths(State& s) {
  takeOverLength(s.pulse1.length);
  takeOverLength(s.pulse2.length);
  takeOverLength(s.triangle.length);
  takeOverLength(s.noise.length);
  s.length_pending = false;
}

}  // namespace jumpscope::apu
