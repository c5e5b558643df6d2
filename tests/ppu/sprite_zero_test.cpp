// Where and when an opaque pixel of sprite 0 meets an opaque one of the background. Source: NESdev "PPU OAM",
// "Sprite zero hits"; blargg's sprite hit tests name the same cases.
#include <gtest/gtest.h>

#include <optional>
#include <ostream>

#include "tests/ppu/bench.h"

namespace jumpscope::ppu::tests {

struct Position {
  int scanline, dot;
  bool operator==(const Position&) const = default;
};

void PrintTo(const Position& p, std::ostream* out) { *out << "line " << p.scanline << " dot " << p.dot; }

namespace {

constexpr uint8_t clear_tile = 0, solid_tile = 1, last_pixel_tile = 2;
constexpr std::optional<Position> no_hit;

// A screen full of background, and sprite 0 of the same solid tile.
class SpriteZero : public testing::Test {
 protected:
  SpriteZero() {
    bench.fillTile(0, solid_tile, 1);
    bench.fillTile(0, clear_tile, 0);
    bench.chr[last_pixel_tile * 16 + 7] = 0x01;  // lower right corner
    bench.fillNametables(solid_tile);
    bench.hideSprites();
    bench.finishFrame();
  }

  // The dot that sets the flag in the frame to come.
  std::optional<Position> hit(uint8_t layers = mask::all) {
    bench.write(1, layers);
    bench.finish(261, 1);
    const uint64_t frame = bench.ppu.s.frame;
    while (bench.ppu.s.frame == frame) {
      bench.finishDot();
      if (bench.ppu.s.status.sprite_zero_hit) {
        const Position position{bench.ppu.s.scanline, bench.ppu.s.dot};
        bench.finishFrame();
        return position;
      }
    }
    return no_hit;
  }
  // A sprite at x, y is first shown on line y + 1. Its pixel x is chosen on dot x + 1; the flag follows on
  // the dot after, so that dot 2 is the earliest ever.
  static std::optional<Position> at(int x, int line) { return Position{line, x + 2}; }

