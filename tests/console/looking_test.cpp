// Const functions of a console only look; what runs the console leaves all chips at the same moment.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/console/cartridge_builder.h"

namespace jumpscope::console::tests {
namespace {

// Rendering, NMI, frame IRQ, a sample that plays, and OAM DMA in each frame.
std::shared_ptr<const Cartridge> busyProgram() {
  Program program;
  program.store(0x4010, 0x4F).store(0x4012, 0x10).store(0x4013, 0x03).store(0x4015, 0x1F);
  program.store(0x4017, 0).store(0x2001, 0x1E).store(0x2000, 0x80).put({0x58});
  const uint16_t loop = program.here();
  program.inc(0x10).copy(0x2002, 0x11).copy(0x4016, 0x12).jmp(loop).nmi(0x9000).irq(0x9100);
  program.org(0x9000).store(0x4014, 0x02).put({0x40});
  program.org(0x9100).put({0x48}).load(0x4015).store(0x4015, 0x1F).put({0x68, 0x40});
  return program.build();
}

Options with(Policy policy) {
  Options options;
  options.policy = policy;
  return options;
}

void expectCaughtUp(const Console& console) {
  const State state = console.state();
  ASSERT_EQ(state.apu.cycle, console.cpuCycles());
  ASSERT_EQ(state.controllers.cycle, console.cpuCycles());
  ASSERT_GE(state.ppu.clock, console.masterClock());
  ASSERT_EQ(console.scanline(), state.ppu.scanline);
  ASSERT_EQ(console.dot(), state.ppu.dot);
}

TEST(Looking, FindsAllChipsAtTheSameMomentAfterEachStepAndFrame) {
  for (const Policy policy : {Policy::CatchUp, Policy::Lockstep}) {
    Console console(busyProgram(), with(policy));
    for (int frame = 0; frame < 3; ++frame) {
      ASSERT_NO_FATAL_FAILURE(expectCaughtUp(console));
      console.runFrame();
      for (int steps = 0; steps < 3000; ++steps) {
        ASSERT_NO_FATAL_FAILURE(expectCaughtUp(console)) << "frame " << frame << ", step " << steps;
        console.step();
      }
    }
    console.softReset();
    ASSERT_NO_FATAL_FAILURE(expectCaughtUp(console));
    const Console copy(console);
    ASSERT_NO_FATAL_FAILURE(expectCaughtUp(copy));
  }
}

TEST(Looking, FindsAllChipsAtTheSameMomentInHooks) {
  for (const Policy policy : {Policy::CatchUp, Policy::Lockstep}) {
    Console console(busyProgram(), with(policy));
    console.watch(0x10);
    int looks = 0;
    const auto look = [&] {
      const State state = console.state();
      EXPECT_EQ(state.apu.cycle, console.cpuCycles());
      EXPECT_GE(state.ppu.clock, console.masterClock());
      ++looks;
    };
    console.hooks().on_frame_end = [&](uint64_t) { look(); };
    console.hooks().on_watched_write = [&](const WatchedWrite& write) {
      look();
      EXPECT_EQ(write.scanline, console.scanline());
      EXPECT_EQ(write.dot, console.dot());
    };
    for (int frame = 0; frame < 4; ++frame) console.runFrame();
    EXPECT_GT(looks, 1000);
    looks = 0;
    console.hooks().on_instruction = look;
    console.runFrame();
    EXPECT_GT(looks, 1000);
  }
}

TEST(Looking, LeavesTheConsoleAsItIs) {
  Console looked_at(busyProgram(), {}), left_alone(busyProgram(), {});
  const Console& looking = looked_at;
  for (int step = 0; step < 20000; ++step) {
    const uint64_t frame = looking.frame(), cycle = looking.cpuCycles();
    looking.scanline(), looking.dot(), looking.peekPpu(0x2000), looking.peek(0x2002), looking.pixels();
    const State state = looking.state();
    ASSERT_EQ(looking.frame(), frame);
    ASSERT_EQ(looking.cpuCycles(), cycle);
    ASSERT_EQ(firstDifference(looking.state(), state), "");
    looked_at.step();
    left_alone.step();
  }
  EXPECT_EQ(firstDifference(looked_at.state(), left_alone.state()), "");
}

// That rendered pictures are right whatever came before is in expectPoliciesAgree().
TEST(Rendering, CanBeLeftOutAndThePictureStaysTheLast) {
  Program program;  // shows another color in each frame
  program.store(0x2000, 0x80);
  program.jmp(program.here()).nmi(0x9000);
  program.org(0x9000).inc(0x10).store(0x2006, 0x3F).store(0x2006, 0).copy(0x10, 0x2007);
  program.store(0x2006, 0).store(0x2006, 0).put({0x40});
  Options options;
  options.video = true;
  Console console(program.build(), options);
  for (int frame = 0; frame < 5; ++frame) console.runFrame();
  const std::vector<uint16_t> before(console.pixels().begin(), console.pixels().end());
  console.setRendering(false);
  console.runFrame();
  EXPECT_TRUE(std::ranges::equal(console.pixels(), before));
  Console copy(console);
  EXPECT_TRUE(std::ranges::equal(copy.pixels(), before));
  copy.runFrame();  // a copy renders
  console.runFrame();
  EXPECT_TRUE(std::ranges::equal(console.pixels(), before));
  EXPECT_FALSE(std::ranges::equal(copy.pixels(), before));
  EXPECT_EQ(firstDifference(copy.state(), console.state()), "");
  console.setRendering(true);
  console.runFrame();
  copy.runFrame();
  EXPECT_TRUE(std::ranges::equal(console.pixels(), copy.pixels()));
}

}  // namespace
}  // namespace jumpscope::console::tests
