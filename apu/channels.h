// The channels as functions of their state: clocks from the frame counter, clocks from their timers, and the
// level they put out.
#pragma once

#include <cstdint>

#include "apu/state.h"

namespace jumpscope::apu {

// What a pulse's sweep adds when it lowers the period: the first pulse's adder has no carry in (one's
// complement).
enum class Negate : uint8_t { OnesComplement, TwosComplement };

// What the latches of a unit store when they close.
LengthLatch latch(const LengthCounter& length);
PulseLatch latch(const Pulse& pulse, Negate negate);
TriangleLatch latch(const Triangle& triangle);
NoiseLatch latch(const Noise& noise);
Latches latchUnits(const State& state);

// Half frame. Counts down to silence unless halted. What was written since the latches closed is lost while
// the counter ran.
void clockLength(LengthCounter& length, const LengthLatch& latched);
// $4003 and its like: `index` is the five high bits.
void loadLength(LengthCounter& length, uint8_t index);

// Quarter frame. `start`: envelope.start when the latches closed.
void clockEnvelope(Envelope& envelope, bool start);
uint8_t envelopeLevel(const Envelope& envelope);
// $4000, $4004, $400C: the six low bits.
void writeEnvelope(Envelope& envelope, LengthCounter& length, uint8_t value);

// The period the sweep unit aims at; above $7FF (only when not negating) it mutes the channel, enabled or
// not.
uint16_t sweepTarget(const Pulse& pulse, Negate negate);
bool sweepMutes(const Pulse& pulse);
// Half frame. Moves nothing while the length counter stands.
void clockSweep(Pulse& pulse, const PulseLatch& latched);
// `offset` 0-3 of the pulse's four registers.
void writePulse(Pulse& pulse, int offset, uint8_t value);
// A get tick.
inline void clockPulse(Pulse& pulse) {
  if (pulse.timer > 0) {
    --pulse.timer;
    return;
  }
  pulse.timer = pulse.period;
  ++pulse.step;
}
// The same after a write: the sequencer steps on from where it was when the latches closed.
inline void clockPulse(Pulse& pulse, const PulseLatch& latched) {
  if (pulse.timer == 0) pulse.step = latched.step;
  clockPulse(pulse);
}
uint8_t pulseVolume(const Pulse& pulse);  // 0-15; 0 when muted or ended
uint8_t pulseWave(const Pulse& pulse);    // bit n: whether it is high n steps from now
inline uint8_t pulseLevel(const Pulse& pulse) { return (pulseWave(pulse) & 1) != 0 ? pulseVolume(pulse) : 0; }

// Quarter frame. `reload`: triangle.linear_reload when the latches closed.
void clockLinear(Triangle& triangle, bool reload);
void writeTriangle(Triangle& triangle, int offset, uint8_t value);
bool triangleRuns(const Triangle& triangle);
// A CPU cycle.
inline void clockTriangle(Triangle& triangle) {
  if (triangle.timer > 0) {
    --triangle.timer;
    return;
  }
  triangle.timer = triangle.period;
  if (triangleRuns(triangle)) ++triangle.step;
}
// 0-15, by the sequencer's step (of which 5 bits count): 15 .. 0, 0 .. 15.
inline uint8_t triangleLevel(uint32_t step) {
  return static_cast<uint8_t>((step & 16) != 0 ? step & 15 : ~step & 15);
}
inline uint8_t triangleLevel(const Triangle& triangle) { return triangleLevel(triangle.step); }

void writeNoise(Noise& noise, int offset, uint8_t value);
// The shift register's feedback is the exclusive or of bit 0 and this bit.
inline uint32_t noiseTap(bool short_mode) { return short_mode ? 6 : 1; }
// A get tick; `period` in get ticks.
inline void clockNoise(Noise& noise, uint16_t period) {
  if (noise.timer > 1) {
    --noise.timer;
    return;
  }
  noise.timer = period;
  const uint32_t shift = noise.shift;
  const uint32_t feedback = (shift ^ shift >> noiseTap(noise.short_mode)) & 1;
  noise.shift = shift >> 1 | feedback << 14;
}
uint8_t noiseVolume(const Noise& noise);  // 0-15; 0 when ended
inline uint8_t noiseLevel(const Noise& noise) { return (noise.shift & 1) == 0 ? noiseVolume(noise) : 0; }

// Puts in a request for the next byte of a sample, unless there is none or one is under way.
void requestDma(Dmc& dmc);
// The byte that was requested has come, in a get cycle.
void deliver(Dmc& dmc, uint8_t byte);
// One bit of a sample that is being played.
inline void shiftDmc(Dmc& dmc) {
  if (!dmc.silence) {
    if ((dmc.shift & 1) != 0) {
      if (dmc.output <= 125) dmc.output = dmc.output + 2u;
    } else if (dmc.output >= 2) {
      dmc.output = dmc.output - 2u;
    }
  }
  dmc.shift >>= 1;
}
// After the last bit of a byte: begins with the one in the buffer, and requests the one after it.
void endDmcByte(Dmc& dmc);

// The steps of the restart that a write to $4017 asked for: what a put tick does, once it has counted,
inline void followRestart(FrameCounter& frame) {
  if (frame.restarting) frame.count = 0;
  frame.restarting = false;
  frame.restart_latched = frame.restart;
  frame.five_step = frame.next_five_step;
}
// and a get tick: whether it clocks a half frame.
inline bool beginRestart(FrameCounter& frame) {
  if (!frame.restart_latched) return false;
  frame.restart = frame.restart_latched = false;
  frame.restarting = true;
  return frame.five_step;
}

// All channels: what the frame counter clocks in a quarter frame or in a half frame.
void clockUnits(State& state, bool half_frame);
// Whether some length counter that is not enabled still runs.
bool mustDisable(const State& state);
// A get tick: stops those that were not enabled when the latches closed.
void followEnables(State& state);
// Before a write to a unit's register in a get cycle: the latches have closed.
inline void holdLatches(State& state) {
  if (state.latched) return;
  state.latches = latchUnits(state);
  state.latched = true;
}
// After the tick.
inline void openLatches(State& state) {
  state.latches = {};
  state.latched = false;
}

}  // namespace jumpscope::apu
