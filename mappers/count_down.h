// An interrupt counter that counts CPU cycles down, in closed form.
#pragma once

#include <cstdint>

namespace jumpscope::mappers {

struct CountDown {
  uint64_t cycle;  // every cycle before it has been counted
  uint16_t value;
  uint8_t running;
  uint8_t pending;  // the interrupt line
  uint8_t unused[4];

  // When it interrupts: with the cycle that counts from 0 to the highest value, or with that which reaches 0.
  enum class At { Wrap, Zero };
  enum class Then { Continue, Stop };

  // Bits of the counter above `mask` stand still. `enabled`: the counter may interrupt.
  void runTo(uint64_t until, At at, Then then, bool enabled = true, uint16_t mask = 0xFFFF) {
    if (until <= cycle) return;
    const uint64_t elapsed = until - cycle;
    cycle = until;
    if (!running) return;
    const uint64_t due = cyclesToEvent(at, mask);
    if (elapsed >= due && due != 0) {
      if (enabled) pending = 1;
      if (then == Then::Stop) {
        running = 0;
        return count(due, mask);
      }
    }
    if (due != 0 || then == Then::Continue) count(elapsed, mask);
  }
  // The first cycle for which runTo() raises `pending`; UINT64_MAX: none.
  uint64_t nextPending(At at, bool enabled = true, uint16_t mask = 0xFFFF) const {
    const uint64_t due = cyclesToEvent(at, mask);
    if (!running || !enabled || pending || due == 0 || cycle > UINT64_MAX - due) return UINT64_MAX;
    return cycle + due;
  }

 private:
  // A counter that stands at 0 does not reach it before it has counted through.
  uint64_t cyclesToEvent(At at, uint16_t mask) const {
    const uint64_t left = value & mask;
    if (at == At::Wrap) return left + 1;
    return left == 0 ? uint64_t{mask} + 1 : left;
  }
  void count(uint64_t cycles, uint16_t mask) {
    value = static_cast<uint16_t>((value & ~mask) | ((value - cycles) & mask));
  }
};

}  // namespace jumpscope::mappers
