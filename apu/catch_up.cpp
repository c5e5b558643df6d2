// Carrying the APU over stretches in which nothing but its timers moves, and foreseeing the end of one.
#include <algorithm>

#include "apu/apu.h"
#include "apu/channels.h"
#include "apu/tables.h"

namespace jumpscope::apu {

namespace {

// The get ticks among the next `cycles` ticks.
uint32_t getTicks(uint32_t cycles, bool put) { return put ? cycles / 2 : (cycles + 1) / 2; }

// The frame counter's next step: in which tick from now, counted from 1, and what for.
struct NextStep {
  enum class Kind : uint8_t { Quarter, Half, Other };
  uint32_t tick;
  Kind kind;
};

NextStep nextStep(const FrameCounter& frame, const FrameSteps& steps) {
  using enum NextStep::Kind;
  const auto in = [&](uint32_t step, NextStep::Kind kind) { return NextStep{step - frame.count, kind}; };
  if (frame.count < steps.quarter1) return in(steps.quarter1, Quarter);
  if (frame.count < steps.half1) return in(steps.half1, Half);
  if (frame.count < steps.quarter2) return in(steps.quarter2, Quarter);
  if (frame.five_step && frame.count < steps.half2_five) return in(steps.half2_five, Half);
  if (!frame.five_step && frame.count + 1 < steps.half2_four) return in(steps.half2_four - 1u, Other);
  return {1, Other};
}

}  // namespace

// Whether the next tick does more than run timers, shift silence, step sequencers, take over lengths and
// clock envelopes, lengths and sweeps.
bool Apu::busy() const {
  const Dmc& dmc = s.dmc;
  const FrameCounter& frame = s.frame;
  return frame.clear_pending || frame.reset_delay > 0 || frame.irq_line != frame.irq_level ||
         (frame.irq_flag && !frame.irq_inhibit && !frame.irq_level) || dmc.enable_delay > 0 ||
         dmc.load_delay > 0 || dmc.delivered || (dmc.request && dmc.abort_request);
}

void Apu::carryTo(uint64_t cycle) {
  while (s.cycle < cycle) {
    const NextStep step = nextStep(s.frame, frameSteps(region_));
    uint32_t quiet = 0;  // ticks from now that only run timers
    uint64_t foreseen = 0;
    bool byte_ends = false;
    if (!busy()) {
      quiet = step.tick - 1;
      if (!s.dmc.silence || s.dmc.buffer_full || s.dmc.bytes_left > 0 || s.dmc.abort_armed) {
        const uint64_t to_end = cyclesToByteEnd();
        byte_ends = to_end <= step.tick;
        quiet = static_cast<uint32_t>(std::min<uint64_t>(quiet, to_end - 1));
      }
      if (s.length_pending) quiet = std::min(quiet, 1u);
      foreseen = s.cycle + quiet;
      quiet = static_cast<uint32_t>(std::min<uint64_t>(quiet, cycle - s.cycle));
    }
    if (quiet == 0) {
      tick();
      emit();
      continue;
    }
    const bool clocks_units = quiet + 1 == step.tick && quiet < cycle - s.cycle && !byte_ends &&
                              !s.length_pending && step.kind != NextStep::Kind::Other;
    s.frame.clock_block =
        static_cast<uint8_t>(s.frame.clock_block - std::min<uint32_t>(quiet, s.frame.clock_block));
    skip(clocks_units ? quiet + 1 : quiet);
    if (clocks_units) {
      clockUnits(step.kind == NextStep::Kind::Half);
      if (s.frame.clock_block > 0) --s.frame.clock_block;
    }
    if (s.length_pending) settleLengths();
    quiet_until_ = s.frame.clock_block == 0 ? foreseen : 0;
    if (clocks_units || quiet == 1) emit();
  }
}

// Runs the timers, and plays them.
void Apu::skip(uint32_t cycles) {
  if (output_ != nullptr) emitTimers(cycles);
  const uint32_t gets = getTicks(cycles, putTick());
  if (gets > 0) {
    runPulse(s.pulse1, gets);
    runPulse(s.pulse2, gets);
    runNoise(s.noise, gets, periods(region_).noise[s.noise.rate & 15] / 2);
    if (gets >= s.dmc.timer)
      runDmc(gets);
    else
      s.dmc.timer = static_cast<uint16_t>(s.dmc.timer - gets);
  }
  runTriangle(s.triangle, cycles);
  s.frame.count = static_cast<uint16_t>(s.frame.count + cycles);
  s.cycle += cycles;
}

void Apu::advance() {
  settle();
  if (shortcuts_) foresee();
}

uint64_t Apu::foresee() {
  settle();
  const Dmc& dmc = s.dmc;
  const FrameCounter& frame = s.frame;
  const bool put = putTick();
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
  if (dmc.abort_armed || (!dmc.request && dmc.bytes_left > 0)) at(cyclesToByteEnd());
  const uint64_t event = ticks == UINT64_MAX ? UINT64_MAX : s.cycle + ticks;
  if (shortcuts_) due_ = event;
  return event;
}

}  // namespace jumpscope::apu
