// Sprite memory: its port, the search for the next line's sprites, the overflow flag with its bug. Source:
// NESdev "PPU registers", "PPU OAM", "PPU sprite evaluation".
#include <gtest/gtest.h>

#include "tests/ppu/bench.h"

namespace jumpscope::ppu::tests {
namespace {

// A write ends within two cycles.
void writeOam(Bench& bench, uint8_t value) {
  bench.write(4, value);
  bench.idle();
}

TEST(OamPort, WritesGoUpAndWrapAround) {
  Bench bench;
  bench.write(3, 0xFE);
  for (const uint8_t value : {0x11, 0x22, 0x33}) writeOam(bench, value);
  EXPECT_EQ(bench.ppu.s.oam[0xFE], 0x01) << "an attribute byte";
  EXPECT_EQ(bench.ppu.s.oam[0xFF], 0x22);
  EXPECT_EQ(bench.ppu.s.oam[0x00], 0x33);
  EXPECT_EQ(bench.ppu.s.oam_address, 0x01);
}

TEST(OamPort, AttributesHaveNoBitsTwoToFour) {
  Bench bench;
  bench.write(3, 0);
  for (int byte = 0; byte < 256; ++byte) writeOam(bench, 0xFF);
  bench.write(3, 0);
  for (int byte = 0; byte < 256; ++byte) {
    bench.write(3, static_cast<uint8_t>(byte));
    EXPECT_EQ(bench.read(4), (byte & 3) == 2 ? 0xE3 : 0xFF) << byte;
  }
}

TEST(OamPort, ReadsDoNotStepTheAddress) {
  Bench bench;
  bench.ppu.s.oam[0x10] = 0x5A;
  bench.write(3, 0x10);
  EXPECT_EQ(bench.read(4), 0x5A);
  EXPECT_EQ(bench.read(4), 0x5A);
  EXPECT_EQ(bench.ppu.s.oam_address, 0x10);
}

// "Writes to OAMDATA during rendering do not modify values in OAM, but do perform a glitchy increment of
// OAMADDR, bumping only the high 6 bits."
TEST(OamPort, AWriteWhileRenderingOnlyBumpsTheSprite) {
  Bench bench;
  bench.hideSprites();
  bench.write(1, mask::all);
  bench.finish(20, 330);
  bench.ppu.s.oam_address = 0x12;
  const auto before = bench.ppu.s.oam;
  writeOam(bench, 0x00);
  EXPECT_EQ(bench.ppu.s.oam, before);
  EXPECT_EQ(bench.ppu.s.oam_address, 0x14);
}

// The address steps two dots after M2 has fallen. A search that steps in the same dot makes it one step.
TEST(OamPort, AWriteAndTheSearchStepTogether) {
  Bench bench;
  bench.hideSprites();
  bench.write(1, mask::all);
  bench.finish(20, 100);
  const int before = bench.ppu.s.oam_address;
  bench.writeAt(4, 0x00, 0x00, bench.ppu.s.clock);
  bench.finish(20, 110);
  EXPECT_EQ(bench.ppu.s.oam_address, before + 5 * 4);
}

TEST(OamPort, ReadsOnThePreRenderLineShowWhatItFetchesForSprites) {
  Bench bench;
  bench.write(1, mask::all);
  for (int i = 0; i < 8; ++i)
    bench.setSprite(i, 239, static_cast<uint8_t>(0x10 + i), 1, static_cast<uint8_t>(i));
  bench.finish(239, 330);
  const auto readAt = [&](int dot) {
    bench.finish(261, dot - 4);
    return bench.read(4);
  };
  EXPECT_EQ(readAt(40), 0xFF);
  EXPECT_EQ(readAt(100), 239) << "the first byte of secondary OAM";
  EXPECT_EQ(readAt(280), 0x02) << "the third sprite's X";
  EXPECT_EQ(readAt(332), 239);
}

// A sprite whose copy has begun takes its four places in secondary OAM.
TEST(OamPort, SecondaryOamsAddressGoesOnToTheNextSpriteWhenRenderingGoesOff) {
  for (int alignment = 0; alignment < 4; ++alignment)
    for (int off = 66; off < 76; ++off) {
      Bench bench(ntsc_timing, alignment);
      bench.hideSprites();
      bench.setSprite(0, 20, 0, 0, 0);
      bench.write(1, mask::all);
      bench.finish(20, off);
      bench.write(1, 0);
      bench.idle(4);
      EXPECT_EQ(bench.ppu.s.secondary_address % 4, 0u) << "alignment " << alignment << ", dot " << off;
    }
}

TEST(OamPort, AWriteInVblankWorksWithRenderingOn) {
  Bench bench;
  bench.write(1, mask::all);
  bench.finish(245, 0);
  bench.write(3, 4);
  writeOam(bench, 0x77);
  EXPECT_EQ(bench.ppu.s.oam[4], 0x77);
}

TEST(OamPort, ReadsFFWhileSecondaryOamIsCleared) {
  Bench bench;
  bench.ppu.s.oam.fill(0x20);
  bench.write(1, mask::all);
  for (const int dot : {4, 30, 58}) {
    bench.finish(20, dot);
    EXPECT_EQ(bench.read(4), 0xFF) << "dot " << dot;
  }
}

// The latch shows secondary OAM's bytes as they go into the sprite units: Y, tile, attributes, X, and X
// again.
TEST(OamPort, ShowsTheSpritesBeingFetched) {
  Bench bench;
  bench.hideSprites();
  bench.setSprite(0, 20, 0x11, 0x22, 0x33);
  bench.write(1, mask::all);
  bench.finish(20, 257);
  std::vector<int> shown;
  for (int dot = 258; dot <= 265; ++dot) {
    bench.finishDot();
    shown.push_back(bench.ppu.s.oam_latch);
  }
  EXPECT_EQ(shown, (std::vector<int>{20, 0x11, 0x22, 0x33, 0x33, 0x33, 0x33, 0x33}));
}

TEST(OamPort, TheAddressIsHeldAtZeroWhileSpritesAreFetched) {
  Bench bench;
  bench.write(1, mask::all);
  for (const int line : {20, 261}) {
    bench.finish(line, 256);
    bench.ppu.s.oam_address = 0x40;
    bench.finish(line, 257);
    EXPECT_EQ(bench.ppu.s.oam_address, 0) << line;
    bench.ppu.s.oam_address = 0x40;
    bench.finish(line, 320);
    EXPECT_EQ(bench.ppu.s.oam_address, 0) << line;
  }
}

// A chip that has evaluated the sprites of line 21, on line 20.
class Evaluation : public testing::Test {
 protected:
  static constexpr uint8_t on_line = 20;  // Y of a sprite whose first row is shown on line 21
  static constexpr uint8_t off_line = 0x80;

