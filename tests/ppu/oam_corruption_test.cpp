// Rows of OAM that take another one's charge: $2003, and rendering that goes on. Source: the 2C02G's netlist; NESdev "PPU
// registers", "OAMADDR", and "PPU sprite evaluation"; AccuracyCoin's OAM corruption tests.
#include <gtest/gtest.h>

#include "tests/ppu/bench.h"

namespace jumpscope::ppu::tests {
namespace {

// The eighth sprite fills the last four bytes of secondary OAM. When evaluation stops there, its address
// counts on to the next sprite's place, which is the first one.
TEST(OamCorruption, EvaluationThatStopsInTheLastSpriteWritesToNoOtherMemory) {
  for (int alignment = 0; alignment < 4; ++alignment)
    for (int off = 115; off < 132; ++off) {
      Bench bench(ntsc_timing, alignment);
      bench.hideSprites();
      for (int i = 0; i < 10; ++i) bench.setSprite(i, 20, 0x55, 0, 0x80);
      bench.write(1, mask::all);
      bench.finish(20, off);
      bench.write(1, 0);
      bench.idle(2);
      bench.write(1, mask::all);
      bench.finish(20, 256);
      for (const uint8_t byte : bench.ppu.s.vram)
        ASSERT_EQ(byte, 0) << "alignment " << alignment << ", rendering off on dot " << off;
    }
}

// M2 falls in the second half of a dot, so that a row is open. Sprite fetches select secondary OAM in every dot.
TEST(OamCorruption, TheRowOfTheSecondaryAddressTakesRowZerosBytesAsRenderingGoesOn) {
  Bench bench;
  for (size_t i = 0; i < 256; ++i) bench.ppu.s.oam[i] = static_cast<uint8_t>(i);
  bench.write(1, mask::all);
  bench.finish(20, 20);
  bench.write(1, 0);
  bench.finish(30, 300);
  const size_t row = bench.ppu.s.secondary_address;
  ASSERT_NE(row, 0u);
  bench.write(1, mask::all);
  bench.idle(2);
  for (size_t i = 0; i < 8; ++i) EXPECT_EQ(bench.ppu.s.oam[row * 8 + i], i) << "byte " << i;
}

class OamRows : public testing::Test {
 protected:
  // Every byte of a row holds the row's number.
  static void number(Bench& bench) {
    for (size_t i = 0; i < 256; ++i) bench.ppu.s.oam[i] = static_cast<uint8_t>(i / 8);
  }
  static int rowAt(const Bench& bench, int row) { return bench.ppu.s.oam[static_cast<size_t>(row * 8)]; }
  // A write to $2003 in vblank, with what is on the bus before the data. M2 rises `alignment` master clocks into a dot.
  static void writeAddress(Bench& bench, uint8_t stale, uint8_t value, int alignment) {
    number(bench);
    bench.finish(245, 10);
    const uint64_t now = bench.ppu.s.clock + static_cast<uint64_t>(alignment);
    bench.runTo(now);
    bench.writeAt(3, value, stale, now);
    bench.runTo(now + 2 * Bench::cpu_clocks);
  }
};

TEST_F(OamRows, ARowTakesTheOneOfTheStaleAddressWhenTheDataComesWhileARowIsOpen) {
  Bench bench(ntsc_timing, 1);
  writeAddress(bench, 0x20, 0x80, 1);
  EXPECT_EQ(rowAt(bench, 0x10), 4);
  EXPECT_EQ(rowAt(bench, 4), 4);
}

TEST_F(OamRows, TheStaleAddressTakesTheRowThatWasOpenWhenM2RisesInTheSecondHalf) {
  Bench bench(ntsc_timing, 3);
  bench.ppu.s.oam_address = 0x58;
  writeAddress(bench, 0x20, 0x80, 3);
  EXPECT_EQ(rowAt(bench, 4), 0x0B);
  EXPECT_EQ(rowAt(bench, 0x10), 0x10);
}

TEST_F(OamRows, NoRowChangesWhenTheDotBeginsWithM2) {
  Bench bench(ntsc_timing, 0);
  writeAddress(bench, 0x20, 0x80, 0);
  for (int row = 0; row < 32; ++row) EXPECT_EQ(rowAt(bench, row), row);
}

TEST_F(OamRows, NoRowChangesOnThePalChip) {
  for (int alignment = 0; alignment < 5; ++alignment) {
    Bench bench(pal_timing, 0);
    writeAddress(bench, 0x20, 0x80, alignment);
    for (int row = 0; row < 32; ++row) EXPECT_EQ(rowAt(bench, row), row) << "alignment " << alignment;
  }
}

// NESdev "PPU registers": "If OAMADDR is not less than eight when rendering starts, the eight bytes starting at OAMADDR
// & 0xF8 are copied to the first eight bytes of OAM."
TEST_F(OamRows, RowZeroTakesTheOneOfOamaddrAsThePreRenderLineBegins) {
  Bench bench;
  bench.finish(245, 10);
  bench.write(1, mask::all);
  number(bench);
  bench.ppu.s.oam_address = 0x9C;
  bench.finish(261, 1);
  EXPECT_EQ(rowAt(bench, 0), 0x13);
}

TEST_F(OamRows, NothingIsCopiedAtTheStartOfAFrameThatIsNotRendered) {
  Bench bench;
  number(bench);
  bench.ppu.s.oam_address = 0x9C;
  bench.finish(0, 1);
  EXPECT_EQ(rowAt(bench, 0), 0);
}

// Both drive the counter's lines while $2003 is written in the half dot in which it counts.
TEST_F(OamRows, ZerosWinWhereAWriteMeetsTheSearchAndTheRowOfTheResultOpensFirst) {
  Bench bench;
  bench.hideSprites();
  bench.write(1, mask::all);
  bench.finish(20, 166);
  bench.ppu.s.oam_address = 0xC8;  // counts to CC
  for (size_t i = 0; i < 256; ++i) bench.ppu.s.oam[i] = static_cast<uint8_t>(0xE0 | i / 8);
  const uint64_t now = bench.ppu.s.clock;
  bench.writeAt(3, 0x36, 0x20, now);
  bench.finish(20, 168);
  EXPECT_EQ(bench.ppu.s.oam[0x30], 0xE0) << "CC and 36 make 04";
  EXPECT_EQ(bench.ppu.s.oam_address, 0x36);
}

}  // namespace
}  // namespace jumpscope::ppu::tests
