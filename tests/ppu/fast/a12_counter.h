// Who watches address line 12 as a board does.
#pragma once

#include <cstdint>
#include <ostream>

#include "tests/ppu/bench.h"

namespace jumpscope::ppu::fast::tests {

using ppu::tests::Bench;

// What boards remember: they count rises that follow a low of three falls of M2 or more.
struct A12Counter : PinWatcher {
  void a12Changed(bool rises, uint64_t clock) override {
    constexpr uint64_t cycle = Bench::cpu_clocks, least_falls = 3;
    changes += rises != high;
    high = rises;
    if (!rises)
      fell = clock;
    else if (clock / cycle - fell / cycle >= least_falls)
      ++count;
  }
  bool operator==(const A12Counter& other) const {
    return high == other.high && fell == other.fell && count == other.count;
  }
  bool high = false;
  uint64_t fell = 0;
  unsigned count = 0;
  int changes = 0;  // those told: of a picture's fetches not every one is
};

inline std::ostream& operator<<(std::ostream& out, const A12Counter& counter) {
  return out << (counter.high ? "high" : "low") << ", fell at " << counter.fell << ", counted "
             << counter.count;
}

}  // namespace jumpscope::ppu::fast::tests
