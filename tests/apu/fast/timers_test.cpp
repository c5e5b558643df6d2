// Many clocks in one step against one clock after the other.
#include <gtest/gtest.h>

#include "apu/channels.h"
#include "apu/fast/timers.h"

namespace jumpscope::apu {
namespace {

TEST(Timers, ShiftTheNoiseRegisterAsClockByClock) {
  for (const bool short_mode : {false, true}) {
    Noise at_once, one_by_one;
    at_once.short_mode = one_by_one.short_mode = short_mode;
    for (uint32_t clocks = 1; clocks < 200; ++clocks) {
      fast::runNoise(at_once, clocks, 3);
      for (uint32_t i = 0; i < clocks; ++i) clockNoise(one_by_one, 3);
      ASSERT_EQ(at_once.shift, one_by_one.shift) << clocks;
      ASSERT_EQ(at_once.timer, one_by_one.timer) << clocks;
    }
  }
}

TEST(Timers, StepPulseAndTriangleAsClockByClock) {
  for (const uint16_t period : {0, 1, 7, 100}) {
    Pulse pulse, clocked_pulse;
    Triangle triangle, clocked_triangle;
    pulse.period = clocked_pulse.period = triangle.period = clocked_triangle.period = period;
    triangle.linear = clocked_triangle.linear = 1;
    triangle.length.running = clocked_triangle.length.running = true;
    for (uint32_t clocks = 1; clocks < 200; ++clocks) {
      fast::runPulse(pulse, clocks);
      fast::runTriangle(triangle, clocks);
      for (uint32_t i = 0; i < clocks; ++i) clockPulse(clocked_pulse), clockTriangle(clocked_triangle);
      ASSERT_EQ(pulse, clocked_pulse) << clocks;
      ASSERT_EQ(triangle, clocked_triangle) << clocks;
    }
  }
}

}  // namespace
}  // namespace jumpscope::apu
