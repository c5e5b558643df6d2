#include "apu/mixer.h"

#include <gtest/gtest.h>

namespace jumpscope::apu {
namespace {

double level(int pulse1, int pulse2, int triangle, int noise, int dmc) {
  return static_cast<double>(mix(pulse1, pulse2, triangle, noise, dmc)) / full_scale;
}

TEST(Mixer, IsSilentWithoutInput) { EXPECT_EQ(mix(0, 0, 0, 0, 0), 0); }

// 95.88 / (8128 / 15 + 100) and its like, worked out with another tool.
TEST(Mixer, FollowsThePublishedFormulas) {
  EXPECT_NEAR(level(15, 0, 0, 0, 0), 0.1493768, 2e-6);
  EXPECT_NEAR(level(15, 15, 0, 0, 0), 0.2584831, 2e-6);
  EXPECT_NEAR(level(0, 0, 15, 0, 0), 0.2464120, 2e-6);
  EXPECT_NEAR(level(0, 0, 0, 15, 0), 0.1744305, 2e-6);
  EXPECT_NEAR(level(0, 0, 0, 0, 127), 0.5742637, 2e-6);
  EXPECT_NEAR(level(0, 0, 15, 15, 127), 0.7415162, 2e-6);
}

TEST(Mixer, AddsTheTwoConverters) {
  EXPECT_NEAR(level(7, 9, 3, 11, 64), level(7, 9, 0, 0, 0) + level(0, 0, 3, 11, 64), 2e-6);
}

TEST(Mixer, MakesALoudDmcSoftenTheOthers) {
  EXPECT_LT(mix(0, 0, 15, 0, 127) - mix(0, 0, 0, 0, 127), (mix(0, 0, 15, 0, 0) * 2) / 3);
}

}  // namespace
}  // namespace jumpscope::apu
