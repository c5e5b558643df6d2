// Many half frames in one step are the same as one after the other.
#include <gtest/gtest.h>

#include "apu/channels.h"
#include "apu/fast/half_frames.h"
#include "tests/apu/fast/support.h"

namespace jumpscope::apu {
namespace {

// Any values, the smaller ones more often.
State anyState(Random& random) {
  State state;
  visitFields(state, [&](const char*, auto& field) {
    using Field = std::remove_reference_t<decltype(field)>;
    uint64_t value = random.below(random.below(2) == 0 ? 0x10000 : 4);
    while (std::is_class_v<Field> && !holds<Field>(value)) value /= 2;
    field = static_cast<Field>(value);
  });
  state.latched = state.disabling = false;
  state.latches = {};
  return state;
}

TEST(HalfFrames, InOneStepAreTheSameAsOneAfterTheOther) {
  int tried = 0;
  for (uint64_t seed = 1; seed <= 20000; ++seed) {
    Random random(seed);
    State at_once = anyState(random);
    if (!fast::halfFramesLeaveTimers(at_once)) continue;
    ++tried;
    const uint32_t times = random.below(random.below(2) == 0 ? 6 : 700);
    State one_by_one = at_once;
    fast::clockHalfFrames(at_once, times);
    for (uint32_t i = 0; i < times; ++i) {
      const bool runs = triangleRuns(one_by_one.triangle);
      const auto periods = std::pair(one_by_one.pulse1.period, one_by_one.pulse2.period);
      clockUnits(one_by_one, true);
      ASSERT_EQ(triangleRuns(one_by_one.triangle), runs) << "seed " << seed;
      ASSERT_TRUE(periods == std::pair(one_by_one.pulse1.period, one_by_one.pulse2.period))
          << "seed " << seed;
    }
    ASSERT_EQ(firstDifference(one_by_one, at_once), "") << times << " times, seed " << seed;
  }
  EXPECT_GT(tried, 2000);
}

}  // namespace
}  // namespace jumpscope::apu
