// The frame counter's timetable and its IRQ, counted from the write to $4017.
#include <gtest/gtest.h>

#include "apu/channels.h"
#include "tests/apu/support.h"

namespace jumpscope::apu {
namespace {

// An APU in whose current cycle $4017 was written, the cycle being put or get. Returns the cycle from which
// the sequence counts: the tick of cycle start + n is its n-th.
struct Started {
  Apu apu;
  uint64_t start;

  Started(const Rates& rates, uint8_t value, bool put) : apu(rates) {
    apu.runTo(100);
    alignTo(apu, put);
    apu.write(0x4017, value);
    start = apu.s.cycle + (put ? 2 : 3);
  }
  void runTicks(uint64_t ticks) { apu.runTo(start + ticks + 1); }
};

// The ticks, from the start of the sequence, that clock pulse 1's length counter (its envelope when
// `quarter`).
std::vector<int> clocks(const Rates& rates, uint8_t mode, bool quarter, int ticks) {
  Started run(rates, mode, true);
  run.runTicks(0);
  Pulse& pulse = run.apu.s.pulse1;
  std::vector<int> found;
  for (int tick = 1; tick <= ticks; ++tick) {
    pulse.length.count = 100;
    pulse.length.running = true;
    pulse.envelope.start = true;
    run.runTicks(static_cast<uint64_t>(tick));
    if (quarter ? !pulse.envelope.start : pulse.length.count == 99) found.push_back(tick);
  }
  return found;
}

TEST(FrameCounter, ClocksTheUnitsInFourSteps) {
  EXPECT_EQ(clocks(ntsc_rates, 0x00, true, 59659 + 1),
            (std::vector<int>{7457, 14913, 22371, 29829, 37287, 44743, 52201, 59659}));
  EXPECT_EQ(clocks(ntsc_rates, 0x00, false, 59659 + 1), (std::vector<int>{14913, 29829, 44743, 59659}));
}

TEST(FrameCounter, ClocksTheUnitsInFiveSteps) {
  EXPECT_EQ(clocks(ntsc_rates, 0x80, true, 74564),
            (std::vector<int>{7457, 14913, 22371, 37281, 44739, 52195, 59653, 74563}));
  EXPECT_EQ(clocks(ntsc_rates, 0x80, false, 74564), (std::vector<int>{14913, 37281, 52195, 74563}));
}

TEST(FrameCounter, IsSlowerOnPalAndAsFastOnDendy) {
  EXPECT_EQ(clocks(pal_rates, 0x00, true, 33254), (std::vector<int>{8313, 16627, 24939, 33253}));
  EXPECT_EQ(clocks(pal_rates, 0x80, true, 41566), (std::vector<int>{8313, 16627, 24939, 41565}));
  EXPECT_EQ(clocks(dendy_rates, 0x00, true, 29830), clocks(ntsc_rates, 0x00, true, 29830));
}

TEST(FrameCounter, RestartsThreeOrFourCyclesAfterTheWrite) {
  for (const bool put : {true, false}) {
    Apu apu(ntsc_rates);
    apu.runTo(100);
    alignTo(apu, put);
    apu.write(0x4017, 0);
    const int delay = put ? 3 : 4;
    apu.runTo(apu.s.cycle + static_cast<uint64_t>(delay) - 1);
    EXPECT_NE(apu.s.frame.count, 0);
    apu.runTo(apu.s.cycle + 1);
    EXPECT_EQ(apu.s.frame.count, 0);
  }
}

TEST(FrameCounter, FiveStepModeClocksTheUnitsInTheCycleBeforeItsRestart) {
  for (const bool put : {true, false}) {
    Started run(ntsc_rates, 0x80, put);
    run.apu.s.pulse1.length.count = 10;
    run.apu.s.pulse1.length.running = run.apu.s.pulse1.length.enabled = true;
    run.apu.runTo(run.start - 1);
    EXPECT_EQ(run.apu.s.pulse1.length.count, 10);
    run.apu.runTo(run.start);
    EXPECT_EQ(run.apu.s.pulse1.length.count, 9);
  }
}

// An APU in which `value` is written to $4017 so that the tick that restarts the sequence is the one of
// `count`; the state after it and what it clocks, and pulse 1's length counter at 10 before.
Apu restartedAt(uint8_t mode, uint8_t value, uint16_t count, bool put) {
  Apu apu(ntsc_rates);
  apu.runTo(100);
  alignTo(apu, put);
  apu.s.frame.five_step = apu.s.frame.next_five_step = (mode & 0x80) != 0;
  apu.s.frame.count = static_cast<uint16_t>(count - (put ? 2 : 3));
  apu.s.pulse1.length.count = 10;
  apu.s.pulse1.length.running = apu.s.pulse1.length.enabled = true;
  apu.write(0x4017, value);
  apu.runTo(apu.s.cycle + (put ? 6 : 7));
  EXPECT_EQ(apu.s.frame.count, 3);
  return apu;
}

TEST(FrameCounter, ClocksTheUnitsOnceWhenAStepAndTheRestartFallTogether) {
  for (const bool put : {true, false})
    EXPECT_EQ(restartedAt(0x00, 0x80, 14913, put).s.pulse1.length.count, 9) << put;
}

TEST(FrameCounter, ClocksTheUnitsTwiceWhenTheRestartIsOneApuCycleAfterAStep) {
  EXPECT_EQ(restartedAt(0x00, 0x80, 14915, true).s.pulse1.length.count, 9);  // written after the step
  EXPECT_EQ(restartedAt(0x00, 0x80, 14915, false).s.pulse1.length.count, 8);
}

TEST(FrameCounter, TakesTheModeBeforeItRestarts) {
  for (const bool put : {true, false}) {
    EXPECT_EQ(restartedAt(0x80, 0x00, 29829, put).s.pulse1.length.count, 9) << put;
    EXPECT_EQ(restartedAt(0x80, 0x00, 29831, put).s.pulse1.length.count, 10) << put;
  }
}

TEST(FrameCounter, IgnoresAWriteInTheCycleOfItsRestart) {
  Apu apu(ntsc_rates);
  apu.runTo(100);
  alignTo(apu, true);
  writeNow(apu, 0x4017, 0x80);
  writeNow(apu, 0x4017, 0x00);
  EXPECT_TRUE(apu.s.frame.restarting);
  EXPECT_FALSE(apu.s.frame.restart);
  apu.runTo(apu.s.cycle + 10);
  EXPECT_EQ(apu.s.frame.count, 9);
  EXPECT_FALSE(apu.s.frame.five_step);
}

TEST(FrameIrq, RisesInCycle29828AndReachesTheCpuOneCycleLater) {
  for (const bool put : {true, false}) {
    Started run(ntsc_rates, 0x00, put);
    run.runTicks(29827);
    EXPECT_EQ(run.apu.peekStatus(), 0x00);
    run.runTicks(29828);
    EXPECT_EQ(run.apu.peekStatus(), 0x40);
    EXPECT_FALSE(run.apu.irqAsserted());
    run.runTicks(29829);
    EXPECT_TRUE(run.apu.irqAsserted());
    run.runTicks(60000);
    EXPECT_TRUE(run.apu.irqAsserted());
  }
}

TEST(FrameIrq, ShowsForTwoCyclesWhenInhibited) {
  Started run(ntsc_rates, 0x40, true);
  run.runTicks(29827);
  EXPECT_EQ(run.apu.peekStatus(), 0x00);
  for (const uint64_t tick : {29828, 29829}) {
    run.runTicks(tick);
    EXPECT_EQ(run.apu.peekStatus(), 0x40);
    EXPECT_FALSE(run.apu.irqAsserted());
  }
  run.runTicks(29830);
  EXPECT_EQ(run.apu.peekStatus(), 0x00);
  EXPECT_FALSE(run.apu.irqAsserted());
}

TEST(FrameIrq, NeverRisesInFiveStepMode) {
  Started run(ntsc_rates, 0x80, true);
  for (uint64_t tick = 1; tick < 80000; ++tick) {
    run.runTicks(tick);
    ASSERT_EQ(run.apu.peekStatus(), 0x00);
  }
}

TEST(FrameIrq, FallsAtTheEndOfThePutCycleAfterARead) {
  for (const bool put : {true, false}) {
    Started run(ntsc_rates, 0x00, true);
    run.runTicks(30000);
    alignTo(run.apu, put);
    EXPECT_EQ(run.apu.readStatus(0x20), 0x60);
    EXPECT_EQ(run.apu.peekStatus(), 0x40);
    run.apu.runTo(run.apu.s.cycle + 1);
    EXPECT_EQ(run.apu.peekStatus(), put ? 0x00 : 0x40);
    run.apu.runTo(run.apu.s.cycle + 1);
    EXPECT_EQ(run.apu.peekStatus(), 0x00);
    EXPECT_FALSE(run.apu.irqAsserted());
  }
}

TEST(FrameIrq, IsSetAgainWhenReadWhileItRises) {
  // Put cycles are the even ones of this sequence: the read of 29828's cycle clears before 29829 sets again.
  for (const uint64_t tick : {29827, 29828, 29829}) {
    Started run(ntsc_rates, 0x00, true);
    run.runTicks(tick);
    run.apu.readStatus(0);
    run.runTicks(29840);
    EXPECT_EQ(run.apu.peekStatus(), 0x40) << tick;
  }
  Started run(ntsc_rates, 0x00, true);
  run.runTicks(29830);
  run.apu.readStatus(0);
  run.runTicks(29840);
  EXPECT_EQ(run.apu.peekStatus(), 0x00);
}

TEST(FrameIrq, IsTakenBackByTheInhibitBitOnly) {
  Started run(ntsc_rates, 0x00, true);
  run.runTicks(30000);
  writeNow(run.apu, 0x4017, 0x80);
  EXPECT_TRUE(run.apu.irqAsserted());
  writeNow(run.apu, 0x4015, 0x00);
  EXPECT_TRUE(run.apu.irqAsserted());
  writeNow(run.apu, 0x4017, 0x40);
  EXPECT_FALSE(run.apu.irqAsserted());
  EXPECT_EQ(run.apu.peekStatus(), 0x00);
}

TEST(Power, ComesUpAsIf4017HadBeenWrittenTenCyclesBeforeTheFirstInstruction) {
  Apu apu(ntsc_rates);
  EXPECT_EQ(apu.s.cycle, 0u);
  apu.runTo(29828);
  EXPECT_EQ(apu.peekStatus(), 0x40);
  Apu early(ntsc_rates);
  early.runTo(29827);
  EXPECT_EQ(early.peekStatus(), 0x00);
}

TEST(Reset, SilencesAcknowledgesAndKeepsTheModeAndTheTrianglesHalt) {
  Apu apu(ntsc_rates);
  writeNow(apu, 0x4015, 0x1F);
  for (const uint16_t address : {0x4000, 0x4004, 0x4008, 0x400C}) writeNow(apu, address, 0xFF);
  for (const uint16_t address : {0x4003, 0x4007, 0x400B, 0x400F}) writeNow(apu, address, 0x08);
  writeNow(apu, 0x4011, 0x7F);
  apu.runTo(31000);
  EXPECT_EQ(apu.peekStatus(), 0x5F);
  writeNow(apu, 0x4017, 0x80);
  apu.runTo(31101);
  apu.reset();
  EXPECT_EQ(apu.peekStatus(), 0x00);
  EXPECT_EQ(apu.s.cycle, 31101u);
  EXPECT_FALSE(apu.irqAsserted());
  EXPECT_FALSE(apu.dmaRequested());
  EXPECT_TRUE(apu.s.frame.five_step);
  EXPECT_EQ(apu.s.frame.count, 1);  // it is a put cycle
  EXPECT_EQ(apu.s.dmc.output, 1);
  EXPECT_FALSE(apu.s.pulse1.length.halt);
  EXPECT_TRUE(apu.s.triangle.length.halt);
}

}  // namespace
}  // namespace jumpscope::apu
