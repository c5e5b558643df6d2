#include "src/play/pacer.h"
#include "src/play/work_times.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace jumpscope::play {
namespace {

using console::Region;
constexpr double second = 1e9;

TEST(Pacer, RatesAreThoseOfTheConsole) {
  EXPECT_NEAR(frameRate(Region::Ntsc).hz(), 60.0988, 0.00005);
  EXPECT_NEAR(frameRate(Region::Pal).hz(), 50.0070, 0.00005);
  EXPECT_NEAR(frameRate(Region::Dendy).hz(), 50.0070, 0.00005);
  // 1789772.73 CPU cycles a second, and 29780.5 a frame.
  EXPECT_DOUBLE_EQ(frameRate(Region::Ntsc).hz(), 39375000.0 / 22 / 29780.5);
}

struct Shown {
  std::vector<int> frames;  // by refresh
  int64_t sum = 0;
  int64_t most_late_ns = 0;
};

// A window that asks after every refresh of a display.
Shown onDisplay(Region region, double hz, double seconds, double jitter_ms) {
  Pacer pacer(frameRate(region));
  Shown run;
  std::mt19937 random(3);
  for (int64_t refresh = 0; static_cast<double>(refresh) / hz < seconds; ++refresh) {
    const double late = jitter_ms * 1e6 * static_cast<double>(random() % 1000) / 1000;
    const auto now = static_cast<int64_t>(static_cast<double>(refresh) * second / hz + late);
    run.frames.push_back(pacer.due(now));
    run.sum += run.frames.back();
    if (run.frames.back() > 0) run.most_late_ns = std::max(run.most_late_ns, pacer.lateNs(now));
  }
  return run;
}

TEST(Pacer, TenMinutesHaveTheRightNumberOfFramesOnEveryDisplay) {
  for (const Region region : {Region::Ntsc, Region::Pal}) {
    for (const double hz : {50.0, 59.94, 60.0, 75.0, 144.0, 1000.0}) {
      const Shown run = onDisplay(region, hz, 600, 0);
      EXPECT_NEAR(static_cast<double>(run.sum), 600 * frameRate(region).hz(), 1) << hz;
      EXPECT_LE(static_cast<double>(run.most_late_ns), second / hz + 1) << hz;
    }
  }
}

TEST(Pacer, AFastDisplayNeverSeesTwoFramesAtOnceAndTheyComeEvenly) {
  const Shown run = onDisplay(Region::Ntsc, 144, 600, 1);
  int since = 0;
  for (size_t i = 0; i < run.frames.size(); ++i) {
    ASSERT_LE(run.frames[i], 1) << i;
    ++since;
    if (run.frames[i] == 0) continue;
    // 144 / 60.0988: every second or third refresh.
    ASSERT_TRUE(i == 0 || since == 2 || since == 3) << i << ": " << since;
    since = 0;
  }
}

// 60.0988 frames in 60 refreshes: one more in about ten seconds, and no pause for it.
TEST(Pacer, A60HzDisplayGetsOneFramePerRefreshAndRarelyTwo) {
  const Shown run = onDisplay(Region::Ntsc, 60, 600, 0);
  int twice = 0;
  for (const int frames : run.frames) {
    ASSERT_TRUE(frames == 1 || frames == 2);
    twice += frames == 2;
  }
  EXPECT_NEAR(twice, 600 * 0.0988, 2);
}

// Without a display to wait for, the window sleeps as long as it is told.
TEST(Pacer, SleepingForTheGivenTimeGivesOneFrame) {
  Pacer pacer(frameRate(Region::Ntsc));
  int64_t now = 5'000'000'000;
  EXPECT_EQ(pacer.waitNs(now), 0);
  int frames = 0;
  while (now < 5'000'000'000 + 600'000'000'000) {
    const int due = pacer.due(now);
    ASSERT_EQ(due, 1);
    ++frames;
    const int64_t wait = pacer.waitNs(now);
    ASSERT_GT(wait, 10'000'000);
    now += wait + frames % 7 * 100'000;  // wakes up a little late
  }
  EXPECT_NEAR(frames, 600 * 60.0988, 1);
}

TEST(Pacer, DoesNotCatchUpAfterAStall) {
  Pacer pacer(frameRate(Region::Ntsc));
  EXPECT_EQ(pacer.due(0), 1);
  EXPECT_EQ(pacer.due(1'000'000), 0);
  EXPECT_EQ(pacer.due(66'000'000), 3);  // a little late: made up for
  EXPECT_EQ(pacer.due(10'000'000'000), 1);
  EXPECT_EQ(pacer.due(10'001'000'000), 0);
  EXPECT_EQ(pacer.due(10'017'000'000), 1);
  pacer.restart();
  EXPECT_EQ(pacer.waitNs(10'018'000'000), 0);
  EXPECT_EQ(pacer.due(10'018'000'000), 1);
}

// Whatever the times, no call asks for more than is allowed.
TEST(Pacer, RandomTimesNeverAskForMoreThanItsBound) {
  Pacer pacer(frameRate(Region::Ntsc));
  std::mt19937 random(5);
  int64_t now = 0;
  for (int i = 0; i < 100000; ++i) {
    now += random() % (random() % 100 == 0 ? 1'000'000'000 : 40'000'000);
    const int frames = pacer.due(now);
    ASSERT_GE(frames, 0);
    ASSERT_LE(frames, Pacer::most_at_once);
  }
}

// A display whose picture takes so long, whatever happens meanwhile.
TEST(Pacer, SlowPicturesDoNotSlowTheGame) {
  for (const int64_t picture_ms : {34, 60, 100, 200}) {
    Pacer pacer(frameRate(Region::Ntsc));
    constexpr int64_t frame_ns = 1'000'000;
    int64_t now = 0, frames = 0;
    while (now < 600'000'000'000) {
      const int due = pacer.due(now);
      frames += due;
      now += due * frame_ns + picture_ms * 1'000'000;
    }
    EXPECT_NEAR(static_cast<double>(frames), 600 * frameRate(Region::Ntsc).hz(), 15) << picture_ms << " ms";
  }
}

TEST(Pacer, FramesThatWereNotRunStayDue) {
  Pacer pacer(frameRate(Region::Ntsc));
  EXPECT_EQ(pacer.due(0), 1);
  EXPECT_EQ(pacer.lateNs(2'000'000), 2'000'000);
  EXPECT_EQ(pacer.due(100'000'000), 6);
  EXPECT_NEAR(static_cast<double>(pacer.lateNs(100'000'000, 5)), 100e6 - 1e9 / frameRate(Region::Ntsc).hz(),
              2);
  pacer.giveBack(4);
  EXPECT_EQ(pacer.waitNs(100'000'000), 0);
  const double frame_ns = 1e9 / frameRate(Region::Ntsc).hz();
  EXPECT_NEAR(static_cast<double>(pacer.lateNs(100'000'000)), 100e6 - 2 * frame_ns, 2);
  EXPECT_EQ(pacer.due(100'000'000), 4);
  EXPECT_NEAR(static_cast<double>(pacer.lateNs(100'000'000)), 100e6 - 6 * frame_ns, 2);
}

// A frame is drawn once, however often the window's loop turns.
TEST(Pictures, OneForEachFrameAndNoneForNothing) {
  Pictures pictures;
  int drawn = 0;
  for (int64_t ms = 0; ms < 60'000; ++ms)
    drawn += pictures.due(ms * 1'000'000, static_cast<uint64_t>(ms / 17), false);
  EXPECT_EQ(drawn, 60'000 / 17 + 1);
}

TEST(Pictures, EventsAddNoneWhereFramesComeAnyway) {
  Pictures pictures;
  int drawn = 0;
  for (int64_t ms = 0; ms < 60'000; ++ms)
    drawn += pictures.due(ms * 1'000'000, static_cast<uint64_t>(ms / 17), true);
  EXPECT_EQ(drawn, 60'000 / 17 + 1);
}

// At 5 % of the speed a menu still opens at once.
TEST(Pictures, InSlowMotionEventsAreShownBetweenFrames) {
  Pictures pictures;
  int drawn = 0, unasked = 0;
  for (int64_t ms = 0; ms < 3'330; ++ms) {
    const bool event = ms >= 1000 && ms < 2000;
    const bool due = pictures.due(ms * 1'000'000, static_cast<uint64_t>(ms / 333), event);
    drawn += due;
    unasked += due && !event;
  }
  EXPECT_EQ(unasked, 7);
  EXPECT_GE(drawn, 10 + 1000 / 30 - 3);
  EXPECT_LE(drawn, 10 + 1000 / 30 + 3);
}

TEST(Pacer, ABudgetEndsWhenItsTimeIsUsed) {
  const Budget budget(100, 12'000'000);
  EXPECT_TRUE(budget.left(100));
  EXPECT_TRUE(budget.left(12'000'099));
  EXPECT_FALSE(budget.left(12'000'100));
}

TEST(WorkTimes, MedianAndWorstAreThoseOfAllPictures) {
  WorkTimes times;
  EXPECT_EQ(times.medianMs(), 0);
  for (const int64_t us : {250, 310, 390, 12'340, 700'000}) times.add(us * 1000);
  EXPECT_EQ(times.pictures(), 5u);
  EXPECT_DOUBLE_EQ(times.medianMs(), 0.3);
  EXPECT_DOUBLE_EQ(times.worstMs(), 700);
  EXPECT_EQ(times.lastNs(), 700'000'000);
}

}  // namespace
}  // namespace jumpscope::play
