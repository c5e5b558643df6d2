#include "apu/fast/catch_up.h"

#include <algorithm>

#include "apu/channels.h"
#include "apu/fast/timers.h"

namespace jumpscope::apu::fast {

namespace {

// The frame counter's next step: in which tick from now, counted from 1, and what for.
struct NextStep {
  enum class Kind : uint8_t { Quarter, Other };
  uint32_t tick;
  Kind kind;
};

// True if the sequence restarts in one of the next ticks.
bool isRestarting(const FrameCounter& frame) {
  return frame.restart || frame.restart_latched || frame.restarting ||
         frame.five_step != frame.next_five_step;
}

// True if something written is still on its way that idle ticks let arrive.
bool isArriving(const State& s) { return isRestarting(s.frame) || s.disabling || s.dmc.enable_delay > 0; }

// True if the DMC is already what it is being enabled or disabled to, so that it makes no difference when that is
// over.
bool enablesInVain(const Dmc& dmc) {
  if (dmc.enable_latch) return dmc.enabled;
  return !dmc.enabled && dmc.bytes_left == 0 && !dmc.request;
}

NextStep nextStep(const FrameCounter& frame, const FrameSteps& steps) {
  using enum NextStep::Kind;
  const auto in = [&](uint32_t step, NextStep::Kind kind) { return NextStep{step - frame.count, kind}; };
  if (frame.count < steps.quarter1) return in(steps.quarter1, Quarter);
  if (frame.count < steps.half1) return in(steps.half1, Other);
  if (frame.count < steps.quarter2) return in(steps.quarter2, Quarter);
  if (frame.five_step && frame.count < steps.half2_five) return in(steps.half2_five, Other);
  if (!frame.five_step && frame.count + 1 < steps.half2_four) return in(steps.half2_four - 1u, Other);
  return {1, Other};
}

}  // namespace

void CatchUp::powerOn() {
  flush();
  chip_.powerOn();
  now_ = chip_.s.cycle;
  forgetPrediction();
}

void CatchUp::reset() {
  flush();
  chip_.reset();
  forgetPrediction();
}

void CatchUp::restore(const State& state) {
  flush();
  chip_.restore(state);
  now_ = chip_.s.cycle;
  forgetPrediction();
}

void CatchUp::write(uint16_t address, uint8_t value) {
  flush();
  chip_.write(address, value);
  forgetPrediction();
}

uint8_t CatchUp::readStatus(uint8_t open_bus) {
  if (frameIrqPending()) forgetPrediction();
  return chip_.readStatus(open_bus);
}

void CatchUp::dmaDeliver(uint8_t byte) {
  flush();
  forgetPrediction();
  chip_.dmaDeliver(byte);
}

// True if the sequence certainly restarts before the sequence of four steps could end.
bool CatchUp::restartsFarFromItsEnd() const {
  const FrameCounter& frame = chip_.s.frame;
  return (frame.restart || frame.restarting) &&
         frame.count + 2 * longest_restart < chip_.rates().frame.half2_four;
}

// True if the next tick does no more than run timers, shift silence, step sequencers, clock envelopes and the linear
// counter, and have what was written arrive.
bool CatchUp::isIdle() const {
  const Dmc& dmc = chip_.s.dmc;
  const FrameCounter& frame = chip_.s.frame;
  return !(chip_.s.latched || (isRestarting(frame) && !restartsFarFromItsEnd()) ||
           (frame.clear_pending && isIrqPending(frame)) || frame.irq_line != frame.irq_level ||
           (frame.irq_flag && !frame.irq_inhibit && !frame.irq_level) ||
           (dmc.enable_delay > 0 && !enablesInVain(dmc)) || dmc.load_delay > 0 || dmc.delivered ||
           (dmc.request && dmc.abort_request));
}

// The tick of cycle s.cycle + this - 1 ends the byte that the DMC is playing.
uint64_t CatchUp::cyclesToByteEnd() const {
  const Dmc& dmc = chip_.s.dmc;
  const uint64_t bits = std::max<uint8_t>(dmc.bits_left, 1);
  const uint64_t gets = std::max<uint16_t>(dmc.timer, 1) + (bits - 1) * chip_.rates().dmcPeriod(dmc.rate);
  return chip_.putCycle() ? 2 * gets : 2 * gets - 1;
}

void CatchUp::runTo(uint64_t cycle) {
  State& s = chip_.s;
  if (repeated_.last != 0) giveRepeated();
  repeated_.address = 0;
  now_ = std::max(now_, cycle);
  chip_.output.updateIfStale(s);
  while (s.cycle < cycle) {
    const NextStep step = nextStep(s.frame, chip_.rates().frame);
    uint32_t idle = 0;  // ticks from now that are idle
    uint64_t predicted = 0;
    bool byte_ends = false;
    arriving_ = isArriving(s);
    if (isIdle()) {
      idle = step.tick - 1;
      // The sequence may begin anew.
      if (arriving_) idle = std::min<uint32_t>(idle, chip_.rates().frame.quarter1);
      if (!s.dmc.silence || s.dmc.buffer_full || s.dmc.bytes_left > 0 || s.dmc.abort_armed) {
        const uint64_t to_end = cyclesToByteEnd() + fetched_.count() * byteLength();
        byte_ends = to_end <= step.tick;
        idle = static_cast<uint32_t>(std::min<uint64_t>(idle, to_end - 1));
      }
      predicted = s.cycle + idle;
      idle = static_cast<uint32_t>(std::min<uint64_t>(idle, cycle - s.cycle));
    }
    if (idle == 0) {
      chip_.runTo(s.cycle + 1);
      if (s.dmc.request && !fetched_.isEmpty()) fetched_.deliverTo(s.dmc);
      continue;
    }
    // A half frame's sweep acts on a timer that reloads in the same tick.
    const bool clocks_units = idle + 1 == step.tick && idle < cycle - s.cycle && !byte_ends && !arriving_ &&
                              step.kind == NextStep::Kind::Quarter;
    runIdle(clocks_units ? idle + 1 : idle);
    if (clocks_units) clockUnits(s, false);
    idle_until_ = predicted;
    if (clocks_units) chip_.output.update(s);
  }
}

// Idle ticks in which the sequence restarts, length counters stop that are not enabled, or the DMC is being enabled or
// disabled. The frame counter goes ahead of the channels, up to where it clocks them.
void CatchUp::letWritesArrive(uint32_t cycles) {
  State& s = chip_.s;
  FrameCounter& frame = s.frame;
  uint32_t ahead = 0;
  const auto runBehind = [&] {
    if (ahead > 0) runChannels(ahead);
    s.dmc.enable_delay =
        static_cast<uint8_t>(s.dmc.enable_delay - std::min<uint32_t>(s.dmc.enable_delay, ahead));
    ahead = 0;
  };
  for (; cycles > 0 && (isRestarting(frame) || s.disabling); --cycles) {
    const bool put = isPutCycle(s, s.cycle + ahead);
    ++frame.count;
    if (put) {
      followRestart(frame);
    } else if (beginRestart(frame)) {
      runBehind();
      clockHalfFrame();
      continue;
    }
    ++ahead;
    if (put || !s.disabling) continue;
    runBehind();
    followEnables(s);
    chip_.output.update(s);
  }
  frame.count = static_cast<uint16_t>(frame.count + cycles);
  ahead += cycles;
  runBehind();
  arriving_ = isArriving(s);
}

// A get tick in which the restart of the sequence clocks the units; the frame counter has done it.
void CatchUp::clockHalfFrame() {
  State& s = chip_.s;
  chip_.output.updateIfStale(s);
  runTriangle(s.triangle, 1);
  clockUnits(s, true);
  runChannelsOfGets(1);
  if (s.dmc.enable_delay > 0) --s.dmc.enable_delay;
  if (s.disabling) followEnables(s);
  ++s.cycle;
  chip_.output.update(s);
}

// Precondition: only timers run in these ticks.
void CatchUp::runChannels(uint32_t cycles) {
  State& s = chip_.s;
  if (chip_.output.listener != nullptr) emitTimers(cycles);
  const bool put = chip_.putCycle();
  const uint32_t gets = getTicks(cycles, put);
  if (gets > 0) runChannelsOfGets(gets);
  runTriangle(s.triangle, cycles);
  if (cycles > 1 || put) s.frame.clear_pending = false;
  s.cycle += cycles;
}

// Those that get ticks clock.
void CatchUp::runChannelsOfGets(uint32_t gets) {
  State& s = chip_.s;
  runPulse(s.pulse1, gets);
  runPulse(s.pulse2, gets);
  runNoise(s.noise, gets, chip_.rates().noisePeriod(s.noise.rate));
  if (gets >= s.dmc.timer)
    runDmc(s.dmc, gets, chip_.rates().dmcPeriod(s.dmc.rate), fetched_);
  else
    s.dmc.timer = static_cast<uint16_t>(s.dmc.timer - gets);
}

uint64_t CatchUp::predict() {
  flush();
  const State& s = chip_.s;
  const Dmc& dmc = s.dmc;
  const FrameCounter& frame = s.frame;
  const bool put = chip_.putCycle();
  uint64_t ticks = UINT64_MAX;  // the first that may change something, counted from 1
  const auto at = [&ticks](uint64_t tick) { ticks = std::min(ticks, tick); };

  if (frame.irq_line != frame.irq_level || (frame.irq_flag && !frame.irq_inhibit && !frame.irq_level)) at(1);
  if (frame.clear_pending && isIrqPending(frame)) at(put ? 1 : 2);
  if (isRestarting(frame) && !restartsFarFromItsEnd()) at(1);
  if (isRestarting(frame) && !frame.next_five_step && !frame.irq_inhibit && !frame.irq_line)
    at(chip_.rates().frame.half2_four);
  if (!isRestarting(frame) && !frame.five_step && !frame.irq_inhibit && !frame.irq_line) {
    const int to_irq = chip_.rates().frame.half2_four - frame.count;
    at(static_cast<uint64_t>(std::max(to_irq, 1)));
  }

  if (dmc.request && dmc.abort_request) at(1);
  if (dmc.enable_delay > 0 && !enablesInVain(dmc)) at(dmc.enable_delay);
  if (dmc.load_delay > 0) at(put ? 2 * dmc.load_delay - 1 : 2 * dmc.load_delay);
  other_due_ = ticks == UINT64_MAX ? UINT64_MAX : s.cycle + ticks;
  return due_ = std::min(other_due_, predictByteEnd());
}

// The first cycle that sees a byte end which has an effect; UINT64_MAX: none comes.
uint64_t CatchUp::predictByteEnd() {
  const Dmc& dmc = chip_.s.dmc;
  fetch_due_ = 0;
  if (!dmc.abort_armed && (dmc.request || dmc.bytes_left == 0)) return UINT64_MAX;
  const uint64_t end = chip_.s.cycle + cyclesToByteEnd();
  if (dmc.enabled && !dmc.abort_armed && !dmc.request && dmc.bytes_left > 1) fetch_due_ = end;
  return end;
}

void CatchUp::fetch(uint64_t get, uint8_t byte) {
  const Dmc& dmc = chip_.s.dmc;
  fetched_.add(byte);
  now_ = get + 1;
  idle_until_ = 0;
  fetch_due_ += byteLength();
  due_ = std::min(other_due_, fetch_due_);
  const bool last_follows = dmc.bytes_left - fetched_.count() == 1;
  const bool address_wraps = dmc.address + fetched_.count() > 0xFFFF;
  if (fetched_.isFull() || last_follows || address_wraps) {
    flush();
    if (last_follows) fetch_due_ = 0;
  }
}

}  // namespace jumpscope::apu::fast
