// The sound of the VRC6: two pulse channels and a sawtooth. Time passes in closed form while there is no listener.
// Source: NESdev "VRC6 audio".
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "mappers/board.h"
#include "mappers/sound_timer.h"

namespace jumpscope::mappers {

// A channel's period and whether it is on, from its two upper registers.
struct Vrc6Channel {
  SoundTimer timer;
  std::array<uint8_t, 3> registers;
  uint8_t step;

  bool on() const { return registers[2] & 0x80; }
  unsigned period(unsigned shift) const { return (registers[1] | (registers[2] & 0x0Fu) << 8) >> shift; }
};

struct Vrc6Sound {
  uint64_t cycle;  // every cycle before it has been heard
  std::array<Vrc6Channel, 3> channels;
  uint8_t sum;      // of the sawtooth
  uint8_t control;  // $9003
  std::array<uint8_t, 4> unused;

  static constexpr unsigned saw = 2, pulse_steps = 16, saw_steps = 14;
  // A pulse at its loudest is as loud as one of the console's (NSFPlay, "mixe"; NESdev "APU Mixer").
  static constexpr float unit = 0.1494f / 15;

  void write(unsigned channel, unsigned reg, uint8_t value) {
    if (channel == 0 && reg == 3) {
      control = value;
    } else if (reg < 3) {
      channels[channel].registers[reg] = value;
      if (channels[channel].on()) return;
      channels[channel].step = 0;
      if (channel == saw) sum = 0;
    }
  }
  unsigned output() const {
    unsigned level = channels[saw].on() ? sum >> 3 : 0u;
    for (unsigned i = 0; i < saw; ++i) {
      const unsigned mode = channels[i].registers[0];
      const bool high = (mode & 0x80) || channels[i].step % pulse_steps <= (mode >> 4 & 7);
      if (channels[i].on() && high) level += mode & 0x0F;
    }
    return level;
  }
  // `listener`: nullptr: none.
  void runTo(uint64_t until, SoundListener* listener) {
    while (cycle < until) {
      const uint64_t cycles = listener ? std::min(until - cycle, untilStep()) : until - cycle;
      const unsigned before = output();
      advance(cycles);
      cycle += cycles;
      if (listener && output() != before) tell(listener);
    }
  }
  void tell(SoundListener* listener) const { listener->level(cycle, static_cast<float>(output()) * unit); }

 private:
  bool halted() const { return control & 1; }
  unsigned shift() const { return (control & 4) ? 8 : (control & 2) ? 4 : 0; }

  uint64_t untilStep() const {
    uint64_t cycles = UINT64_MAX;
    if (halted()) return cycles;
    for (const Vrc6Channel& c : channels)
      if (c.on()) cycles = std::min(cycles, c.timer.untilStep(c.period(shift())));
    return cycles;
  }
  void advance(uint64_t cycles) {
    if (halted()) return;
    for (unsigned i = 0; i < channels.size(); ++i) {
      Vrc6Channel& c = channels[i];
      if (!c.on()) continue;
      const uint64_t steps = c.timer.advance(cycles, c.period(shift()));
      if (i == saw)
        advanceSaw(steps);
      else
        c.step = static_cast<uint8_t>((c.step + steps) % pulse_steps);
    }
  }
  // With every second step the rate is added, but with the last one the sum begins again. After a whole round
  // the sum does not depend on what was before.
  void advanceSaw(uint64_t steps) {
    if (steps >= 2 * saw_steps) steps = saw_steps + steps % saw_steps;
    uint8_t& step = channels[saw].step;
    for (; steps > 0; --steps) {
      step = static_cast<uint8_t>((step + 1u) % saw_steps);
      if (step == 0)
        sum = 0;
      else if (step % 2 == 0)
        sum = static_cast<uint8_t>(sum + (channels[saw].registers[0] & 0x3F));
    }
  }
};

}  // namespace jumpscope::mappers
