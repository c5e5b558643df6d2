// Whole pictures of known memories, against a reference that knows no dots.
#include <gtest/gtest.h>

#include "tests/ppu/reference_picture.h"

namespace jumpscope::ppu::tests {
namespace {

// The frame that follows, as drawn.
void expectFrame(Bench& bench, const View& view, const std::string& name) {
  apply(bench, view);
  bench.finishFrame();
  expectPicture(bench.picture, referencePicture(bench, view), name);
}

TEST(Picture, ShowsNoiseWithEveryCombinationOfTables) {
  for (const int tables : {0x00, 0x08, 0x10, 0x18, 0x20, 0x30}) {
    Bench bench;
    fillWithNoise(bench, static_cast<uint32_t>(tables) + 1);
    bench.finishFrame();
    expectFrame(bench, {0, 0, static_cast<uint8_t>(tables), mask::all}, "tables_" + std::to_string(tables));
  }
}

TEST(Picture, ScrollsToEveryFinePosition) {
  Bench bench;
  fillWithNoise(bench, 2);
  bench.finishFrame();
  for (int fine = 0; fine < 8; ++fine)
    expectFrame(bench, {fine, 7 - fine, 0, mask::all}, "fine_" + std::to_string(fine));
}

TEST(Picture, ScrollsAcrossAllFourNametables) {
  for (const Nametables mirroring : {Nametables::Horizontal, Nametables::Vertical}) {
    Bench bench(ntsc_timing, 0, mirroring);
    fillWithNoise(bench, 3);
    bench.finishFrame();
    for (const auto& [x, y] : {std::pair{13, 0}, {255, 239}, {256, 240}, {300, 111}, {511, 479}, {77, 333}})
      expectFrame(bench, {x, y, control::background_table, mask::all},
                  "scroll_" + std::to_string(x) + "_" + std::to_string(y));
  }
}

TEST(Picture, ClipsEachLayersLeftColumn) {
  Bench bench;
  fillWithNoise(bench, 4);
  bench.finishFrame();
  for (const int layers : {0x18, 0x1A, 0x1C, 0x1E, 0x08, 0x0A, 0x10, 0x14})
    expectFrame(bench, {5, 9, 0, static_cast<uint8_t>(layers)}, "layers_" + std::to_string(layers));
}

TEST(Picture, ShowsGreyscaleAndEmphasis) {
  Bench bench;
  fillWithNoise(bench, 5);
  bench.finishFrame();
  for (const int tint : {0x01, 0x20, 0x40, 0x80, 0xE0, 0xE1, 0xA1})
    expectFrame(bench, {3, 4, 0, static_cast<uint8_t>(mask::all | tint)}, "tint_" + std::to_string(tint));
}

// Source: NESdev "Colour emphasis": bit 5 emphasizes red on NTSC, green on PAL and Dendy; bit 6 the other
// one.
TEST(Picture, RedAndGreenEmphasisAreSwappedOutsideNtsc) {
  constexpr uint16_t red = 0x040, green = 0x080, blue = 0x100;
  for (const Timing& timing : {ntsc_timing, pal_timing, dendy_timing}) {
    const bool swapped = timing.swaps_emphasis;
    Bench bench(timing);
    bench.ppu.s.palette.fill(0);
    for (const auto& [bits, emphasis] :
         {std::pair{0x20, swapped ? green : red}, {0x40, swapped ? red : green}, {0x80, blue}}) {
      bench.finishFrame();
      bench.write(1, static_cast<uint8_t>(mask::all | bits));
      bench.finishFrame();
      EXPECT_EQ(bench.pixel(100, 100), emphasis) << timing.lines << " scanlines"
                                                 << ", bit " << bits;
    }
  }
}

TEST(Picture, IsTheSameInEveryRegionAndAlignment) {
  for (const Timing& timing : {ntsc_timing, pal_timing, dendy_timing}) {
    for (int alignment = 0; alignment < 4; ++alignment) {
      Bench bench(timing, alignment);
      fillWithNoise(bench, 6);
      bench.finishFrame();
      expectFrame(bench, {123, 45, control::tall_sprites, mask::all},
                  std::to_string(timing.vblank_line) + "_" + std::to_string(timing.lines) + "_" +
                      std::to_string(alignment));
    }
  }
}

TEST(Picture, IsTheSameOnEvenAndOddFrames) {
  Bench bench;
  fillWithNoise(bench, 7);
  bench.finishFrame();
  for (int frame = 0; frame < 4; ++frame)
    expectFrame(bench, {1, 2, 0, mask::all}, "frame_" + std::to_string(frame));
}

// The lower index wins among sprites, even where it then hides behind the background.
TEST(Picture, ASpriteBehindTheBackgroundMasksThoseOfHigherIndex) {
  Bench bench;
  bench.fillTile(0, 1, 1);
  bench.fillTile(0, 2, 2);
  bench.fillNametables(1);
  bench.hideSprites();
  bench.ppu.s.palette = {0x0F, 0x01, 0x02, 0x03, 0x0F, 0x05, 0x06, 0x07, 0x0F, 0x09, 0x0A, 0x0B, 0x0F, 0x0D,
                         0x0E, 0x0F, 0x0F, 0x11, 0x12, 0x13, 0x0F, 0x15, 0x16, 0x17, 0x0F, 0x19, 0x1A, 0x1B};
  bench.setSprite(0, 50, 2, 0x20, 80);
  bench.setSprite(1, 50, 2, 0x01, 84);
  bench.finishFrame();
  apply(bench, {});
  bench.finishFrame();
  EXPECT_EQ(bench.pixel(82, 51), 0x01) << "sprite 0 alone, behind";
  EXPECT_EQ(bench.pixel(85, 51), 0x01) << "both: sprite 0 decides, and hides";
  EXPECT_EQ(bench.pixel(89, 51), 0x16) << "sprite 1 alone, in front";
}

TEST(Picture, NoSpriteIsOnLineZero) {
  Bench bench;
  bench.fillTile(0, 1, 1);
  bench.hideSprites();
  bench.ppu.s.palette.fill(0x21);
  bench.ppu.s.palette[0] = 0x0F;
  for (int i = 0; i < 8; ++i) bench.setSprite(i, static_cast<uint8_t>(i == 0 ? 0 : 248 + i), 1, 0, 80);
  bench.finishFrame();
  apply(bench, {});
  bench.finishFrame();
  EXPECT_EQ(bench.pixel(80, 0), 0x0F);
  EXPECT_EQ(bench.pixel(80, 1), 0x21);
  EXPECT_EQ(bench.pixel(80, 8), 0x21);
  EXPECT_EQ(bench.pixel(80, 9), 0x0F);
}

TEST(Picture, TheNinthSpriteOfALineIsNotShown) {
  Bench bench;
  bench.fillTile(0, 1, 1);
  bench.hideSprites();
  bench.ppu.s.palette.fill(0x21);
  bench.ppu.s.palette[0] = 0x0F;
  for (int i = 0; i < 9; ++i) bench.setSprite(i, 50, 1, 0, static_cast<uint8_t>(i * 20));
  bench.finishFrame();
  apply(bench, {});
  bench.finishFrame();
  EXPECT_EQ(bench.pixel(7 * 20, 51), 0x21);
  EXPECT_EQ(bench.pixel(8 * 20, 51), 0x0F);
}

// Source: NESdev "PPU palettes", "The background palette hack".
TEST(Picture, ABlankScreenShowsTheBackdropOrThePaletteEntryVPointsTo) {
  Bench bench;
  for (uint8_t entry = 0; entry < 32; ++entry) bench.ppu.s.palette[entry] = entry;
  bench.finishFrame();
  bench.setAddress(0x2345);
  bench.finishFrame();
  EXPECT_EQ(bench.picture, Picture(bench.picture.size(), 0x00));
  bench.setAddress(0x3F06);
  bench.finishFrame();
  EXPECT_EQ(bench.picture, Picture(bench.picture.size(), 0x06));
  bench.setAddress(0x3F16);
  bench.finishFrame();
  EXPECT_EQ(bench.picture, Picture(bench.picture.size(), 0x16));
}

// Two views: the first down to and with line `last`, the second below it.
Picture splitPicture(const Bench& bench, const View& above, const View& below, int last, int below_origin) {
  Picture picture(picture_width * picture_height);
  for (int y = 0; y < picture_height; ++y)
    drawReferenceLine(bench, y <= last ? above : below, y, y <= last ? y : y - below_origin,
                      picture.data() + y * picture_width);
  return picture;
}

// t reaches v at dot 257; the Y half of t only on the pre-render line. So status bars are made. Fine X acts
// at once, therefore it stays.
TEST(Picture, AScrollWrittenInMidLineMovesTheNextLinesSideways) {
  Bench bench;
  fillWithNoise(bench, 8);
  bench.finishFrame();
  const View bar{}, field{256 + 168, 0, 0, mask::all};
  apply(bench, bar);
  bench.finish(31, 200);
  bench.read(2);
  bench.write(0, 0x01);
  bench.write(5, 168);
  bench.write(5, 99);
  bench.finishFrame();
  expectPicture(bench.picture, splitPicture(bench, bar, field, 31, 0), "status_bar");
}

// Source: NESdev "PPU scrolling", "Split X/Y scroll": the second $2006 write moves Y as well.
TEST(Picture, AnAddressWrittenInTheBorderMovesTheNextLinesBothWays) {
  Bench bench;
  fillWithNoise(bench, 9);
  bench.finishFrame();
  const View above{}, below{88, 240 + 43, 0, mask::all};
  apply(bench, above);
  bench.finish(100, 230);
  bench.read(2);
  bench.write(6, 0x08);  // nametable 2
  bench.write(5, 43);
  bench.write(5, 88);
  bench.finish(100, 262);
  bench.write(6, (43 & 0x38) << 2 | 88 >> 3);
  bench.finishFrame();
  expectPicture(bench.picture, splitPicture(bench, above, below, 100, 101), "split_x_y");
}

TEST(Picture, TablesAndTintChangedInTheBorderShowFromTheNextLine) {
  Bench bench;
  fillWithNoise(bench, 10);
  bench.finishFrame();
  const View above{};
  const View below{0, 0, control::background_table | control::sprite_table, mask::all | 0x41};
  apply(bench, above);
  // Between the last pixel of line 100 and the first tile fetched for line 101. Sprites are fetched
  // meanwhile, so there are none.
  bench.hideSprites();
  bench.finish(100, 262);
  bench.write(0, below.control);
  bench.write(1, below.mask);
  bench.finishFrame();
  expectPicture(bench.picture, splitPicture(bench, above, below, 100, 0), "border_change");
}

}  // namespace
}  // namespace jumpscope::ppu::tests