  Bench bench;
};

TEST_F(SpriteZero, HitsOnTheLineAfterItsYOnTheDotAfterItsPixel) {
  for (const int x : {8, 9, 15, 100, 200, 247, 254}) {
    bench.setSprite(0, 50, solid_tile, 0, static_cast<uint8_t>(x));
    EXPECT_EQ(hit(), at(x, 51)) << "x " << x;
  }
  for (const int y : {0, 1, 7, 100, 238}) {
    bench.setSprite(0, static_cast<uint8_t>(y), solid_tile, 0, 80);
    EXPECT_EQ(hit(), at(80, y + 1)) << "y " << y;
  }
}

TEST_F(SpriteZero, HitsAtTheLeftEdgeOnDotTwo) {
  bench.setSprite(0, 50, solid_tile, 0, 0);
  EXPECT_EQ(hit(), at(0, 51));
}

TEST_F(SpriteZero, DoesNotHitInColumn255) {
  bench.setSprite(0, 50, solid_tile, 0, 255);
  EXPECT_EQ(hit(), no_hit);
  bench.setSprite(0, 50, last_pixel_tile, 0, 248);
  EXPECT_EQ(hit(), no_hit);
  bench.setSprite(0, 50, last_pixel_tile, 0, 247);
  EXPECT_EQ(hit(), at(254, 58));
}

TEST_F(SpriteZero, DoesNotHitBelowThePicture) {
  for (const int y : {239, 240, 250, 255}) {
    bench.setSprite(0, static_cast<uint8_t>(y), solid_tile, 0, 80);
    EXPECT_EQ(hit(), no_hit) << y;
  }
}

TEST_F(SpriteZero, NeedsBothLayers) {
  bench.setSprite(0, 50, solid_tile, 0, 80);
  EXPECT_EQ(hit(mask::background), no_hit);
  EXPECT_EQ(hit(mask::sprites), no_hit);
  EXPECT_EQ(hit(mask::background | mask::sprites), at(80, 51));
}

// "Not at x = 0 to 7 if the left-side clipping window is enabled" for either layer.
TEST_F(SpriteZero, DoesNotHitInAClippedLeftColumn) {
  constexpr uint8_t layers = mask::background | mask::sprites;
  for (const uint8_t left : {0, int(mask::left_background), int(mask::left_sprites)}) {
    bench.setSprite(0, 50, solid_tile, 0, 0);
    EXPECT_EQ(hit(layers | left), no_hit) << int(left);
    bench.setSprite(0, 50, solid_tile, 0, 3);
    EXPECT_EQ(hit(layers | left), at(8, 51)) << int(left) << ": its remaining pixels do";
  }
}

TEST_F(SpriteZero, NeedsOpaquePixelsOfBoth) {
  bench.setSprite(0, 50, clear_tile, 0, 80);
  EXPECT_EQ(hit(), no_hit);
  bench.setSprite(0, 50, solid_tile, 0, 80);
  bench.fillNametables(clear_tile);
  EXPECT_EQ(hit(), no_hit);
}

TEST_F(SpriteZero, HitsWithAnyOpaqueColor) {
  for (int sprite_color = 1; sprite_color < 4; ++sprite_color)
    for (int background_color = 1; background_color < 4; ++background_color) {
      bench.fillTile(0, 4, sprite_color);
      bench.fillTile(0, 5, background_color);
      bench.fillNametables(5);
      bench.setSprite(0, 50, 4, 3, 80);
      EXPECT_EQ(hit(), at(80, 51)) << sprite_color << " on " << background_color;
    }
}

TEST_F(SpriteZero, HitsBehindTheBackgroundToo) {
  bench.setSprite(0, 50, solid_tile, 0x20, 80);
  EXPECT_EQ(hit(), at(80, 51));
}

TEST_F(SpriteZero, HitsWhereItsFlippedPixelsAre) {
  bench.setSprite(0, 50, last_pixel_tile, 0x00, 80);
  EXPECT_EQ(hit(), at(87, 58));
  bench.setSprite(0, 50, last_pixel_tile, 0x40, 80);
  EXPECT_EQ(hit(), at(80, 58));
  bench.setSprite(0, 50, last_pixel_tile, 0x80, 80);
  EXPECT_EQ(hit(), at(87, 51));
  bench.setSprite(0, 50, last_pixel_tile, 0xC0, 80);
  EXPECT_EQ(hit(), at(80, 51));
}

TEST_F(SpriteZero, IsNoOtherSprite) {
  for (int other = 1; other < 64; ++other) bench.setSprite(other, 50, solid_tile, 0, 80);
  EXPECT_EQ(hit(), no_hit);
}

TEST_F(SpriteZero, IsTheSpriteThatIsEvaluatedFirst) {
  bench.setSprite(2, 50, solid_tile, 0, 80);
  bench.write(1, mask::all);
  bench.finish(50, 60);
  bench.ppu.s.oam_address = 8;
  bench.finish(51, 82);
  EXPECT_TRUE(bench.ppu.s.status.sprite_zero_hit);
}

TEST_F(SpriteZero, HitsInTheLowerHalfOfATallSprite) {
  bench.write(0, control::tall_sprites);
  bench.fillTile(0, 8, 0);
  bench.fillTile(0, 9, 1);
  bench.setSprite(0, 50, 8, 0, 80);
  EXPECT_EQ(hit(), at(80, 59));
  bench.setSprite(0, 50, 8, 0x80, 80);
  EXPECT_EQ(hit(), at(80, 51)) << "upside down, the lower tile comes first";
}

TEST_F(SpriteZero, StaysUntilTheNextPreRenderLine) {
  bench.setSprite(0, 50, solid_tile, 0, 80);
  hit();
  EXPECT_EQ(bench.read(2) & 0x40, 0x40);
  EXPECT_EQ(bench.read(2) & 0x40, 0x40) << "a read does not clear it";
  bench.hideSprites();
  bench.finish(260, 330);
  EXPECT_EQ(bench.read(2) & 0x40, 0x40) << "nor does vblank";
  bench.finish(261, 10);
  EXPECT_EQ(bench.read(2) & 0x40, 0);
}

TEST_F(SpriteZero, HitsWithoutAnybodyWantingThePicture) {
  bench.ppu.drawTo(nullptr);
  bench.setSprite(0, 50, solid_tile, 0, 80);
  EXPECT_EQ(hit(), at(80, 51));
}

}  // namespace
}  // namespace jumpscope::ppu::tests
