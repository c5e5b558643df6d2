// The sound of the Namco 163: up to eight channels that live in the 128 bytes of RAM of the chip, where the
// CPU sees their phases move. One channel is updated every 15 CPU cycles. Source: NESdev "Namco 163 audio".
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "mappers/board.h"

namespace jumpscope::mappers {

constexpr size_t n163_ram_size = 128;

struct N163Sound {
  uint64_t cycle;   // every cycle before it has been heard
  uint8_t address;  // $F800: bit 7 steps it with each access
  uint8_t wait;     // cycles since the last update
  uint8_t channel;  // the next update's, counted down from 7
  uint8_t unused[5];

  static constexpr unsigned period = 15;

  uint8_t data(std::span<const uint8_t, n163_ram_size> ram) const { return ram[address & 0x7F]; }
  void store(std::span<uint8_t, n163_ram_size> ram, uint8_t value) {
    ram[address & 0x7F] = value;
    step();
  }
  void step() {
    if (address & 0x80) address = static_cast<uint8_t>(0x80 | ((address + 1) & 0x7F));
  }

  // `listener`: nullptr: none. `loudness`: of one channel alone, in pulses of the console, both at their loudest.
  void runTo(uint64_t until, std::span<uint8_t, n163_ram_size> ram, bool on, SoundListener* listener,
             float loudness) {
    while (cycle < until) {
      const uint64_t to_update = period - wait % period;
      const uint64_t cycles = listener && on ? std::min(until - cycle, to_update) : until - cycle;
      cycle += cycles;
      if (!on) continue;
      const uint64_t total = wait % period + cycles;
      wait = static_cast<uint8_t>(total % period);
      if (total < period) continue;
      update(ram, total / period);
      if (listener) tell(ram, listener, loudness);
    }
  }
  void tell(std::span<const uint8_t, n163_ram_size> ram, SoundListener* listener, float loudness) const {
    constexpr float console_pulse = 0.1494f;  // at its loudest (NESdev "APU Mixer")
    listener->level(cycle, static_cast<float>(output(ram)) * loudness * console_pulse / (15 * 15));
  }

 private:
  // The mean of the channels: the chip plays them in turn, faster than one hears.
  // Approximation: the tone that the turns themselves make is missing.
  static int output(std::span<const uint8_t, n163_ram_size> ram) {
    const unsigned count = channels(ram);
    int sum = 0;
    for (unsigned number = 8 - count; number < 8; ++number) {
      const uint8_t* c = ram.data() + 0x40 + number * 8;
      const unsigned at = (c[5] + c[6]) & 0xFFu;  // in samples of four bits
      const unsigned sample = ram[at >> 1] >> (at & 1) * 4 & 0x0F;
      sum += (static_cast<int>(sample) - 8) * (c[7] & 0x0F);
    }
    return sum / static_cast<int>(count);
  }
  static unsigned channels(std::span<const uint8_t, n163_ram_size> ram) { return (ram[0x7F] >> 4 & 7) + 1u; }

  // The channels take turns from the last one down to the first one that is on.
  void update(std::span<uint8_t, n163_ram_size> ram, uint64_t updates) {
    const unsigned count = channels(ram);
    const unsigned position = (7u - (channel & 7)) % count;
    for (unsigned i = 0; i < count && i < updates; ++i) {
      const unsigned turn = (position + i) % count;
      advance(ram, 7 - turn, (updates - i + count - 1) / count);
    }
    channel = static_cast<uint8_t>(7 - (position + updates) % count);
  }
  // A phase of 24 bits that wraps at the length of the waveform.
  static void advance(std::span<uint8_t, n163_ram_size> ram, unsigned number, uint64_t times) {
    uint8_t* c = ram.data() + 0x40 + number * 8;
    const uint64_t frequency = c[0] | c[2] << 8 | (c[4] & 3) << 16;
    const uint64_t length = (256u - (c[4] & 0xFCu)) << 16;
    const uint64_t phase = (c[1] | c[3] << 8 | static_cast<unsigned>(c[5]) << 16) % length;
    const uint64_t moved = (phase + frequency * (times % length)) % length;
    c[1] = static_cast<uint8_t>(moved);
    c[3] = static_cast<uint8_t>(moved >> 8);
    c[5] = static_cast<uint8_t>(moved >> 16);
  }
};

}  // namespace jumpscope::mappers
