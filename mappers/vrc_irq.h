// The interrupt counter of VRC4, VRC6 and VRC7: eight bits, counted up by CPU cycles or by a prescaler that
// makes scanlines of them. In closed form. Source: NESdev "VRC IRQ".
#pragma once

#include <cstdint>

namespace jumpscope::mappers {

struct VrcIrq {
  uint64_t cycle;      // every cycle before it has been counted
  uint16_t prescaler;  // counts 341 down by 3 a cycle
  uint8_t latch;
  uint8_t counter;
  uint8_t control;  // as written: below
  uint8_t pending;  // the interrupt line
  uint8_t unused[2];

  static constexpr uint8_t enable_after_acknowledge = 1, enabled = 2, cycle_mode = 4;

  void writeControl(uint8_t value) {
    control = value;
    pending = 0;
    if (!(control & enabled)) return;
    counter = latch;
    prescaler = scanline;
  }
  void acknowledge() {
    control =
        static_cast<uint8_t>((control & ~enabled) | ((control & enable_after_acknowledge) ? enabled : 0));
    pending = 0;
  }
  void runTo(uint64_t until) {
    if (until <= cycle) return;
    const uint64_t elapsed = until - cycle;
    cycle = until;
    if (!(control & enabled)) return;
    count((control & cycle_mode) ? elapsed : prescaled(elapsed));
  }
  // The first cycle for which runTo() raises `pending`; UINT64_MAX: none.
  uint64_t nextPending() const {
    if (!(control & enabled) || pending) return UINT64_MAX;
    const uint64_t counts = 256u - counter;
    const uint64_t due = (control & cycle_mode) ? counts : cyclesOf(counts);
    return cycle > UINT64_MAX - due ? UINT64_MAX : cycle + due;
  }

 private:
  static constexpr unsigned scanline = 341, step = 3;

  // Runs the prescaler; how often it counts.
  uint64_t prescaled(uint64_t cycles) {
    const uint64_t down = cycles * step;
    if (down < prescaler) {
      prescaler = static_cast<uint16_t>(prescaler - down);
      return 0;
    }
    const uint64_t beyond = down - prescaler;
    prescaler = static_cast<uint16_t>(scanline - beyond % scanline);
    return beyond / scanline + 1;
  }
  uint64_t cyclesOf(uint64_t counts) const {
    const uint64_t down = prescaler + (counts - 1) * scanline;
    return down == 0 ? 1 : (down + step - 1) / step;
  }
  void count(uint64_t times) {
    const uint64_t to_overflow = 256u - counter;
    if (times < to_overflow) {
      counter = static_cast<uint8_t>(counter + times);
      return;
    }
    pending = 1;
    counter = static_cast<uint8_t>(latch + (times - to_overflow) % (256u - latch));
  }
};

}  // namespace jumpscope::mappers
