// The counter of the MMC3: which lows of address line 12 are long enough.
#include <gtest/gtest.h>

#include "mappers/a12_counter.h"

namespace jumpscope::mappers {
namespace {

// M2 falls once in each CPU cycle of twelve, fifteen or sixteen master clocks.
TEST(A12Counter, SeesTheFallsOfM2InEveryLow) {
  for (const uint64_t cpu_clocks : {12u, 15u, 16u})
    for (uint64_t fell = 1000; fell < 1000 + cpu_clocks; ++fell)
      for (uint64_t low = 0; low < 6 * cpu_clocks; ++low) {
        uint64_t falls = 0;
        for (uint64_t clock = fell + 1; clock <= fell + low; ++clock) falls += clock % cpu_clocks == 0;
        A12Counter counter{};
        counter.counter = 5;
        counter.a12Changed(false, fell, cpu_clocks, A12Counter::Revision::Sharp);
        counter.a12Changed(true, fell + low, cpu_clocks, A12Counter::Revision::Sharp);
        ASSERT_EQ(counter.counter, falls >= 3 ? 4 : 5)
            << "low for " << low << " clocks from " << fell << " on, " << cpu_clocks << " a cycle";
      }
}

}  // namespace
}  // namespace jumpscope::mappers
