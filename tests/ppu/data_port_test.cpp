// $2007: when the chip carries an access out, and what it does while the picture is drawn. Times are in master
// clocks from M2's rise. Source: the 2C02G's netlist; Breaking NES Wiki, "PPU / VRAM Controller"; for accesses in cycles
// that follow each other, consoles: blargg's double_2007_read and 100thCoin's INC2007Alignment, whose phase 0 is our
// alignment 2, and so on.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/ppu/bench.h"

namespace jumpscope::ppu::tests {
namespace {

constexpr int cycle = Bench::cpu_clocks;

// A chip in vblank or beyond the picture, with this v, as a CPU cycle begins.
struct Idle : Bench {
  explicit Idle(int alignment, uint16_t v) : Bench(ntsc_timing, alignment) {
    runTo(250 * dots_per_line * 4 / cycle * cycle);
    ppu.s.v = ppu.s.address_bus = v;
    now = 250 * dots_per_line * 4 / cycle * cycle;
  }
  uint64_t now = 0;
};

// A chip that renders, at the beginning of a dot of line 20.
struct Rendering : Bench {
  explicit Rendering(int dot, uint16_t v = 0x2000) {
    write(1, mask::all);
    finish(20, dot - 1);
    ppu.s.v = v;
  }
};

class AtAlignment : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(DataPort, AtAlignment, testing::Range(0, 4));

// At alignment 2 the first latch closes as M2 falls, and sees it a dot later.
TEST_P(AtAlignment, VStepsTheChainsTimeAfterTheFallOfM2) {
  for (const bool write : {false, true}) {
    Idle bench(GetParam(), 0x2100);
    write ? bench.writeAt(7, 0x55, 0x55, bench.now) : static_cast<void>(bench.readAt(7, bench.now));
    uint64_t stepped = 0;
    while (bench.ppu.s.v == 0x2100) {
      stepped = bench.ppu.s.clock;
      bench.ppu.halfDot();
    }
    constexpr uint64_t clocks[] = {22, 21, 24, 23};
    EXPECT_EQ(stepped - bench.now, clocks[GetParam()]) << (write ? "write" : "read");
  }
}

TEST_P(AtAlignment, TwoWritesTwoCyclesApartAreBothStored) {
  Idle bench(GetParam(), 0x2100);
  bench.writeAt(7, 0x11, 0x20, bench.now);
  bench.writeAt(7, 0x22, 0x20, bench.now + 2 * cycle);
  bench.runTo(bench.now + 8 * cycle);
  EXPECT_EQ(bench.ppu.s.vram[0x100], 0x11);
  EXPECT_EQ(bench.ppu.s.vram[0x101], 0x22);
  EXPECT_EQ(bench.ppu.s.v, 0x2102);
}

TEST_P(AtAlignment, AWriteStoresWhatTheNextReadPutsOnTheBus) {
  Idle bench(GetParam(), 0x2100);
  bench.ppu.s.read_buffer = 0x5A;
  bench.writeAt(7, 0x11, 0x20, bench.now);
  bench.readAt(7, bench.now + cycle);
  bench.runTo(bench.now + 8 * cycle);
  EXPECT_EQ(bench.ppu.s.vram[0x100], 0x5A);
}

// double_2007_read: the buffer as it was, at one alignment of a single read; the low byte of the address; the data without
// the line that rises last.
TEST_P(AtAlignment, TheSecondOfTwoReadsInARowGetsWhatIsOnTheBusByThen) {
  Idle bench(GetParam(), 0x2102);
  bench.ppu.s.read_buffer = 0x22;
  bench.ppu.s.vram[0x102] = 0x33;
  bench.ppu.s.vram[0x103] = 0x44;
  EXPECT_EQ(bench.readAt(7, bench.now), 0x22);
  constexpr uint8_t second[] = {0x02, 0x32, 0x22, 0x22};
  EXPECT_EQ(bench.readAt(7, bench.now + cycle), second[GetParam()]);
  bench.runTo(bench.now + 8 * cycle);
  const bool reads_once = GetParam() == 2;
  EXPECT_EQ(bench.ppu.s.v, reads_once ? 0x2103 : 0x2104);
  EXPECT_EQ(bench.ppu.s.read_buffer, reads_once ? 0x33 : 0x44);
}

// What the program's console gave for INC $2007, at each alignment.
TEST_P(AtAlignment, IncAlsoWritesWhereTheDataIsTheLowByteOfTheAddress) {
  Idle bench(GetParam(), 0x2110);
  bench.ppu.s.read_buffer = 0x55;
  EXPECT_EQ(bench.readAt(7, bench.now), 0x55);
  bench.writeAt(7, 0x55, 0x55, bench.now + cycle);
  bench.writeAt(7, 0x56, 0x55, bench.now + 2 * cycle);
  bench.runTo(bench.now + 10 * cycle);
  const bool writes_once = GetParam() == 2;
  EXPECT_EQ(bench.ppu.s.vram[0x111], 0x11) << "the low byte of the address, as WR falls";
  EXPECT_EQ(bench.ppu.s.vram[0x112], writes_once ? 0x00 : 0x56);
  EXPECT_EQ(bench.ppu.s.vram[0x156], 0x56);
  EXPECT_EQ(bench.ppu.s.v, writes_once ? 0x2112 : 0x2113);
}

// INC $2007,X reads twice; what the second read gets is written, one higher.
TEST_P(AtAlignment, IncWithAnIndexWritesOnwardsFromWhatItsSecondReadGets) {
  Idle bench(GetParam(), 0x2110);
  bench.ppu.s.read_buffer = 0x55;
  bench.readAt(7, bench.now);
  const uint8_t read = bench.readAt(7, bench.now + cycle);
  constexpr uint8_t expected[] = {0x10, 0x00, 0x55, 0x55};
  EXPECT_EQ(read, expected[GetParam()]);
  const auto next = static_cast<uint8_t>(read + 1);
  bench.writeAt(7, read, read, bench.now + 2 * cycle);
  bench.writeAt(7, next, read, bench.now + 3 * cycle);
  bench.runTo(bench.now + 11 * cycle);
  const bool reads_once = GetParam() == 2;
  EXPECT_EQ(bench.ppu.s.vram[0x111], reads_once ? 0x11 : next == 0x11 ? 0x11 : 0x00);
  EXPECT_EQ(bench.ppu.s.vram[0x112], reads_once ? 0x00 : 0x12);
  EXPECT_EQ(bench.ppu.s.vram[0x113], reads_once ? 0x00 : next);
  EXPECT_EQ(bench.ppu.s.vram[0x100u + next], next);
}

TEST_P(AtAlignment, TheHighByteOfIncsOtherAddressIsThatOfTheStepBefore) {
  Idle bench(GetParam(), 0x21FF);
  bench.ppu.s.read_buffer = 0x55;
  bench.readAt(7, bench.now);
  bench.writeAt(7, 0x55, 0x55, bench.now + cycle);
  bench.writeAt(7, 0x56, 0x55, bench.now + 2 * cycle);
  bench.runTo(bench.now + 10 * cycle);
  EXPECT_EQ(bench.ppu.s.vram[0x256], 0x56);
  EXPECT_EQ(bench.ppu.s.vram[0x156], 0x00);
}

TEST_P(AtAlignment, OnePixelShowsTheColorThatIsWrittenAndTheNextOneTheNextCell) {
  Bench bench(ntsc_timing, GetParam());
  bench.finish(20, 90);
  bench.ppu.s.v = bench.ppu.s.address_bus = 0x3F05;
  bench.ppu.s.palette[5] = 0x11;
  bench.ppu.s.palette[6] = 0x16;
  bench.finish(20, 99);
  bench.writeAt(7, 0x2A, 0x20, (bench.ppu.s.clock + cycle - 1) / cycle * cycle);
  while (bench.ppu.s.palette[5] == 0x11) bench.ppu.halfDot();
  const int x = bench.ppu.s.dot - 1 - cell_delay;
  bench.finish(20, 120);
  EXPECT_EQ(bench.pixel(x - 1, 20), 0x11);
  EXPECT_EQ(bench.pixel(x, 20), 0x2A);
  EXPECT_EQ(bench.pixel(x + 1, 20), 0x16);
}

TEST(DataPort, AnAccessInMidPictureStepsVInBothDirections) {
  Rendering bench(100, 0x1005);
  bench.read(7);
  bench.finish(20, 107);
  EXPECT_EQ(bench.ppu.s.v.coarseX(), 7u) << "the tile's end has counted too";
  EXPECT_EQ(bench.ppu.s.v.fineY(), 2u);
}

TEST(DataPort, AStepAtATilesEndCountsOnce) {
  // The read in dot 99 steps v in dot 104.
  Rendering bench(99, 0x0005);
  bench.read(7);
  bench.finish(20, 104);
  EXPECT_EQ(bench.ppu.s.v.coarseX(), 6u);
  EXPECT_EQ(bench.ppu.s.v.fineY(), 1u);
}

TEST(DataPort, AStepWhileVTakesXKeepsTheBitsThatBothHave) {
  // The read in dot 252 steps v in dot 257.
  Rendering bench(252, 0x2000);
  bench.ppu.s.t = 0x000F;
  bench.read(7);
  bench.finish(20, 256);
  bench.ppu.s.v.setCoarseX(5);
  bench.finish(20, 258);
  EXPECT_EQ(bench.ppu.s.v.coarseX(), 6u & 0x0F);
  EXPECT_EQ(bench.ppu.s.t.coarseX(), 6u & 0x0F);
}

TEST(DataPort, AWriteInMidPictureStoresTheLowByteOfWhateverAddressIsOut) {
  for (int dot = 96; dot < 112; ++dot) {
    Rendering bench(dot, 0x2000);
    bench.fillNametables(0x35);
    bench.chr.fill(0xFF);
    const auto vram = bench.ppu.s.vram;
    const auto chr = bench.chr;
    bench.write(7, 0x99);
    bench.idle(4);
    int changed = 0;
    for (size_t i = 0; i < vram.size(); ++i)
      if (bench.ppu.s.vram[i] != vram[i]) {
        ++changed;
        EXPECT_EQ(bench.ppu.s.vram[i], i & 0xFF) << "dot " << dot;
      }
    for (size_t i = 0; i < chr.size(); ++i)
      if (bench.chr[i] != chr[i]) {
        ++changed;
        EXPECT_EQ(bench.chr[i], i & 0xFF) << "dot " << dot;
      }
    EXPECT_GE(changed, 1) << "dot " << dot;
  }
}

TEST(DataPort, AWriteThatMeetsANametableAddressReplacesItsLowByte) {
  // The write in dot 100 is carried out from the end of dot 104 on; dot 105 puts a nametable address out.
  Rendering bench(100, 0x2000);
  bench.write(7, 0x99);
  bench.idle(2);
  EXPECT_EQ(bench.ppu.s.vram[0x099], 0x99);
}

TEST(DataPort, AWriteThatMeetsAnAttributeAddressLeavesItOnTheCpusBus) {
  // The write in dot 102 is carried out in dot 107.
  Rendering bench(102, 0x2000);
  bench.write(7, 0x99);
  bench.idle(2);
  EXPECT_EQ(bench.read(0) & 0xC0, 0xC0) << "an attribute's address, from C0 on";
}

TEST(DataPort, ThePaletteIsNotWrittenWhileThePictureIsDrawn) {
  Rendering bench(100, 0x3F05);
  const auto palette = bench.ppu.s.palette;
  bench.write(7, 0x2A);
  bench.idle(4);
  EXPECT_EQ(bench.ppu.s.palette, palette);
}

TEST(DataPort, WithRenderingOnVIsOnTheAddressBusInVblankToo) {
  Bench bench;
  bench.write(1, mask::all);
  bench.finish(245, 0);
  bench.setAddress(0x1FFF);
  bench.read(7);
  bench.idle(4);
  EXPECT_EQ(bench.ppu.s.address_bus, 0x2000);
}

}  // namespace
}  // namespace jumpscope::ppu::tests
