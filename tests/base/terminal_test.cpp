#include "src/base/terminal.h"

#include <gtest/gtest.h>

namespace jumpscope::base {
namespace {

using namespace std::chrono_literals;

TEST(Progress, HasAPercentageAndTheTimeThatIsLeft) {
  EXPECT_EQ(progressText("frame", 1200, 3600, 500ms), "frame 1200 of 3600 (33 %)");
  EXPECT_EQ(progressText("frame", 900, 3600, 2s), "frame 900 of 3600 (25 %, 7 s left)");
  EXPECT_EQ(progressText("frame", 3600, 3600, 9s), "frame 3600 of 3600 (100 %, 1 s left)");
}

TEST(Progress, EstimatesNothingFromNothing) {
  EXPECT_EQ(progressText("frame", 1200, 0, 9s), "frame 1200");
  EXPECT_EQ(progressText("frame", 0, 3600, 9s), "frame 0 of 3600 (0 %)");
}

TEST(Progress, LongTimesAreInMinutesAndHours) {
  EXPECT_EQ(durationText(59s), "59 s");
  EXPECT_EQ(durationText(185s), "3 min 5 s");
  EXPECT_EQ(durationText(7800s), "2 h 10 min");
}

}  // namespace
}  // namespace jumpscope::base
