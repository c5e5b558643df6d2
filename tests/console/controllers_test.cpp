// Two standard pads. Source: NESdev "Standard controller", "Controller reading".
#include <gtest/gtest.h>

#include "tests/console/cartridge_builder.h"

namespace jumpscope::console::tests {
namespace {

constexpr console::Buttons a = 0x01, b = 0x02, select_button = 0x04, start = 0x08, up = 0x10, down = 0x20,
                           left = 0x40, right = 0x80;

// Strobes, then reads a port ten times into $0300 on.
console::Console readTenTimes(uint16_t port, console::Buttons first_pad, console::Buttons second_pad) {
  Program program;
  program.store(0x4016, 1).store(0x4016, 0);
  for (int i = 0; i < 10; ++i) program.copy(port, static_cast<uint16_t>(0x0300 + i));
  program.spin();
  console::Console console(program.build(), {});
  console.setButtons(0, first_pad);
  console.setButtons(1, second_pad);
  console.runFrame();
  return console;
}

TEST(Controllers, ShiftOutTheirButtonsInOrderAndThenOnes) {
  constexpr console::Buttons order[] = {a, b, select_button, start, up, down, left, right};
  for (const uint16_t port : {0x4016, 0x4017}) {
    for (int pressed = 0; pressed < 8; ++pressed) {
      const console::Buttons buttons = order[pressed], others = static_cast<console::Buttons>(~buttons);
      const console::Console console =
          readTenTimes(port, port == 0x4016 ? buttons : others, port == 0x4016 ? others : buttons);
      for (int i = 0; i < 10; ++i)
        EXPECT_EQ(console.peek(static_cast<uint16_t>(0x0300 + i)) & 1, i == pressed || i >= 8)
            << "port " << std::hex << port << ", button " << pressed << ", read " << i;
    }
  }
}

// Each port: two pads, the signature, ones.
TEST(Controllers, AFourScoreShiftsOutTwoPadsAPortAndItsSignature) {
  constexpr int reads = 30;
  Program program;
  program.store(0x4016, 1).store(0x4016, 0);
  for (int i = 0; i < reads; ++i)
    program.copy(0x4016, static_cast<uint16_t>(0x0300 + i)).copy(0x4017, static_cast<uint16_t>(0x0400 + i));
  program.spin();
  const std::array<console::Buttons, 4> pads = {0x35, 0xC2, 0x99, 0x6E};
  for (const console::Policy policy : {console::Policy::CatchUp, console::Policy::Lockstep}) {
    console::Options options;
    options.devices.four_score = true;
    options.policy = policy;
    console::Console console(program.build(), options);
    for (int pad = 0; pad < 4; ++pad) console.setButtons(pad, pads[static_cast<size_t>(pad)]);
    console.runFrame();
    for (int port = 0; port < 2; ++port) {
      uint32_t seen = 0;
      for (int i = 0; i < reads; ++i)
        seen |= static_cast<uint32_t>(console.peek(static_cast<uint16_t>(0x0300 + 0x100 * port + i)) & 1)
                << i;
      const uint32_t signature = port == 0 ? 0x08 : 0x04;
      EXPECT_EQ(seen, 0x3F00'0000u | signature << 16 | pads[static_cast<size_t>(port + 2)] << 8 |
                          pads[static_cast<size_t>(port)])
          << "port " << port;
    }
  }
}

TEST(Controllers, AFourScoreStaysPluggedInThroughAPowerCycle) {
  console::Options options;
  options.devices.four_score = true;
  console::Console console(Program().build(), options);
  console.powerOn();
  EXPECT_TRUE(console.state().controllers.devices.four_score);
}

TEST(Controllers, LeaveTheUpperBitsToTheOpenBus) {
  const console::Console console = readTenTimes(0x4016, 0, 0);
  EXPECT_EQ(console.peek(0x0300), 0x40);
}

TEST(Controllers, PassOppositeDirectionsThrough) {
  const console::Console console = readTenTimes(0x4016, left | right | up | down, 0);
  for (const uint16_t read : {0x0304, 0x0305, 0x0306, 0x0307}) EXPECT_EQ(console.peek(read) & 1, 1) << read;
}

TEST(Controllers, ShowAAsLongAsTheStrobeIsHigh) {
  Program program;
  program.store(0x4016, 1);
  for (int i = 0; i < 4; ++i) program.copy(0x4016, static_cast<uint16_t>(0x0300 + i));
  program.spin();
  for (const console::Buttons buttons : {console::Buttons(a), console::Buttons(~a)}) {
    console::Console console(program.build(), {});
    console.setButtons(0, buttons);
    console.runFrame();
    for (uint16_t i = 0; i < 4; ++i) EXPECT_EQ(console.peek(0x0300 + i) & 1, buttons & 1) << i;
  }
}

TEST(Controllers, KeepWhatTheyLatchedWhenButtonsChange) {
  Program program;
  program.store(0x4016, 1).store(0x4016, 0).waitForVblank().waitForVblank();
  program.copy(0x4016, 0x0300).copy(0x4016, 0x0301).spin();
  console::Console console(program.build(), {});
  console.setButtons(0, a);
  console.runFrame();
  console.setButtons(0, b);
  runFrames(console, 2);
  EXPECT_EQ(console.peek(0x0300) & 1, 1);
  EXPECT_EQ(console.peek(0x0301) & 1, 0);
}

TEST(Controllers, KnowWhetherAFrameAskedForThem) {
  // Every second frame's NMI strobes.
  Program program;
  program.store(0x10, 0).store(0x2000, 0x80).spin().nmi(0x9000);
  program.org(0x9000).inc(0x10).load(0x10).put({0x29, 0x01, 0xF0, 0x0A});  // AND #1, BEQ over the strobe
  program.store(0x4016, 1).store(0x4016, 0).put({0x40});
  console::Console console(program.build(), {});
  runFrames(console, 2);
  for (int i = 0; i < 8; ++i) {
    // The handler that runs after this frame's end belongs to the next frame.
    console.runFrame();
    const bool strobed = console.peek(0x10) & 1;
    EXPECT_EQ(console.polledInput(), strobed) << "frame " << console.frame() - 1;
  }
}

TEST(Controllers, AReadWithoutAStrobeAsksToo) {
  Program program;
  const uint16_t loop = program.here();
  program.load(0x4017).jmp(loop);
  console::Console console(program.build(), {});
  runFrames(console, 2);
  EXPECT_TRUE(console.polledInput());
}

}  // namespace
}  // namespace jumpscope::console::tests
