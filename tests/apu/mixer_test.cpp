#include "apu/mixer.h"

#include <gtest/gtest.h>

namespace jumpscope::apu {
namespace {

double level(int pulse1, int pulse2, int triangle, int noise, int dmc) {
  return pulseOutput(pulse1 + pulse2) + restOutput(triangle, noise, dmc);
}

TEST(Mixer, IsSilentWithoutInput) { EXPECT_EQ(level(0, 0, 0, 0, 0), 0.0); }

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
  EXPECT_LT(level(0, 0, 15, 0, 127) - level(0, 0, 0, 0, 127), level(0, 0, 15, 0, 0) * 2 / 3);
}

TEST(Mixer, LooksUpWhatTheFormulasSay) {
  const Mixer& mixer = Mixer::get();
  for (int sum = 0; sum <= 30; ++sum)
    EXPECT_NEAR(mixer.pulses(static_cast<size_t>(sum)), pulseOutput(sum) * full_scale, 0.51);
  for (int dmc = 0; dmc < 128; ++dmc) {
    for (int noise = 0; noise < 16; ++noise) {
      const Mixer::TriangleRow& row = mixer.rest(static_cast<size_t>(noise), static_cast<size_t>(dmc));
      int total = 0;
      for (int triangle = 0; triangle < 16; ++triangle) {
        total += row[static_cast<size_t>(triangle)];
        ASSERT_NEAR(row[static_cast<size_t>(triangle)], restOutput(triangle, noise, dmc) * full_scale, 0.51);
      }
      ASSERT_NEAR(row[Mixer::triangle_mean], total / 16.0, 1.0);
    }
  }
}

}  // namespace
}  // namespace jumpscope::apu
