#include "apu/apu.h"

#include <algorithm>

#include "apu/band_limited.h"
#include "apu/channels.h"
#include "apu/tables.h"

namespace jumpscope::apu {

Apu::Apu(Region region) : region_(region) { powerOn(); }

Apu::Apu(const Apu& other)
    : s(other.s), region_(other.region_), shortcuts_(other.shortcuts_), now_(other.now_), due_(other.due_) {}

Apu& Apu::operator=(const Apu& other) {
  region_ = other.region_;
  shortcuts_ = other.shortcuts_;
  restore(other.s);
  now_ = other.now_;
  return *this;
}

void Apu::restore(const State& state) {
  if (output_ != nullptr) {
    settle();
    output_->restart(s.cycle, state.cycle);
  }
  s = state;
  now_ = s.cycle;
  forgetForesight();
  retuned_ = true;
}

void Apu::powerOn() {
  restore(State{});
  // The frame counter stands as if $00 had been written to $4017 three cycles before cycle 0: ten before the
  // first instruction (hardware: 9-12). In which half of an APU cycle a console comes up is chance; here the
  // first instruction is fetched in a put cycle, which is what all of the test_apu_2 programs take for
  // granted.
  s.odd_is_put = true;
}

void Apu::allowShortcuts(bool allow) {
  settle();
  shortcuts_ = allow;
  forgetForesight();
}

void Apu::reset() {
  settle();
  forgetForesight();
  retuned_ = true;
  for (LengthCounter* length : {&s.pulse1.length, &s.pulse2.length, &s.triangle.length, &s.noise.length}) {
    enableLength(*length, false);
    length->reload = 0;
  }
  // Only the triangle's halt flag outlives a reset (blargg's apu_reset, len_ctrs_enabled).
  for (LengthCounter* length : {&s.pulse1.length, &s.pulse2.length, &s.noise.length})
    length->halt = length->next_halt = false;
  s.triangle.step = 0;

  Dmc dmc;
  dmc.timer = s.dmc.timer;
  dmc.rate = s.dmc.rate;
  dmc.sample_address = s.dmc.sample_address;
  dmc.sample_length = s.dmc.sample_length;
  dmc.output = s.dmc.output & 1;
  s.dmc = dmc;

  const bool five_step = s.frame.five_step;
  s.frame = FrameCounter{};
  s.frame.five_step = s.frame.next_five_step = five_step;
}

void Apu::write(uint16_t address, uint8_t value) {
  settle();
  retuned_ = true;
  if (address >= 0x4010) forgetForesight();  // the others have nothing to do with IRQs and DMA
  switch (address) {
    case 0x4000:
    case 0x4001:
    case 0x4002:
    case 0x4003:
      writePulse(s.pulse1, address & 3, value);
      break;
    case 0x4004:
    case 0x4005:
    case 0x4006:
    case 0x4007:
      writePulse(s.pulse2, address & 3, value);
      break;
    case 0x4008:
    case 0x4009:
    case 0x400A:
    case 0x400B:
      writeTriangle(s.triangle, address & 3, value);
      break;
    case 0x400C:
    case 0x400D:
    case 0x400E:
    case 0x400F:
      writeNoise(s.noise, address & 3, value);
      break;
    case 0x4010:
    case 0x4011:
    case 0x4012:
    case 0x4013:
      writeDmc(address & 3, value);
      break;
    case 0x4015:
      enableLength(s.pulse1.length, (value & 1) != 0);
      enableLength(s.pulse2.length, (value & 2) != 0);
      enableLength(s.triangle.length, (value & 4) != 0);
      enableLength(s.noise.length, (value & 8) != 0);
      enableDmc((value & 16) != 0);
      break;
    case 0x4017:
      s.frame.next_five_step = (value & 0x80) != 0;
      s.frame.reset_delay = putCycle() ? 3 : 4;
      s.frame.irq_inhibit = (value & 0x40) != 0;
      if (s.frame.irq_inhibit) s.frame.irq_flag = s.frame.irq_level = false;
      break;
    default:
      break;
  }
  if (address >= 0x4000 && address <= 0x400F) {
    s.length_pending = unsettled(s.pulse1.length) || unsettled(s.pulse2.length) ||
                       unsettled(s.triangle.length) || unsettled(s.noise.length);
    if (s.length_pending) quiet_until_ = 0;
  }
}

uint8_t Apu::peekStatus() const {
  return static_cast<uint8_t>(
      (s.pulse1.length.count > 0 ? 0x01 : 0) | (s.pulse2.length.count > 0 ? 0x02 : 0) |
      (s.triangle.length.count > 0 ? 0x04 : 0) | (s.noise.length.count > 0 ? 0x08 : 0) |
      (s.dmc.enable_latch && s.dmc.bytes_left > 0 ? 0x10 : 0) | (s.frame.irq_flag ? 0x40 : 0) |
      (s.dmc.irq ? 0x80 : 0));
}

uint8_t Apu::readStatus(uint8_t open_bus) {
  settle();
  forgetForesight();
  const uint8_t status = static_cast<uint8_t>(peekStatus() | (open_bus & 0x20));
  s.frame.clear_pending = true;
  return status;
}

void Apu::clockUnits(bool half_frame) {
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

void Apu::clockFrameCounter() {
  FrameCounter& frame = s.frame;
  const FrameSteps& steps = frameSteps(region_);
  ++frame.count;
  if (frame.count == steps.quarter1 || frame.count == steps.quarter2) {
    clockUnits(false);
  } else if (frame.count == steps.half1) {
    clockUnits(true);
  } else if (frame.five_step) {
    if (frame.count == steps.half2_five) clockUnits(true);
    if (frame.count > steps.half2_five) frame.count = 0;
  } else if (frame.count + 1 >= steps.half2_four) {
    // The flag is up for two cycles even when inhibited; only the IRQ is not.
    frame.irq_flag = frame.count <= steps.half2_four || !frame.irq_inhibit;
    if (frame.count >= steps.half2_four && !frame.irq_inhibit) frame.irq_level = true;
    if (frame.count == steps.half2_four) clockUnits(true);
    if (frame.count > steps.half2_four) frame.count = 0;
  }

  if (frame.reset_delay > 0 && --frame.reset_delay == 0) {
    frame.count = 0;
    frame.five_step = frame.next_five_step;
    if (frame.five_step) clockUnits(true);
  }
  if (frame.clock_block > 0) --frame.clock_block;
}

void Apu::settleLengths() {
  settleLength(s.pulse1.length);
  settleLength(s.pulse2.length);
  settleLength(s.triangle.length);
  settleLength(s.noise.length);
  s.length_pending = false;
}

void Apu::tick() {
  const bool put = putTick();
  if (s.dmc.request && s.dmc.abort_request) {
    s.dmc.abort_request = false;
    if (!s.dmc.enabled) s.dmc.request = false;
  }
  if (put) {
    if (s.frame.clear_pending) s.frame.clear_pending = s.frame.irq_flag = s.frame.irq_level = false;
    if (s.dmc.load_delay > 0 && --s.dmc.load_delay == 0) requestDma();
  } else {
    runPulse(s.pulse1, 1);
    runPulse(s.pulse2, 1);
    runNoise(s.noise, 1, periods(region_).noise[s.noise.rate & 15] / 2);
    clockDmc();
  }
  settleDmcEnable();
  runTriangle(s.triangle, 1);
  clockFrameCounter();

  if (s.length_pending) settleLengths();
  s.frame.irq_line = s.frame.irq_level;
  if (s.frame.irq_flag && !s.frame.irq_inhibit) s.frame.irq_level = true;
  s.dmc.delivered = false;
  ++s.cycle;
  now_ = std::max(now_, s.cycle);
}

void Apu::runTo(uint64_t cycle) {
  now_ = std::max(now_, cycle);
  if (retuned_) emit();
  if (shortcuts_) {
    carryTo(cycle);
    return;
  }
  while (s.cycle < cycle) {
    tick();
    emit();
  }
}

}  // namespace jumpscope::apu
