// When the bits of a write arrive: with the data, or as M2 falls.
#include <gtest/gtest.h>

#include "ppu/latches.h"
#include "tests/ppu/bench.h"

namespace jumpscope::ppu::tests {
namespace {

TEST(Access, EachBitHasOneLatch) {
  for (const int reg : {0, 1, 5, 6}) {
    unsigned seen = 0;
    for (const Latch& latch : latches) {
      if (latch.reg != reg) continue;
      EXPECT_EQ(seen & latch.bits, 0u) << "$200" << reg << ", " << latch.what;
      seen |= latch.bits;
    }
    EXPECT_EQ(seen | (reg == 0 ? 0x40u : 0), 0xFFu) << "$200" << reg;
  }
}

TEST(Access, NametableBitsAreTheOldDatasUntilTheNewIsThere) {
  Bench bench;
  const uint64_t now = bench.ppu.s.clock;
  bench.writeAt(0, 0x02, 0x01, now);
  bench.runTo(now + stale_clocks);
  EXPECT_EQ(bench.ppu.s.t.nametable(), 1u);
  bench.runTo(now + data_clocks);
  EXPECT_EQ(bench.ppu.s.t.nametable(), 2u);
}

TEST(Access, PatternTablesWaitForM2ToFall) {
  Bench bench;
  const uint64_t now = bench.ppu.s.clock;
  bench.writeAt(0, control::background_table, 0, now);
  bench.runTo(now + end_clocks - 1);
  EXPECT_EQ(bench.ppu.s.control.background_table, 0u);
  bench.runTo(now + end_clocks);
  EXPECT_EQ(bench.ppu.s.control.background_table, 0x1000u);
}

TEST(Access, StaleNmiEnableShowsOnThePinUntilTheDataComes) {
  Bench bench;
  bench.finish(245, 100);
  const uint64_t now = bench.ppu.s.clock;
  bench.writeAt(0, 0, control::nmi, now);
  EXPECT_TRUE(bench.ppu.nmi());
  bench.runTo(now + data_clocks);
  EXPECT_FALSE(bench.ppu.nmi());
}

TEST(Access, GreyscaleAndBlueComeWithTheDataRedAndGreenAndLayersAtTheEnd) {
  Bench bench;
  const uint64_t now = bench.ppu.s.clock;
  bench.writeAt(1, 0xFF, 0x00, now);
  bench.runTo(now + data_clocks);
  EXPECT_EQ(bench.ppu.s.color_mask.bits, 0x81);
  EXPECT_FALSE(bench.ppu.s.rendering());
  bench.runTo(now + end_clocks);
  EXPECT_EQ(bench.ppu.s.color_mask.bits, 0xE1);
  EXPECT_TRUE(bench.ppu.s.rendering());
}

// v takes t in the dot in which coarse X counts: both have the bits that are set in both.
TEST(Access, TheCopyToVMeetsAStepOfCoarseX) {
  Bench bench;
  bench.write(1, mask::all);
  bench.finish(20, 13);
  bench.ppu.s.v = 0x0004;  // counts to 5 in dot 16
  bench.ppu.s.t = 0x0000;
  bench.ppu.s.w = true;
  const uint64_t now = bench.ppu.s.clock;  // of dot 14; the copy comes two dots later
  bench.writeAt(6, 0x03, 0x03, now);
  bench.finish(20, 17);
  EXPECT_EQ(bench.ppu.s.v.coarseX(), 5u & 3u);
  EXPECT_EQ(bench.ppu.s.t.coarseX(), 5u & 3u);
}

TEST(Access, AFlagThatRisesLateInAReadOfTheStatusOutlastsIt) {
  for (int alignment = 0; alignment < 4; ++alignment) {
    Bench bench(ntsc_timing, alignment);
    bench.finish(241, 0);
    const uint64_t rises = bench.ppu.s.clock;
    for (int before = 1; before < 8; ++before) {
      Bench each(ntsc_timing, alignment);
      each.finish(240, 330);
      each.runTo(rises - static_cast<uint64_t>(before));
      EXPECT_EQ(each.readAt(2, rises - static_cast<uint64_t>(before)) & 0x80, 0);
      each.runTo(rises + 12);
      EXPECT_EQ(each.ppu.s.status.vblank, before > vblank_lost_clocks) << before << " clocks before";
    }
  }
}

TEST(Access, TheSkippedDotIsDecidedAsDot340Begins) {
  for (const bool before : {false, true}) {
    Bench bench;
    bench.ppu.s.odd_frame = false;  // and odd from the end of line 260 on
    bench.finish(261, 338);
    // M2 falls 8 clocks later: as dot 341 would begin, or a dot before.
    if (before) {
      bench.ppu.s.mask = Mask{mask::all};
    }
    bench.finish(261, 340);
    bench.ppu.s.mask = Mask{mask::all};
    bench.finishDot();
    EXPECT_EQ(bench.ppu.s.dot, before ? 1 : 0);
  }
}

}  // namespace
}  // namespace jumpscope::ppu::tests
