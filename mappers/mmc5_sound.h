// The sound of the MMC5: two pulse channels as the console's, without sweep and with a clock of their own,
// and a level that programs write. Time passes in closed form while there is no listener. Source: NESdev "MMC5
// audio".
// Approximation: the level is not taken from reads of PRG-ROM, and makes no interrupts.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "mappers/board.h"
#include "mappers/sound_timer.h"

namespace jumpscope::mappers {

struct Mmc5Pulse {
  SoundTimer timer;
  std::array<uint8_t, 4> registers;
  uint8_t step;     // of eight
  uint8_t length;   // of the note left
  uint8_t decay;    // the envelope's level
  uint8_t divider;  // the envelope's
  uint8_t start;    // of the envelope
  uint8_t enabled;

  // NESdev "APU Length Counter".
  static constexpr std::array<uint8_t, 32> lengths = {10, 254, 20,  2,  40, 4,  80, 6,  160, 8,  60,
                                                      10, 14,  12,  26, 14, 12, 16, 24, 18,  48, 20,
                                                      96, 22,  192, 24, 72, 26, 16, 28, 32,  30};

  unsigned period() const { return ((registers[2] | (registers[3] & 7u) << 8) + 1) * 2 - 1; }
  bool loops() const { return registers[0] & 0x20; }
  unsigned output() const {
    static constexpr uint8_t high_steps[] = {1, 2, 4, 6};
    if (length == 0 || (step & 7) >= high_steps[registers[0] >> 6]) return 0;
    return (registers[0] & 0x10) ? registers[0] & 0x0F : decay & 0x0F;
  }
  void write(unsigned reg, uint8_t value) {
    registers[reg] = value;
    if (reg != 3) return;
    if (enabled) length = lengths[value >> 3];
    step = 0;
    start = 1;
  }
  void enable(bool on) {
    enabled = on;
    if (!on) length = 0;
  }
  // After some rounds the envelope only repeats.
  void clockFrames(uint64_t frames) {
    constexpr uint64_t settled = 1024;
    const uint64_t round = 16u * ((registers[0] & 0x0Fu) + 1);
    if (frames > settled + round) frames = settled + (frames - settled) % round;
    for (; frames > 0; --frames) clockFrame();
  }

 private:
  void clockFrame() {
    if (length > 0 && !loops()) --length;
    if (start) {
      start = 0;
      decay = 15;
      divider = registers[0] & 0x0F;
    } else if (divider > 0) {
      --divider;
    } else {
      divider = registers[0] & 0x0F;
      if (decay > 0)
        --decay;
      else if (loops())
        decay = 15;
    }
  }
};

struct Mmc5Sound {
  uint64_t cycle;  // every cycle before it has been heard
  std::array<Mmc5Pulse, 2> pulses;
  SoundTimer frames;
  uint8_t level;
  uint8_t mode;  // $5010
  std::array<uint8_t, 4> unused;

  static constexpr unsigned frame_period = 7457 - 1;  // 240 a second
  // As loud as the console's pulses (NSFPlay, "mixe"), and its DMC (NESdev "APU Mixer").
  static constexpr float pulse_unit = 0.1494f / 15, level_unit = 0.4f / 255;

  void write(uint16_t address, uint8_t value) {
    const unsigned reg = address & 0x1F;
    if (reg < 8) pulses[reg / 4].write(reg % 4, value);
    if (reg == 0x10) mode = value;
    if (reg == 0x11 && !(mode & 1) && value != 0) level = value;
    if (reg == 0x15)
      for (unsigned i = 0; i < 2; ++i) pulses[i].enable(value >> i & 1);
  }
  uint8_t status() const {
    return static_cast<uint8_t>((pulses[0].length != 0 ? 1 : 0) | (pulses[1].length != 0 ? 2 : 0));
  }
  // `listener`: nullptr: none.
  void runTo(uint64_t until, SoundListener* listener) {
    while (cycle < until) {
      const uint64_t cycles = listener ? std::min(until - cycle, untilStep()) : until - cycle;
      const unsigned before = sum();
      advance(cycles);
      cycle += cycles;
      if (listener && sum() != before) tell(listener);
    }
  }
  void tell(SoundListener* listener) const {
    listener->level(cycle, static_cast<float>(sum()) * pulse_unit + static_cast<float>(level) * level_unit);
  }

 private:
  unsigned sum() const { return pulses[0].output() + pulses[1].output(); }
  // What is silent stays so until the frame clock's next step at least.
  uint64_t untilStep() const {
    uint64_t cycles = frames.untilStep(frame_period);
    for (const Mmc5Pulse& pulse : pulses)
      if (pulse.length > 0) cycles = std::min(cycles, pulse.timer.untilStep(pulse.period()));
    return cycles;
  }
  void advance(uint64_t cycles) {
    const uint64_t clocks = frames.advance(cycles, frame_period);
    for (Mmc5Pulse& pulse : pulses) {
      pulse.step = static_cast<uint8_t>((pulse.step + pulse.timer.advance(cycles, pulse.period())) & 7);
      pulse.clockFrames(clocks);
    }
  }
};

}  // namespace jumpscope::mappers
