// The lab's time.
#include "src/lab/clock.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace jumpscope::lab {
namespace {

constexpr uint64_t second = 1'000'000'000;

int framesIn(LabClock& clock, uint64_t seconds, uint64_t display_rate) {
  int frames = 0;
  for (uint64_t n = 0; n < seconds * display_rate; ++n) {
    const uint64_t from = n * second / display_rate, to = (n + 1) * second / display_rate;
    frames += clock.advance(to - from);
  }
  return frames;
}

TEST(LabClock, RunsAt60HzOnAnyDisplay) {
  for (const uint64_t rate : {24, 50, 60, 75, 144, 240}) {
    LabClock clock;
    EXPECT_EQ(framesIn(clock, 10, rate), 600) << rate << " Hz";
  }
}

TEST(LabClock, SlowMotionStretchesFramesByItsFactor) {
  LabClock clock;
  for (const int factor : {1, 2, 4, 8, 16}) {
    EXPECT_EQ(clock.slowness(), factor);
    EXPECT_EQ(framesIn(clock, 16, 60), 960 / factor) << "1/" << factor;
    clock.slower();
  }
  EXPECT_EQ(clock.slowness(), 16) << "there is none slower";
  for (int n = 0; n < 9; ++n) clock.faster();
  EXPECT_EQ(clock.slowness(), 1);
  clock.setSlowness(8);
  EXPECT_EQ(clock.slowness(), 8);
  EXPECT_THROW(clock.setSlowness(3), std::runtime_error);
}

TEST(LabClock, StepsFrameByFrameWhilePaused) {
  LabClock clock;
  clock.pause(true);
  EXPECT_EQ(clock.advance(second), 0);
  clock.step();
  EXPECT_EQ(clock.advance(1), 1);
  EXPECT_EQ(clock.advance(second), 0);
  clock.pause(false);
  clock.step();
  EXPECT_TRUE(clock.paused()) << "a step pauses";
  EXPECT_EQ(clock.advance(0), 1);
  clock.pause(false);
  EXPECT_EQ(clock.advance(second / 60 - 1), 0) << "no time from before the pause is left";
}

TEST(LabClock, DoesNotCatchUpAfterAStall) {
  LabClock clock;
  EXPECT_EQ(clock.advance(UINT64_MAX), LabClock::most_at_once);
  EXPECT_LE(clock.advance(second / 60), 2);
}

TEST(LabKeys, ATapBetweenTwoFramesCountsForOneFrame) {
  Keys keys;
  keys.down(1);
  keys.up(1);
  keys.down(4);
  EXPECT_EQ(keys.take(), 5u);
  EXPECT_EQ(keys.take(), 4u);
  keys.releaseAll();
  EXPECT_EQ(keys.take(), 0u);
}

}  // namespace
}  // namespace jumpscope::lab
