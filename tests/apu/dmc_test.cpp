// The DMC: its requests to the DMA unit cycle by cycle, its samples and its IRQ.
#include <gtest/gtest.h>

#include "tests/apu/support.h"

namespace jumpscope::apu {
namespace {

// Runs one CPU cycle with a DMA unit; whether the CPU was halted in it.
bool cycle(Apu& apu, uint8_t byte = 0) {
  const bool halted = serveDma(apu, byte);
  apu.runTo(apu.s.cycle + 1);
  return halted;
}

int haltedCycles(Apu& apu, int cycles, uint8_t byte = 0) {
  int halted = 0;
  for (int i = 0; i < cycles; ++i) halted += cycle(apu, byte) ? 1 : 0;
  return halted;
}

// A silent APU at the fastest rate, in whose current cycle (put or get) exactly `ticks` ticks are left until
// a byte ends.
Apu beforeByteEnd(int ticks, bool put) {
  Apu apu(ntsc_rates);
  writeNow(apu, 0x4010, 0x0F);
  writeNow(apu, 0x4017, 0x40);
  apu.runTo(2000);
  alignTo(apu, put);
  // The tick of a get cycle counts.
  apu.s.dmc.bits_left = 1;
  apu.s.dmc.timer = static_cast<uint16_t>(put ? ticks / 2 : (ticks + 1) / 2);
  return apu;
}

TEST(DmcRequest, OfANewSampleComesInTheThirdOrFourthCycleAfterTheWriteAndTakesThree) {
  for (const bool put : {true, false}) {
    Apu apu(ntsc_rates);
    alignTo(apu, put);
    apu.write(0x4015, 0x10);
    const int wait = put ? 3 : 4;
    for (int i = 0; i < wait; ++i) EXPECT_FALSE(cycle(apu)) << i;
    EXPECT_FALSE(apu.putCycle());
    EXPECT_TRUE(cycle(apu));  // halt
    EXPECT_TRUE(cycle(apu));  // nothing
    EXPECT_TRUE(apu.dmaRequested());
    EXPECT_TRUE(cycle(apu));  // get
    EXPECT_FALSE(cycle(apu));
    EXPECT_EQ(apu.s.dmc.bytes_left, 0);
  }
}

TEST(DmcRequest, OfAFurtherByteComesWithTheByteEndAndTakesFour) {
  Apu apu(ntsc_rates);
  writeNow(apu, 0x4010, 0x0F);
  writeNow(apu, 0x4013, 0x01);
  writeNow(apu, 0x4015, 0x10);
  while (apu.s.dmc.bytes_left > 10) cycle(apu);
  const int period = 8 * ntsc_rates.dmc[15];
  for (int byte = 0; byte < 5; ++byte) {
    int distance = 0;
    while (!apu.dmaRequested()) {
      cycle(apu);
      ++distance;
    }
    EXPECT_TRUE(apu.putCycle());
    EXPECT_EQ(apu.s.dmc.bits_left, 8);
    EXPECT_EQ(haltedCycles(apu, 20), 4);
    if (byte > 0) {
      EXPECT_EQ(distance, period - 20);
    }
  }
}

TEST(DmcRequest, GoesThroughTheSampleAndWrapsTo8000) {
  Apu apu(ntsc_rates);
  writeNow(apu, 0x4010, 0x0F);
  writeNow(apu, 0x4012, 0xFF);
  writeNow(apu, 0x4013, 0x05);
  writeNow(apu, 0x4015, 0x10);
  std::vector<uint16_t> addresses;
  for (int i = 0; i < 100000; ++i) {
    const uint16_t address = apu.dmaAddress();
    const uint16_t left = apu.s.dmc.bytes_left;
    cycle(apu);
    if (apu.s.dmc.bytes_left != left) addresses.push_back(address);
  }
  ASSERT_EQ(addresses.size(), 0x51u);
  for (size_t i = 0; i < addresses.size(); ++i)
    EXPECT_EQ(addresses[i], i < 64 ? 0xFFC0 + i : 0x8000 + i - 64);
}

TEST(DmcRequest, WaitsForTheEnableDelayEvenIfAByteEnds) {
  // The write comes 1 to 3 ticks before a byte end: nothing may be halted earlier than without one.
  for (const bool put : {true, false}) {
    for (int ticks = put ? 2 : 1; ticks <= 3; ticks += 2) {
      Apu apu = beforeByteEnd(ticks, put);
      apu.write(0x4015, 0x10);
      EXPECT_EQ(haltedCycles(apu, put ? 3 : 4), 0) << ticks;
      EXPECT_TRUE(apu.dmaRequested());
    }
  }
}

// Halted cycles in the 40 cycles after a disabling write that comes `ticks` before a byte end of a looped
// sample.
int haltedAfterDisable(int ticks, bool put) {
  Apu apu = beforeByteEnd(ticks, put);
  apu.s.dmc.enable_latch = apu.s.dmc.enabled = apu.s.dmc.buffer_full = true;
  apu.s.dmc.bytes_left = 10;
  apu.write(0x4015, 0x00);
  return haltedCycles(apu, 40);
}

TEST(DmcAbort, ByDisablingIsForgottenOneCycleOrNotAtAll) {
  // In get cycles the byte end is 1, 3, 5 ... ticks away, in put cycles 2, 4, 6 ...
  EXPECT_EQ(haltedAfterDisable(1, false), 4);
  EXPECT_EQ(haltedAfterDisable(2, true), 1);
  EXPECT_EQ(haltedAfterDisable(3, false), 1);
  EXPECT_EQ(haltedAfterDisable(4, true), 0);
  EXPECT_EQ(haltedAfterDisable(5, false), 0);
}

// Halted cycles of a one-byte sample that is started `ticks` before a byte end.
int haltedByOneByte(int ticks, bool put, bool loop = false) {
  Apu apu = beforeByteEnd(ticks, put);
  writeNow(apu, 0x4010, loop ? 0x4F : 0x0F);
  // The write above took a cycle; the one that starts the sample comes as many ticks before the byte end.
  apu = beforeByteEnd(ticks, put);
  apu.s.dmc.loop = loop;
  apu.write(0x4015, 0x10);
  return haltedCycles(apu, 40);
}

TEST(DmcAbort, OfASampleThatEndsRightBeforeAByteEndTakesOneCycle) {
  EXPECT_EQ(haltedByOneByte(9, false), 4);
  EXPECT_EQ(haltedByOneByte(8, true), 4);
  EXPECT_EQ(haltedByOneByte(11, false), 3);
  EXPECT_EQ(haltedByOneByte(10, true), 3);
  EXPECT_EQ(haltedByOneByte(7, false), 3);
  EXPECT_EQ(haltedByOneByte(9, false, true), 7);  // a loop goes on: nothing to take back
}

TEST(DmcAbort, IsNotPostponedByAWrite) {
  Apu apu = beforeByteEnd(8, true);
  apu.write(0x4015, 0x10);
  EXPECT_EQ(haltedCycles(apu, 8), 3);
  EXPECT_TRUE(apu.dmaRequested());
  apu.runTo(apu.s.cycle + 1);  // the CPU writes
  EXPECT_FALSE(apu.dmaRequested());
  EXPECT_EQ(haltedCycles(apu, 40), 0);
}

TEST(DmcStatus, TellsAtOnceOfTheEndAndTheStart) {
  Apu apu(ntsc_rates);
  writeNow(apu, 0x4013, 0x01);
  apu.write(0x4015, 0x10);
  EXPECT_EQ(apu.peekStatus(), 0x10);
  haltedCycles(apu, 20);
  EXPECT_EQ(apu.peekStatus(), 0x10);
  apu.write(0x4015, 0x00);
  EXPECT_EQ(apu.peekStatus(), 0x00);
}

TEST(DmcIrq, ComesWithTheLastByteAndIsClearedBy4015And4010) {
  for (const uint16_t address : {0x4015, 0x4010}) {
    Apu apu(ntsc_rates);
    writeNow(apu, 0x4017, 0x40);
    writeNow(apu, 0x4010, 0x8F);
    writeNow(apu, 0x4015, 0x10);
    while (apu.s.dmc.bytes_left > 0) {
      EXPECT_FALSE(apu.irqAsserted());
      cycle(apu);
    }
    EXPECT_TRUE(apu.irqAsserted());
    EXPECT_EQ(apu.readStatus(0), 0x80);
    EXPECT_EQ(apu.peekStatus(), 0x80);
    apu.write(address, 0x00);
    EXPECT_FALSE(apu.irqAsserted());
  }
}

TEST(DmcIrq, DoesNotComeFromALoop) {
  Apu apu(ntsc_rates);
  writeNow(apu, 0x4017, 0x40);
  writeNow(apu, 0x4010, 0xCF);
  writeNow(apu, 0x4015, 0x10);
  const int halted = haltedCycles(apu, 1022 + 10 * 8 * 54);
  EXPECT_FALSE(apu.irqAsserted());
  EXPECT_EQ(apu.peekStatus(), 0x10);
  EXPECT_GE(halted, 9 * 4);
}

TEST(DmcOutput, MovesByTwoAndStopsAtTheEnds) {
  for (const uint8_t byte : {0x00, 0xFF}) {
    Apu apu(ntsc_rates);
    writeNow(apu, 0x4010, 0x4F);
    writeNow(apu, 0x4011, 64);
    writeNow(apu, 0x4015, 0x10);
    uint8_t last = 64;
    for (int i = 0; i < 8 * 8 * 54; ++i) {
      cycle(apu, byte);
      const int change = apu.s.dmc.output - last;
      ASSERT_TRUE(change == 0 || change == (byte ? 2 : -2));
      last = apu.s.dmc.output;
    }
    EXPECT_EQ(last, byte ? 126 : 0);
  }
}

TEST(DmcOutput, PlaysTheLastByteToItsEndAndThenKeepsStill) {
  Apu apu(ntsc_rates);
  writeNow(apu, 0x4010, 0x0F);
  writeNow(apu, 0x4011, 50);
  writeNow(apu, 0x4015, 0x10);
  haltedCycles(apu, 3 * 8 * 54 + 1022, 0xFF);
  EXPECT_EQ(apu.s.dmc.output, 50 + 2 * 8);
  EXPECT_TRUE(apu.s.dmc.silence);
}

TEST(DmcRate, IsTheTables) {
  for (const Rates& rates : {ntsc_rates, pal_rates}) {
    for (uint8_t rate = 0; rate < 16; ++rate) {
      Apu apu(rates);
      writeNow(apu, 0x4010, rate);
      apu.runTo(1100);
      const auto untilNextBit = [&apu] {
        const uint8_t bits = apu.s.dmc.bits_left;
        int cycles = 0;
        for (; apu.s.dmc.bits_left == bits; ++cycles) apu.runTo(apu.s.cycle + 1);
        return cycles;
      };
      untilNextBit();
      EXPECT_EQ(untilNextBit(), rates.dmc[rate]);
    }
  }
}

}  // namespace
}  // namespace jumpscope::apu
