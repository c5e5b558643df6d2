// The timetable's landmarks, and that the chip keeps to them.
#include "ppu/timetable.h"

#include <gtest/gtest.h>

#include "tests/ppu/bench.h"

namespace jumpscope::ppu::tests {
namespace {

int countDots(uint16_t action) {
  int dots = 0;
  for (const uint16_t actions : timetable) dots += (actions & action) != 0;
  return dots;
}

// Source of all numbers: NESdev "PPU rendering".
TEST(Timetable, EveryStripeHasTheDotsOfTheFrameDiagram) {
  EXPECT_EQ(countDots(action::Pixel), 256);
  EXPECT_EQ(countDots(action::FetchTiles), 256 + 16) << "32 tiles of this line, two of the next, 8 dots each";
  EXPECT_EQ(countDots(action::FetchSprites), 64) << "eight sprites, eight dots each";
  EXPECT_EQ(countDots(action::Evaluate), 192);
  EXPECT_EQ(countDots(action::CopyY), 25);
  EXPECT_EQ(countDots(action::CopyX), 1);
  EXPECT_EQ(countDots(action::IncrementY), 1);
}

TEST(Timetable, EveryDotOfALineFetchesForTilesOrForSpritesAndNeverForBoth) {
  for (int dot = 0; dot < dots_per_line; ++dot) {
    const uint16_t actions = timetable[static_cast<size_t>(dot)];
    const int fetchers = ((actions & action::FetchTiles) != 0) + ((actions & action::FetchSprites) != 0) +
                         ((actions & action::DummyFetch) != 0);
    EXPECT_EQ(fetchers, 1) << "dot " << dot;
  }
}

TEST(Timetable, EveryDotHasExactlyOneSpritePhase) {
  for (int dot = 0; dot < dots_per_line; ++dot) {
    const uint16_t actions = timetable[static_cast<size_t>(dot)];
    const int phases = ((actions & action::ClearSecondary) != 0) + ((actions & action::Evaluate) != 0) +
                       ((actions & action::FetchSprites) != 0) + ((actions & action::IdleSprites) != 0);
    EXPECT_EQ(phases, 1) << "dot " << dot;
  }
}

// Eight dots a tile: nametable, attribute, low plane, high plane. ALE is high in the first dot of each pair.
TEST(Timetable, ATileIsFetchedInEightDots) {
  Bench bench;
  bench.fillNametables(0x42);
  bench.ppu.s.t = 0x2000 | 0x0400 | 5 << 5 | 7;  // fine Y 2, nametable 1, coarse Y 5, coarse X 7
  bench.write(1, mask::background);
  bench.finish(261, 320);
  const uint16_t v = bench.ppu.s.v;
  ASSERT_EQ(v, bench.ppu.s.t) << "both copies are done";
  bench.finish(261, 321);
  EXPECT_EQ(bench.ppu.s.address_bus, 0x2000 | (v & 0x0FFF)) << "nametable";
  bench.finish(261, 323);
  EXPECT_EQ(bench.ppu.s.address_bus, 0x27C9) << "attribute of coarse X 7, coarse Y 5";
  bench.finish(261, 325);
  EXPECT_EQ(bench.ppu.s.address_bus, 0x0422) << "row 2 of tile $42, low plane";
  bench.finish(261, 327);
  EXPECT_EQ(bench.ppu.s.address_bus, 0x042A) << "row 2 of tile $42, high plane";
  bench.finish(261, 329);
  EXPECT_EQ(bench.ppu.s.address_bus, 0x2000 | ((v + 1) & 0x0FFF)) << "nametable of the next tile";
}

// The two fetches after the last tile read the third tile's nametable byte and drop it (MMC5 counts lines by
// it).
TEST(Timetable, ALineEndsWithTwoFetchesOfTheSameNametableByte) {
  Bench bench;
  bench.write(1, mask::background);
  bench.finish(10, 337);
  const uint16_t third_tile = bench.ppu.s.address_bus;
  EXPECT_EQ(third_tile, 0x2000 | (bench.ppu.s.v & 0x0FFF));
  bench.finish(10, 339);
  EXPECT_EQ(bench.ppu.s.address_bus, third_tile);
}

TEST(Timetable, TheAddressBusShowsVWhileNothingIsRendered) {
  Bench bench;
  bench.setAddress(0x2ABC);
  bench.finish(100, 100);
  EXPECT_EQ(bench.ppu.s.address_bus, 0x2ABC);
}

}  // namespace
}  // namespace jumpscope::ppu::tests
