// Carrying the APU over stretches in which nothing but its timers moves, and foreseeing the end of one.
#include <algorithm>
#include <array>

#include "apu/apu.h"
#include "apu/band_limited.h"
#include "apu/channels.h"
#include "apu/tables.h"

namespace jumpscope::apu {

namespace {

// The get ticks among the next `cycles` ticks.
uint64_t getTicks(uint64_t cycles, bool put) { return put ? cycles / 2 : (cycles + 1) / 2; }

// Ticks until the frame counter's next step.
uint64_t ticksToStep(const FrameCounter& frame, const FrameSteps& steps) {
  const uint16_t last = frame.five_step ? steps.half2_five : static_cast<uint16_t>(steps.half2_four - 1);
  for (const uint16_t step : {steps.quarter1, steps.half1, steps.quarter2, last})
    if (frame.count < step) return static_cast<uint64_t>(step - frame.count);
  return 1;
}

}  // namespace

// How many ticks from now do nothing but run timers, shift silence and step sequencers.
uint64_t Apu::quietCycles() const {
  const Dmc& dmc = s.dmc;
  const FrameCounter& frame = s.frame;
  if (s.length_pending || frame.clear_pending || frame.reset_delay > 0 || frame.clock_block > 0 ||
      frame.irq_line != frame.irq_level || (frame.irq_flag && !frame.irq_inhibit && !frame.irq_level) ||
      dmc.enable_delay > 0 || dmc.load_delay > 0 || dmc.delivered || (dmc.request && dmc.abort_request))
    return 0;
  uint64_t quiet = ticksToStep(frame, frameSteps(region_)) - 1;
  if (!dmc.silence || dmc.buffer_full || dmc.bytes_left > 0 || dmc.abort_armed)
    quiet = std::min(quiet, cyclesToByteEnd() - 1);
  return quiet;
}

// Precondition: cycles <= quietCycles().
void Apu::skip(uint64_t cycles) {
  const uint64_t gets = getTicks(cycles, putCycle());
  if (gets > 0) {
    runPulse(s.pulse1, gets);
    runPulse(s.pulse2, gets);
    runNoise(s.noise, gets, periods(region_).noise[s.noise.rate & 15] / 2);
    for (uint64_t left = gets; left > 0;) {
      const uint64_t quiet = std::min<uint64_t>(left, std::max<uint16_t>(s.dmc.timer, 1) - 1);
      s.dmc.timer = static_cast<uint16_t>(s.dmc.timer - quiet);
      left -= quiet;
      if (left == 0) break;
      clockDmc();
      --left;
    }
  }
  runTriangle(s.triangle, cycles);
  s.frame.count = static_cast<uint16_t>(s.frame.count + cycles);
  s.cycle += cycles;
}

uint64_t Apu::nextEvent() const {
  const Dmc& dmc = s.dmc;
  const FrameCounter& frame = s.frame;
  const bool put = putCycle();
  uint64_t ticks = UINT64_MAX;  // the first that may change something, counted from 1
  const auto at = [&ticks](uint64_t tick) { ticks = std::min(ticks, tick); };

  if (frame.irq_line != frame.irq_level || (frame.irq_flag && !frame.irq_inhibit && !frame.irq_level)) at(1);
  if (frame.clear_pending) at(put ? 1 : 2);
  if (frame.reset_delay > 0) at(frame.reset_delay);
  if (!frame.five_step && !frame.irq_inhibit && !frame.irq_line) {
    const int to_irq = frameSteps(region_).half2_four - frame.count;
    at(static_cast<uint64_t>(std::max(to_irq, 1)));
  }

  if (dmc.request && dmc.abort_request) at(1);
  if (dmc.enable_delay > 0) at(dmc.enable_delay);
  if (dmc.load_delay > 0) at(put ? 2 * dmc.load_delay - 1 : 2 * dmc.load_delay);
  if (!dmc.request && (dmc.bytes_left > 0 || dmc.abort_armed)) at(cyclesToByteEnd());
  return ticks == UINT64_MAX ? UINT64_MAX : s.cycle + ticks;
}

void Apu::emit() {
  // Mixing is the dear part, and most clocks of most timers change no level.
  const std::array<uint8_t, 5> levels = {pulseLevel(s.pulse1), pulseLevel(s.pulse2),
                                         triangleLevel(s.triangle), noiseLevel(s.noise), s.dmc.output};
  if (heard_ && levels == levels_heard_) return;
  heard_ = true;
  levels_heard_ = levels;
  output_->level(s.cycle, amplitude());
}

// How many ticks from now leave the amplitude as it is, as far as the timers go.
uint64_t Apu::cyclesToOutputChange() const {
  const bool put = putCycle();
  uint64_t gets = UINT64_MAX / 4;
  for (const Pulse* pulse : {&s.pulse1, &s.pulse2})
    if (pulse->length.count > 0 && !sweepMutes(*pulse)) gets = std::min<uint64_t>(gets, pulse->timer);
  if (s.noise.length.count > 0) gets = std::min<uint64_t>(gets, std::max<uint16_t>(s.noise.timer, 1) - 1);
  if (!s.dmc.silence) gets = std::min<uint64_t>(gets, std::max<uint16_t>(s.dmc.timer, 1) - 1);
  uint64_t cycles = put ? 2 * gets + 1 : 2 * gets;  // the longest stretch with that many get ticks
  if (triangleRuns(s.triangle)) cycles = std::min<uint64_t>(cycles, s.triangle.timer);
  return cycles;
}

}  // namespace jumpscope::apu
