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

LengthLatch latch(const LengthCounter& length) {
  const int next = length.count - (length.halt ? 0 : 1);
  return {static_cast<uint8_t>(next), length.running, length.enabled};
}

PulseLatch latch(const Pulse& pulse, Negate negate) {
  return {latch(pulse.length), pulse.envelope.start, pulse.step, pulse.sweep_reload,
          Bits<11>(sweepTarget(pulse, negate))};
}

TriangleLatch latch(const Triangle& triangle) { return {latch(triangle.length), triangle.linear_reload}; }

NoiseLatch latch(const Noise& noise) { return {latch(noise.length), noise.envelope.start}; }

Latches latchUnits(const State& s) {
  return {latch(s.pulse1, Negate::OnesComplement), latch(s.pulse2, Negate::TwosComplement), latch(s.triangle),
          latch(s.noise)};
}

void clockLength(LengthCounter& length, const LengthLatch& latched) {
  if (!latched.running) return;
  length.count = latched.next;
  if (latched.next == UINT8_MAX) length.running = false;
}

void loadLength(LengthCounter& length, uint8_t index) {
  length.count = static_cast<uint8_t>(length_table[index & 31] - 1);
  length.running = true;
}

void clockEnvelope(Envelope& envelope, bool start) {
  if (start) {
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
  length.halt = envelope.loop;
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

void clockSweep(Pulse& pulse, const PulseLatch& latched) {
  const bool due = pulse.sweep_divider == 0;
  if (due && pulse.sweep_enabled && pulse.sweep_shift > 0 && pulse.length.running && !sweepMutes(pulse))
    pulse.period = latched.sweep_target;
  if (due || latched.sweep_reload)
    pulse.sweep_divider = pulse.sweep_period;
  else
    --pulse.sweep_divider;
  if (latched.sweep_reload) pulse.sweep_reload = false;
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
  return pulse.length.running && !sweepMutes(pulse) ? envelopeLevel(pulse.envelope) : 0;
}

uint8_t pulseWave(const Pulse& pulse) {
  // Bit n: the output in step n of 12.5 %, 25 %, 50 %, and 25 % negated.
  constexpr std::array<uint8_t, 4> waves = {0b00000010, 0b00000110, 0b00011110, 0b11111001};
  return std::rotr(waves[pulse.duty], pulse.step);
}

void clockLinear(Triangle& triangle, bool reload) {
  if (reload) {
    triangle.linear = triangle.linear_load;
  } else if (triangle.linear > 0) {
    --triangle.linear;
  }
  if (reload && !triangle.control) triangle.linear_reload = false;
}

void writeTriangle(Triangle& triangle, int offset, uint8_t value) {
  switch (offset) {
    case 0:
      triangle.linear_load = value & 0x7F;
      triangle.control = (value & 0x80) != 0;
      triangle.length.halt = triangle.control;
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

bool triangleRuns(const Triangle& triangle) { return triangle.length.running && triangle.linear > 0; }

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

uint8_t noiseVolume(const Noise& noise) { return noise.length.running ? envelopeLevel(noise.envelope) : 0; }

void clockUnits(State& s, bool half_frame) {
  const Latches latched = s.latched ? s.latches : latchUnits(s);
  clockEnvelope(s.pulse1.envelope, latched.pulse1.start);
  clockEnvelope(s.pulse2.envelope, latched.pulse2.start);
  clockEnvelope(s.noise.envelope, latched.noise.start);
  clockLinear(s.triangle, latched.triangle.linear_reload);
  if (!half_frame) return;
  clockSweep(s.pulse1, latched.pulse1);
  clockSweep(s.pulse2, latched.pulse2);
  clockLength(s.pulse1.length, latched.pulse1.length);
  clockLength(s.pulse2.length, latched.pulse2.length);
  clockLength(s.triangle.length, latched.triangle.length);
  clockLength(s.noise.length, latched.noise.length);
}

bool mustDisable(const State& s) {
  const auto must = [](const LengthCounter& length) { return length.running && !length.enabled; };
  return must(s.pulse1.length) || must(s.pulse2.length) || must(s.triangle.length) || must(s.noise.length);
}

void followEnables(State& s) {
  const auto follow = [&s](LengthCounter& length, const LengthLatch& latched) {
    if (s.latched ? !latched.enabled : !length.enabled) length.running = false;
  };
  follow(s.pulse1.length, s.latches.pulse1.length);
  follow(s.pulse2.length, s.latches.pulse2.length);
  follow(s.triangle.length, s.latches.triangle.length);
  follow(s.noise.length, s.latches.noise.length);
  s.disabling = mustDisable(s);
}

}  // namespace jumpscope::apu
