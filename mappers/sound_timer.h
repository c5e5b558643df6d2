// The divider of a sound channel.
#pragma once

#include <cstdint>

namespace jumpscope::mappers {

// Counts `period` + 1 cycles down, again and again.
struct SoundTimer {
  uint16_t passed;  // cycles since the last step

  uint64_t untilStep(unsigned period) const { return period + 1u > passed ? period + 1u - passed : 1; }
  // Returns how many steps that makes.
  uint64_t advance(uint64_t cycles, unsigned period) {
    const uint64_t first = untilStep(period);
    if (cycles < first) {
      passed = static_cast<uint16_t>(passed + cycles);
      return 0;
    }
    cycles -= first;
    passed = static_cast<uint16_t>(cycles % (period + 1u));
    return 1 + cycles / (period + 1u);
  }
};

}  // namespace jumpscope::mappers
