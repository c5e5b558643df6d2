// The registers as types. Source: NESdev "PPU registers" and "PPU scrolling".
#include "ppu/registers.h"

#include <gtest/gtest.h>

namespace jumpscope::ppu::tests {
namespace {

TEST(ScrollRegister, HasItsPartsWhereThePagePutsThem) {
  const Scroll v{0b101'10'01011'11101};
  EXPECT_EQ(v.fineY(), 0b101u);
  EXPECT_EQ(v.nametable(), 0b10u);
  EXPECT_EQ(v.coarseY(), 0b01011u);
  EXPECT_EQ(v.coarseX(), 0b11101u);
}

TEST(ScrollRegister, SettingAPartLeavesTheOthers) {
  for (const unsigned before : {0x0000u, 0x7FFFu}) {
    Scroll v{before};
    v.setFineY(0b010);
    v.setNametable(0b01);
    v.setCoarseY(0b10101);
    v.setCoarseX(0b01010);
    EXPECT_EQ(v, 0b010'01'10101'01010) << before;
    Scroll x{before};
    x.setCoarseX(7);
    EXPECT_EQ(x & 0x7FE0, before & 0x7FE0);
  }
}

TEST(ScrollRegister, StepsThroughBothNametablesAndBack) {
  Scroll v;
  for (int tile = 0; tile < 64; ++tile) v.incrementCoarseX();
  EXPECT_EQ(v, 0);
  for (int line = 0; line < 480; ++line) v.incrementY();
  EXPECT_EQ(v, 0);
}

// "tile address = 0x2000 | (v & 0x0FFF), attribute address = 0x23C0 | (v & 0x0C00) | ..."
TEST(ScrollRegister, NamesTheTileAndItsAttribute) {
  Scroll v;
  v.setNametable(1);
  v.setCoarseY(5);
  v.setCoarseX(7);
  EXPECT_EQ(v.nametableAddress(), 0x2400 + 5 * 32 + 7);
  EXPECT_EQ(v.attributeAddress(), 0x27C0 + 1 * 8 + 1);
  EXPECT_EQ(v.paletteOf(0b00'00'01'00), 0b01) << "upper right of its four by four tiles";
}

TEST(ControlRegister, IsReadBitByBit) {
  EXPECT_EQ(Control::written(0), Control{});
  EXPECT_TRUE(Control::written(control::nmi).nmi_enabled);
  EXPECT_EQ(Control::written(control::increment_32).addressStep(), 32u);
  EXPECT_EQ(Control::written(control::tall_sprites).spriteHeight(), 16u);
  EXPECT_EQ(Control::written(control::sprite_table).sprite_table, 0x1000);
  EXPECT_EQ(Control::written(control::background_table).background_table, 0x1000);
  EXPECT_EQ(Control::written(control::nametable), Control{}) << "t takes these bits";
}

TEST(MaskRegister, RendersWithEitherLayer) {
  EXPECT_TRUE(Mask{mask::background}.rendering());
  EXPECT_TRUE(Mask{mask::sprites}.rendering());
  EXPECT_FALSE(Mask{static_cast<uint8_t>(~(mask::background | mask::sprites))}.rendering());
}

TEST(StatusRegister, ShowsItsFlagsInTheUpperThreeBits) {
  EXPECT_EQ((Status{true, false, false}.bits()), 0x80);
  EXPECT_EQ((Status{false, true, false}.bits()), 0x40);
  EXPECT_EQ((Status{false, false, true}.bits()), 0x20);
}

}  // namespace
}  // namespace jumpscope::ppu::tests
