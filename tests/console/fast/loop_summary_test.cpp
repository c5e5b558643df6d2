// Orbits: following one in closed form against stepping along it.
#include "src/console/fast/loop_summary.h"

#include <gtest/gtest.h>

#include <random>

namespace jumpscope::console::fast {
namespace {

TEST(Orbit, IsFollowedAsByStepping) {
  std::minstd_rand random(1);
  for (int sample = 0; sample < 300; ++sample) {
    LoopSummary::Orbit orbit{0, true, {}, true, {}};
    const auto step = static_cast<unsigned>(random() % lane_count);
    for (size_t i = 0; i < lane_count; ++i) {
      orbit.next[i] = static_cast<uint16_t>(sample % 2 ? random() % lane_count : (i + step) % lane_count);
      orbit.goes_on[i] = random() % 100 != 0;
    }
    const size_t start = random() % lane_count;
    size_t index = start, before = start;
    uint64_t same_way = 0;
    bool goes_on = true;
    for (uint64_t turns = 1; turns < 1200; ++turns) {
      goes_on = goes_on && orbit.goes_on[index];
      same_way += goes_on;
      before = index;
      index = orbit.next[index];
      const OrbitEnd end = follow(orbit, start, turns);
      ASSERT_EQ(end.last, index) << sample << ", " << turns;
      ASSERT_EQ(end.before, before) << sample << ", " << turns;
      ASSERT_EQ(turnsTheSameWay(orbit, start, turns), goes_on ? turns : same_way) << sample << ", " << turns;
    }
  }
}

}  // namespace
}  // namespace jumpscope::console::fast
