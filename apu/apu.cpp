#include "apu/apu.h"

#include "apu/band_limited.h"
#include "apu/channels.h"

namespace jumpscope::apu {

Apu::Apu(const Rates& rates) : rates_(rates) { powerOn(); }

Apu::Apu(const Apu& other) : s(other.s), rates_(other.rates_) {}

Apu& Apu::operator=(const Apu& other) {
  rates_ = other.rates_;
  restore(other.s);
  return *this;
}

void Apu::restore(const State& state) {
  if (output.listener != nullptr) output.listener->restart(s.cycle, state.cycle);
  s = state;
  output.stale = true;
}

void Apu::powerOn() {
  restore(State{});
  // The frame counter stands as if $00 had been written to $4017 three cycles before cycle 0: ten before the
  // first instruction (hardware: 9-12). In which half of an APU cycle a console comes up is chance; here the
  // first instruction is fetched in a put cycle, which is what all of the test_apu_2 programs take for
  // granted.
  s.odd_is_put = true;
}

void Apu::reset() {
  for (LengthCounter* length : {&s.pulse1.length, &s.pulse2.length, &s.triangle.length, &s.noise.length}) {
    length->count = 0;
    length->running = length->enabled = false;
  }
  // Only the triangle's halt flag outlives a reset (blargg's apu_reset, len_ctrs_enabled).
  for (LengthCounter* length : {&s.pulse1.length, &s.pulse2.length, &s.noise.length}) length->halt = false;
  openLatches(s);
  s.disabling = false;
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
  s.frame.count = putCycle() ? 1 : 0;  // a sequence begins after a put cycle
  output.stale = true;
}

void Apu::write(uint16_t address, uint8_t value) {
  const bool writes_unit = (address >= 0x4000 && address <= 0x400F) || address == 0x4015;
  if (writes_unit && !putCycle()) holdLatches(s);
  writeRegister(address, value);
  if (writes_unit) s.disabling = mustDisable(s);
}

void Apu::writeRegister(uint16_t address, uint8_t value) {
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
      s.pulse1.length.enabled = (value & 1) != 0;
      s.pulse2.length.enabled = (value & 2) != 0;
      s.triangle.length.enabled = (value & 4) != 0;
      s.noise.length.enabled = (value & 8) != 0;
      enableDmc((value & 16) != 0);
      break;
    case 0x4017:
      s.frame.next_five_step = (value & 0x80) != 0;
      s.frame.restart = true;
      s.frame.irq_inhibit = (value & 0x40) != 0;
      if (s.frame.irq_inhibit) s.frame.irq_flag = s.frame.irq_level = false;
      break;
    default:
      break;
  }
  output.stale = true;
}

uint8_t Apu::peekStatus() const {
  return static_cast<uint8_t>((s.pulse1.length.running ? 0x01 : 0) | (s.pulse2.length.running ? 0x02 : 0) |
                              (s.triangle.length.running ? 0x04 : 0) | (s.noise.length.running ? 0x08 : 0) |
                              (s.dmc.enable_latch && s.dmc.bytes_left > 0 ? 0x10 : 0) |
                              (s.frame.irq_flag ? 0x40 : 0) | (s.dmc.irq ? 0x80 : 0));
}

uint8_t Apu::readStatus(uint8_t open_bus) {
  const uint8_t status = static_cast<uint8_t>(peekStatus() | (open_bus & 0x20));
  s.frame.clear_pending = true;
  return status;
}

// The sequence's count moves on in put ticks, what it clocks is clocked in get ticks; here both count.
void Apu::clockFrameCounter(bool put) {
  FrameCounter& frame = s.frame;
  const FrameSteps& steps = rates_.frame;
  ++frame.count;
  if (put) followRestart(frame);
  bool quarter = frame.count == steps.quarter1 || frame.count == steps.quarter2;
  bool half = frame.count == steps.half1 || frame.count == steps.half2_five;
  if (frame.count > steps.half2_five) frame.count = 0;
  if (!frame.five_step && frame.count + 1 >= steps.half2_four && frame.count <= steps.half2_four + 1)
    half |= endFourSteps();
  if (!put) half |= beginRestart(frame);
  if (quarter || half) clockUnits(s, half);
}

// The three last counts of the sequence of four steps; whether this is the one that clocks.
bool Apu::endFourSteps() {
  FrameCounter& frame = s.frame;
  const uint16_t end = rates_.frame.half2_four;
  // The flag is up for two cycles even when inhibited; only the IRQ is not.
  frame.irq_flag = frame.count <= end || !frame.irq_inhibit;
  if (frame.count >= end && !frame.irq_inhibit) frame.irq_level = true;
  if (frame.count > end) frame.count = 0;
  return frame.count == end;
}

void Apu::clockPulses() {
  if (s.latched) {
    clockPulse(s.pulse1, s.latches.pulse1);
    clockPulse(s.pulse2, s.latches.pulse2);
  } else {
    clockPulse(s.pulse1);
    clockPulse(s.pulse2);
  }
}

void Apu::tick() {
  const bool put = putCycle();
  if (s.dmc.request && s.dmc.abort_request) {
    s.dmc.abort_request = false;
    if (!s.dmc.enabled) s.dmc.request = false;
  }
  if (put && s.frame.clear_pending) s.frame.clear_pending = s.frame.irq_flag = s.frame.irq_level = false;
  clockTriangle(s.triangle);
  // Before the pulses' timers, which reload with the period of a sweep in the same tick.
  clockFrameCounter(put);
  if (put) {
    if (s.dmc.load_delay > 0 && --s.dmc.load_delay == 0) requestDma(s.dmc);
  } else {
    clockPulses();
    clockNoise(s.noise, rates_.noisePeriod(s.noise.rate));
    clockDmc();
  }
  followDmcEnable();
  if (s.disabling && !put) followEnables(s);
  if (s.latched) openLatches(s);

  s.frame.irq_line = s.frame.irq_level;
  if (s.frame.irq_flag && !s.frame.irq_inhibit) s.frame.irq_level = true;
  s.dmc.delivered = false;
  ++s.cycle;
}

void Apu::attach(BandLimited* listener) {
  output.listener = listener;
  output.started = false;
  output.stale = true;
}

void Apu::setChannels(uint8_t channels) {
  output.channels = channels;
  output.stale = true;
}

}  // namespace jumpscope::apu
