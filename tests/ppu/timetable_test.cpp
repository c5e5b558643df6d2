// The timetable's landmarks, and that the chip keeps to them.
#include "ppu/timetable.h"

#include <gtest/gtest.h>

#include "tests/ppu/bench.h"

namespace jumpscope::ppu::tests {
namespace {

int countDots(uint32_t action, LineKind kind = LineKind::Visible) {
  int dots = 0;
  for (int dot = 0; dot < dots_per_line; ++dot) dots += (actionsAt(kind, dot) & action) != 0;
  return dots;
}

// Source of all numbers: NESdev "PPU rendering".
TEST(Timetable, EveryStripeHasTheDotsOfTheFrameDiagram) {
  EXPECT_EQ(countDots(action::Pixel), 256);
  EXPECT_EQ(countDots(action::FetchTiles), 256 + 16) << "32 tiles of this line, two of the next, 8 dots each";
  EXPECT_EQ(countDots(action::FetchSprites), 64) << "eight sprites, eight dots each";
  EXPECT_EQ(countDots(action::Evaluate), 192);
  EXPECT_EQ(countDots(action::ClearSecondary), 64);
  EXPECT_EQ(countDots(action::CopyY, LineKind::PreRender), 25);
  EXPECT_EQ(countDots(action::CopyX), 1);
  EXPECT_EQ(countDots(action::IncrementY), 1);
}

TEST(Timetable, OnlyThePreRenderLineCopiesTheVerticalScrollAndMakesNoPixels) {
  EXPECT_EQ(countDots(action::CopyY), 0);
  EXPECT_EQ(countDots(action::Pixel, LineKind::PreRender), 0);
  EXPECT_EQ(countDots(action::FetchTiles, LineKind::PreRender), countDots(action::FetchTiles));
}

TEST(Timetable, LinesWithoutAPictureOnlyChangeFlags) {
  constexpr uint32_t flags = action::StartVblank | action::FlipOddFrame | action::IdleAddress;
  for (const LineKind kind :
       {LineKind::PostRender, LineKind::Blank, LineKind::VblankStart, LineKind::LastBlank})
    EXPECT_EQ(countDots(~flags, kind), 0) << "kind " << int(kind);
}

TEST(Timetable, EveryScanlineOfAFrameHasItsKind) {
  for (const Timing& timing : {ntsc_timing, pal_timing, dendy_timing}) {
    std::array<int, line_kinds> lines{};
    for (int line = 0; line < timing.lines; ++line) ++lines[static_cast<size_t>(lineKind(line, timing))];
    EXPECT_EQ(lines[static_cast<size_t>(LineKind::First)], 1);
    EXPECT_EQ(lines[static_cast<size_t>(LineKind::Visible)], 239);
    EXPECT_EQ(lines[static_cast<size_t>(LineKind::PreRender)], 1);
    EXPECT_EQ(lineKind(timing.vblank_line, timing), LineKind::VblankStart);
    EXPECT_EQ(lineKind(timing.pre_render_line - 1, timing), LineKind::LastBlank);
  }
}

// How many of these actions each dot of a visible scanline has; -1 when dots differ.
int perDot(std::initializer_list<uint32_t> actions) {
  int result = -2;
  for (int dot = 0; dot < dots_per_line; ++dot) {
    int here = 0;
    for (const uint32_t some : actions) here += (actionsAt(LineKind::Visible, dot) & some) != 0;
    if (result != -2 && result != here) return -1;
    result = here;
  }
  return result;
}

TEST(Timetable, EveryDotOfALineFetchesForTilesOrForSpritesAndNeverForBoth) {
  EXPECT_EQ(perDot({action::FetchTiles, action::FetchSprites,
                    action::IdleAddress | action::DummyAddress | action::DummyFetch}),
            1);
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
