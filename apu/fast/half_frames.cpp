#include "apu/fast/half_frames.h"

#include <algorithm>

#include "apu/channels.h"

namespace jumpscope::apu::fast {

namespace {

// A divider that counts down to 0 and reloads with `period`; returns how often it reloaded.
template <class Divider>
uint32_t divide(Divider& divider, uint32_t period, uint32_t clocks) {
  if (clocks <= divider) {
    divider = static_cast<uint8_t>(divider - clocks);
    return 0;
  }
  clocks -= divider + 1u;
  divider = static_cast<uint8_t>(period - clocks % (period + 1));
  return 1 + clocks / (period + 1);
}

void clockEnvelope(Envelope& envelope, uint32_t times) {
  if (envelope.start) {
    apu::clockEnvelope(envelope, true);
    --times;
  }
  const uint32_t steps = divide(envelope.divider, envelope.volume, times);
  if (envelope.loop)
    envelope.decay = (envelope.decay - steps) & 15;
  else
    envelope.decay = static_cast<uint8_t>(envelope.decay - std::min<uint32_t>(envelope.decay, steps));
}

void clockLinear(Triangle& triangle, uint32_t times) {
  if (triangle.linear_reload) {
    apu::clockLinear(triangle, true);
    --times;
  }
  if (!triangle.linear_reload)
    triangle.linear = static_cast<uint8_t>(triangle.linear - std::min<uint32_t>(triangle.linear, times));
}

// Of a sweep that moves nothing.
void clockSweep(Pulse& pulse, uint32_t times) {
  if (pulse.sweep_reload) {
    pulse.sweep_divider = pulse.sweep_period;
    pulse.sweep_reload = false;
    --times;
  }
  divide(pulse.sweep_divider, pulse.sweep_period, times);
}

void clockLength(LengthCounter& length, uint32_t times) {
  if (!length.running) return;
  length.running = length.halt ? length.count < UINT8_MAX : times <= length.count;
  if (length.halt) return;
  length.count = static_cast<uint8_t>(length.running ? length.count - times : UINT8_MAX);
}

bool sweeps(const Pulse& pulse) {
  return pulse.sweep_enabled && pulse.sweep_shift > 0 && pulse.length.running && !sweepMutes(pulse);
}

// True if the triangle's sequencer goes on to run, or to stand.
bool stays(const Triangle& triangle) {
  if (!triangle.length.running) return true;
  if (!triangle.linear_reload) return triangle.linear == 0;
  const LengthCounter& length = triangle.length;
  return triangle.control && length.halt && length.count < UINT8_MAX &&
         (triangle.linear > 0) == (triangle.linear_load > 0);
}

}  // namespace

void clockHalfFrames(State& s, uint32_t times) {
  if (times == 0) return;
  clockEnvelope(s.pulse1.envelope, times);
  clockEnvelope(s.pulse2.envelope, times);
  clockEnvelope(s.noise.envelope, times);
  clockLinear(s.triangle, times);
  clockSweep(s.pulse1, times);
  clockSweep(s.pulse2, times);
  clockLength(s.pulse1.length, times);
  clockLength(s.pulse2.length, times);
  clockLength(s.triangle.length, times);
  clockLength(s.noise.length, times);
}

bool halfFramesLeaveTimers(const State& s) {
  return !s.latched && !s.disabling && !sweeps(s.pulse1) && !sweeps(s.pulse2) && stays(s.triangle);
}

}  // namespace jumpscope::apu::fast
