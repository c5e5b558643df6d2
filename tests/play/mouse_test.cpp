#include "src/play/mouse.h"

#include <gtest/gtest.h>

namespace jumpscope::play {
namespace {

using console::DeviceInput;

console::Devices with(const char* device) {
  console::Devices devices;
  console::plugIn(devices, device);
  return devices;
}

TEST(Mouse, AimsAZapperAndPullsItsTrigger) {
  const auto aim = [](const Mouse& mouse) { return mouseInputs(with("2=zapper"), mouse)[1]; };
  EXPECT_EQ(aim({.x = 12.7f, .y = 34.2f}), (DeviceInput{.x = 12, .y = 34}));
  EXPECT_EQ(aim({.x = 12, .y = 34, .left = true}),
            (DeviceInput{.x = 12, .y = 34, .buttons = console::trigger}));
  EXPECT_EQ(aim({.x = 12, .y = 34, .right = true}), (DeviceInput{.x = 12, .buttons = console::trigger}))
      << "beside the picture";
  for (const Mouse& outside : {Mouse{.x = -0.5f, .y = 3}, Mouse{.x = 3, .y = 240}, Mouse{.x = 256, .y = 0}})
    EXPECT_EQ(aim(outside), DeviceInput{});
}

TEST(Mouse, TurnsTheKnobOfAPaddle) {
  const auto knob = [](float x) { return mouseInputs(with("expansion=arkanoid"), {.x = x})[2].knob; };
  EXPECT_EQ(knob(0), 0x54);
  EXPECT_EQ(knob(255), 0xF4);
  EXPECT_EQ(knob(-100), 0x54);
  EXPECT_EQ(knob(1000), 0xF4);
  EXPECT_EQ(mouseInputs(with("2=arkanoid"), {.left = true})[1].buttons, console::trigger);
}

TEST(Mouse, IsNothingWithoutADevice) {
  for (const DeviceInput& input : mouseInputs({}, {.x = 1, .y = 2, .left = true}))
    EXPECT_EQ(input, DeviceInput{});
}

}  // namespace
}  // namespace jumpscope::play
