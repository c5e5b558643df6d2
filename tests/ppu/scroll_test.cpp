// The registers v, t, x and w, and how they move. Source: NESdev "PPU scrolling".
#include <gtest/gtest.h>

#include "tests/ppu/bench.h"

namespace jumpscope::ppu::tests {
namespace {

// The page's table of register controls, bit patterns as printed there.
TEST(Scroll, ControlWritesTheNametableBitsOfT) {
  Bench bench;
  bench.ppu.s.t = 0x7FFF;
  bench.write(0, 0x00);
  EXPECT_EQ(bench.ppu.s.t, 0x73FF);
  bench.write(0, 0x03);
  EXPECT_EQ(bench.ppu.s.t, 0x7FFF);
  bench.write(0, 0x02);
  EXPECT_EQ(bench.ppu.s.t, 0x7BFF);
}

TEST(Scroll, TheTablesExampleComesOutBitByBit) {
  Bench bench;
  bench.ppu.s.w = true;
  bench.write(0, 0x00);
  EXPECT_EQ(bench.ppu.s.t & 0x0C00, 0);
  bench.read(2);
  EXPECT_FALSE(bench.ppu.s.w);
  bench.write(5, 0x7D);
  EXPECT_EQ(bench.ppu.s.t & 0x001F, 0b01111);
  EXPECT_EQ(bench.ppu.s.fine_x, 0b101);
  EXPECT_TRUE(bench.ppu.s.w);
  bench.write(5, 0x5E);
  EXPECT_EQ(bench.ppu.s.t, 0b110'00'01011'01111);
  EXPECT_FALSE(bench.ppu.s.w);
  bench.write(6, 0x3D);
  EXPECT_EQ(bench.ppu.s.t, 0b011'11'01011'01111) << "bit 14 is cleared";
  EXPECT_TRUE(bench.ppu.s.w);
  bench.write(6, 0xF0);
  bench.idle(2);
  EXPECT_EQ(bench.ppu.s.t, 0b011'11'01111'10000);
  EXPECT_EQ(bench.ppu.s.v, bench.ppu.s.t);
  EXPECT_EQ(bench.ppu.s.fine_x, 0b101) << "$2006 leaves fine X alone";
  EXPECT_FALSE(bench.ppu.s.w);
}

TEST(Scroll, TheFirstAddressWriteDropsTheTopTwoBits) {
  Bench bench;
  bench.ppu.s.t = 0x7FFF;
  bench.write(6, 0xFF);
  EXPECT_EQ(bench.ppu.s.t, 0x3FFF);
}

// v takes t some dots after the write; a fetch in between still uses the old address.
TEST(Scroll, VFollowsTheSecondAddressWriteAfterADelay) {
  Bench bench;
  bench.write(6, 0x21);
  const uint64_t now = bench.ppu.s.clock;
  bench.ppu.write(6, 0x08, 0x08, now);
  bench.runTo(now + data_clocks);
  EXPECT_EQ(bench.ppu.s.t, 0x2108);
  bench.runTo(now + end_clocks);
  EXPECT_EQ(bench.ppu.s.v, 0);
  bench.idle(2);
  EXPECT_EQ(bench.ppu.s.v, 0x2108);
}

TEST(Scroll, ScrollAndAddressShareOneLatch) {
  Bench bench;
  bench.write(5, 0x00);
  bench.write(6, 0x34);
  bench.idle(2);
  EXPECT_FALSE(bench.ppu.s.w);
  EXPECT_EQ(bench.ppu.s.t & 0xFF, 0x34) << "the address write was a second one";
}

TEST(Scroll, NothingMovesWhileNothingIsRendered) {
  Bench bench;
  bench.setAddress(0x2ABC);
  bench.ppu.s.t = 0x0123;
  bench.finish(10, 0);
  EXPECT_EQ(bench.ppu.s.v, 0x2ABC);
}

// A chip that renders, standing at dot 0 of line 20 with this v; t differs in every bit.
struct Rendering : Bench {
  explicit Rendering(uint16_t v) {
    write(1, mask::all);
    finish(20, 0);
    ppu.s.v = v;
    ppu.s.t = static_cast<uint16_t>(~v & 0x7FFF);
  }
};

TEST(Scroll, CoarseXStepsWithEveryTile) {
  Rendering bench(0);
  for (int tile = 1; tile <= 31; ++tile) {
    bench.finish(20, tile * 8 - 1);
    EXPECT_EQ(bench.ppu.s.v, tile - 1) << "before the tile's eighth dot";
    bench.finish(20, tile * 8);
    EXPECT_EQ(bench.ppu.s.v, tile);
  }
}

TEST(Scroll, CoarseXWrapsIntoTheOtherNametable) {
  Rendering bench(0x001F);
  bench.finish(20, 8);
  EXPECT_EQ(bench.ppu.s.v, 0x0400);
  Rendering right(0x041F);
  right.finish(20, 8);
  EXPECT_EQ(right.ppu.s.v, 0x0000);
}

struct VerticalStep {
  const char* name;
  uint16_t before, after;
};
class YIncrement : public testing::TestWithParam<VerticalStep> {};
INSTANTIATE_TEST_SUITE_P(Scroll, YIncrement,
                         testing::Values(VerticalStep{"FineYSteps", 0x0000, 0x1000},
                                         VerticalStep{"FineYCarriesIntoCoarseY", 0x7000, 0x0020},
                                         VerticalStep{"Row29WrapsIntoTheOtherNametable", 0x73A0, 0x0800},
                                         VerticalStep{"Row29WrapsBack", 0x7BA0, 0x0000},
                                         VerticalStep{"Row30GoesOnTo31", 0x73C0, 0x03E0},
                                         VerticalStep{"Row31WrapsInTheSameNametable", 0x73E0, 0x0000},
                                         VerticalStep{"Row31OfTheLowerOneToo", 0x7BE0, 0x0800}),
                         [](const auto& info) { return info.param.name; });

TEST_P(YIncrement, HappensAfterDot256) {
  Rendering bench(GetParam().before);
  constexpr uint16_t vertical = 0x7BE0;
  bench.finish(20, 256);
  EXPECT_EQ(bench.ppu.s.v & vertical, GetParam().before);
  bench.finish(20, 257);
  EXPECT_EQ(bench.ppu.s.v & vertical, GetParam().after);
}

TEST(Scroll, Dot257CopiesTheHorizontalBits) {
  Rendering bench(0x0000);
  constexpr uint16_t horizontal = 0x041F;
  bench.finish(20, 257);
  EXPECT_NE(bench.ppu.s.v & horizontal, bench.ppu.s.t & horizontal);
  bench.finish(20, 258);
  EXPECT_EQ(bench.ppu.s.v & horizontal, bench.ppu.s.t & horizontal);
  EXPECT_EQ(bench.ppu.s.v & 0x7BE0, 0x1000) << "and no others";
}

TEST(Scroll, DotsBefore337FetchTwoTilesOfTheNextLine) {
  Rendering bench(0x0000);
  bench.ppu.s.t = 0x0005;
  bench.finish(20, 320);
  EXPECT_EQ(bench.ppu.s.v & 0x1F, 5);
  bench.finish(20, 340);
  EXPECT_EQ(bench.ppu.s.v & 0x1F, 7);
}

TEST(Scroll, ThePreRenderLineCopiesTheVerticalBitsInDots280To304) {
  Bench bench;
  bench.write(1, mask::all);
  bench.finish(261, 279);
  bench.ppu.s.v = 0;
  bench.ppu.s.t = 0x7BE0;
  bench.finish(261, 280);
  EXPECT_EQ(bench.ppu.s.v & 0x7BE0, 0);
  bench.finish(261, 281);
  EXPECT_EQ(bench.ppu.s.v & 0x7BE0, 0x7BE0);
  bench.ppu.s.t = 0x0840;
  bench.finish(261, 305);
  EXPECT_EQ(bench.ppu.s.v & 0x7BE0, 0x0840) << "again and again, to dot 304";
  bench.ppu.s.t = 0x0160;
  bench.finish(261, 320);
  EXPECT_EQ(bench.ppu.s.v & 0x7BE0, 0x0840);
}

TEST(Scroll, VisibleLinesDoNotCopyTheVerticalBits) {
  Rendering bench(0x0000);
  bench.finish(20, 320);
  EXPECT_EQ(bench.ppu.s.v & 0x7BE0, 0x1000);
}

// Source: AccuracyCoin "$2007 Read w/ Rendering": the increment of an access is a vertical one.
TEST(Scroll, ADataAccessWhileRenderingStepsY) {
  for (const bool reads : {true, false}) {
    Rendering bench(0x0000);
    bench.ppu.s.control.increment_32 = true;
    bench.finish(20, 266);
    bench.ppu.s.v = 0x2000;
    if (reads)
      bench.read(7);
    else
      bench.write(7, 0x55);
    bench.idle(3);
    EXPECT_EQ(bench.ppu.s.v & 0x7BE0, 0x3000) << (reads ? "read" : "write");
  }
}

TEST(Scroll, ResetClearsTAndTheLatchAndKeepsV) {
  Bench bench;
  bench.setAddress(0x2345);
  bench.write(5, 0xFF);
  bench.ppu.reset();
  EXPECT_EQ(bench.ppu.s.t, 0);
  EXPECT_EQ(bench.ppu.s.fine_x, 0);
  EXPECT_FALSE(bench.ppu.s.w);
  EXPECT_EQ(bench.ppu.s.v, 0x2345);
}

}  // namespace
}  // namespace jumpscope::ppu::tests
