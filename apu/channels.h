// The four synthesised channels as functions of their state: clocks from the frame counter, clocks from their
// timers (one, or many at once), and the level they put out.
#pragma once

#include <cstdint>

#include "apu/state.h"

namespace jumpscope::apu {

// Half frame. Counts down to silence unless halted.
void clockLength(LengthCounter& length);
// Takes over what was written in this cycle. A reload is lost when the counter was clocked in between.
void settleLength(LengthCounter& length);
// $4003 and its like: `index` is the five high bits. Ignored while the channel is disabled.
void loadLength(LengthCounter& length, uint8_t index);
// $4015. Disabling clears the counter at once.
void enableLength(LengthCounter& length, bool enabled);

// Quarter frame.
void clockEnvelope(Envelope& envelope);
uint8_t envelopeLevel(const Envelope& envelope);
// $4000, $4004, $400C: the six low bits.
void writeEnvelope(Envelope& envelope, LengthCounter& length, uint8_t value);

// What a pulse's sweep adds when it lowers the period: the first pulse's adder has no carry in (one's
// complement).
enum class Negate : uint8_t { OnesComplement, TwosComplement };

// The period the sweep unit aims at; above $7FF (only when not negating) it mutes the channel, enabled or
// not.
uint16_t sweepTarget(const Pulse& pulse, Negate negate);
bool sweepMutes(const Pulse& pulse);
// Half frame.
void clockSweep(Pulse& pulse, Negate negate);
// `offset` 0-3 of the pulse's four registers.
void writePulse(Pulse& pulse, int offset, uint8_t value);
// `clocks` get ticks.
void runPulse(Pulse& pulse, uint64_t clocks);
uint8_t pulseLevel(const Pulse& pulse);  // 0-15

// Quarter frame.
void clockLinear(Triangle& triangle);
void writeTriangle(Triangle& triangle, int offset, uint8_t value);
// `clocks` CPU cycles.
void runTriangle(Triangle& triangle, uint64_t clocks);
bool triangleRuns(const Triangle& triangle);
uint8_t triangleLevel(const Triangle& triangle);  // 0-15; holds its last level when stopped

void writeNoise(Noise& noise, int offset, uint8_t value);
// `clocks` get ticks; `period` in get ticks.
void runNoise(Noise& noise, uint64_t clocks, uint16_t period);
uint8_t noiseLevel(const Noise& noise);  // 0-15

}  // namespace jumpscope::apu