  Evaluation() {
    bench.hideSprites();
    bench.write(1, mask::all);
    bench.finish(261, 2);
  }
  void addSprites(int count) {
    for (int i = 0; i < count; ++i) bench.setSprite(i, on_line, static_cast<uint8_t>(i), 0, off_line);
  }
  bool overflowAfter(int scanline = 20) {
    bench.finish(scanline, 260);
    return bench.ppu.s.status.sprite_overflow;
  }

  Bench bench;
};

TEST_F(Evaluation, BeginsWithSecondaryOamCleared) {
  bench.finish(20, 0);
  bench.ppu.s.secondary_oam.fill(0x12);
  bench.finish(20, 64);
  for (const uint8_t byte : bench.ppu.s.secondary_oam) EXPECT_EQ(byte, 0xFF);
}

TEST_F(Evaluation, CopiesTheSpritesInRangeInOrder) {
  bench.setSprite(3, 20, 0xA3, 0x03, 0x30);
  bench.setSprite(9, 13, 0xA9, 0x02, 0x90);   // last row
  bench.setSprite(11, 12, 0xAB, 0x01, 0xB0);  // one too high
  bench.setSprite(12, 21, 0xAC, 0x01, 0xC0);  // one too low
  bench.setSprite(60, 17, 0xBC, 0x00, 0xF0);
  bench.finish(20, 256);
  const std::array<uint8_t, 12> expected = {20, 0xA3, 0x03, 0x30, 13, 0xA9, 0x02, 0x90, 17, 0xBC, 0x00, 0xF0};
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(bench.ppu.s.secondary_oam[i], expected[i]) << "byte " << i;
  for (size_t i = expected.size() + 1; i < 32; ++i)
    EXPECT_EQ(bench.ppu.s.secondary_oam[i], 0xFF) << "byte " << i;
}

// The Y that is looked at is copied whether or not the sprite is in range.
TEST_F(Evaluation, LeavesTheLastSpritesYBehindItsFinds) {
  bench.setSprite(3, 20, 0xA3, 0x03, 0x30);
  bench.setSprite(63, 0x77, 0, 0, 0);
  bench.finish(20, 256);
  EXPECT_EQ(bench.ppu.s.secondary_oam[4], 0x77);
}

TEST_F(Evaluation, TakesTheFirstEight) {
  addSprites(12);
  bench.finish(20, 256);
  for (size_t slot = 0; slot < 8; ++slot) EXPECT_EQ(bench.ppu.s.secondary_oam[slot * 4 + 1], slot);
}

// "Sprite evaluation starts at the sprite OAMADDR points to."
TEST_F(Evaluation, StartsAtTheOamAddress) {
  addSprites(4);
  bench.finish(20, 60);
  bench.ppu.s.oam_address = 8;
  bench.finish(20, 256);
  EXPECT_EQ(bench.ppu.s.secondary_oam[1], 2);
  EXPECT_EQ(bench.ppu.s.secondary_oam[5], 3);
}

TEST_F(Evaluation, SeesSixteenRowsOfTallSprites) {
  bench.write(0, control::tall_sprites);
  bench.setSprite(0, 5, 0x01, 0, 0);
  bench.setSprite(1, 4, 0x02, 0, 0);
  bench.finish(20, 256);
  EXPECT_EQ(bench.ppu.s.secondary_oam[1], 0x01);
  EXPECT_EQ(bench.ppu.s.secondary_oam[5], 0xFF);
}

TEST_F(Evaluation, DoesNotHappenOnThePreRenderLine) {
  bench.hideSprites();
  bench.finish(240, 0);
  for (int i = 0; i < 64; ++i) bench.setSprite(i, static_cast<uint8_t>(261 & 0xFF), 0x11, 0, 0);
  bench.finish(261, 256);
  for (const uint8_t byte : bench.ppu.s.secondary_oam) EXPECT_NE(byte, 0x11);
  EXPECT_FALSE(bench.ppu.s.status.sprite_overflow);
}

TEST_F(Evaluation, FlagsTheNinthSprite) {
  addSprites(8);
  EXPECT_FALSE(overflowAfter());
  bench.finish(261, 2);
  addSprites(9);
  EXPECT_TRUE(overflowAfter());
  bench.finish(245, 0);
  EXPECT_EQ(bench.read(2) & 0x20, 0x20);
  EXPECT_EQ(bench.read(2) & 0x20, 0x20) << "a read does not clear it";
}

// Two dots a sprite out of range, eight a sprite in range: the ninth is compared on dot 130, the flag
// rises as the next one begins.
TEST_F(Evaluation, FlagsTheNinthSpriteOnItsDot) {
  addSprites(9);
  bench.finish(20, 130);
  EXPECT_FALSE(bench.ppu.s.status.sprite_overflow);
  bench.finish(20, 131);
  EXPECT_TRUE(bench.ppu.s.status.sprite_overflow);
}

TEST_F(Evaluation, FlagsALaterNinthSpriteTwoDotsASpriteLater) {
  addSprites(7);
  bench.setSprite(17, on_line, 0, 0, off_line);
  bench.setSprite(18, on_line, 0, 0, off_line);
  bench.finish(20, 64 + 8 * 8 + 10 * 2 + 2);
  EXPECT_FALSE(bench.ppu.s.status.sprite_overflow);
  bench.finish(20, 64 + 8 * 8 + 10 * 2 + 3);
  EXPECT_TRUE(bench.ppu.s.status.sprite_overflow);
}

TEST_F(Evaluation, FlagsNothingWhileNothingIsRendered) {
  addSprites(9);
  bench.write(1, 0);
  EXPECT_FALSE(overflowAfter());
}

TEST_F(Evaluation, GoesOnWithOneLayerOnly) {
  for (const uint8_t layer : {mask::background, mask::sprites}) {
    bench.finish(261, 2);
    addSprites(9);
    bench.write(1, layer);
    EXPECT_TRUE(overflowAfter()) << int(layer);
  }
}

TEST_F(Evaluation, FlagsTallSpritesByTheirSixteenRows) {
  bench.write(0, control::tall_sprites);
  addSprites(9);
  EXPECT_FALSE(overflowAfter(19));
  EXPECT_TRUE(overflowAfter(35));
  bench.finish(261, 2);
  bench.finish(28, 0);
  bench.write(0, 0);
  bench.ppu.s.status.sprite_overflow = false;
  EXPECT_FALSE(overflowAfter(28));
}

// Once eight are found, the byte index moves along with the sprite index, so that tiles, attributes and X are
// taken for Y.
TEST_F(Evaluation, TakesOtherBytesForYAfterTheEighthSprite) {
  for (int ninth = 8; ninth < 63; ++ninth) {
    bench.hideSprites();
    addSprites(8);
    bench.finish(261, 2);
    const int byte = (ninth - 8) & 3;
    bench.ppu.s.oam[static_cast<size_t>(ninth * 4 + byte)] = on_line;
    EXPECT_TRUE(overflowAfter()) << "sprite " << ninth << ", byte " << byte;
  }
}

TEST_F(Evaluation, OverlooksANinthSpriteAfterOneOutOfRange) {
  for (int ninth = 9; ninth < 64; ++ninth) {
    if (((ninth - 8) & 3) == 0) continue;
    bench.hideSprites();
    addSprites(8);
    bench.setSprite(ninth, on_line, 0xFF, 0xFF, 0xFF);
    bench.finish(261, 2);
    EXPECT_FALSE(overflowAfter()) << "sprite " << ninth;
  }
}

}  // namespace
}  // namespace jumpscope::ppu::tests
