#include "ppu/palette.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <ostream>
#include <vector>

namespace jumpscope::ppu {

void PrintTo(const Rgb& color, std::ostream* out) {
  *out << int{color.red} << "," << int{color.green} << "," << int{color.blue};
}

namespace {

int luma(Rgb color) { return 299 * color.red + 587 * color.green + 114 * color.blue; }

TEST(Palette, BlackIsBlackAndWhiteIsWhite) {
  for (size_t index : {0x0D, 0x1D, 0x0E, 0x0F, 0x1E, 0x1F, 0x2E, 0x2F, 0x3E, 0x3F})
    EXPECT_EQ(ntsc_palette[index], (Rgb{0, 0, 0})) << std::hex << index;
  EXPECT_EQ(ntsc_palette[0x20], (Rgb{255, 255, 255}));
  EXPECT_EQ(ntsc_palette[0x30], (Rgb{255, 255, 255}));
}

TEST(Palette, GreyColumnsHaveNoColor) {
  for (size_t index : {0x00, 0x10, 0x2D, 0x3D}) {
    const Rgb grey = ntsc_palette[index];
    EXPECT_EQ(grey.red, grey.green) << std::hex << index;
    EXPECT_EQ(grey.red, grey.blue) << std::hex << index;
  }
}

TEST(Palette, HuesStandWhereTheColorWheelHasThem) {
  const Rgb blue = ntsc_palette[0x12], red = ntsc_palette[0x16], green = ntsc_palette[0x1A];
  EXPECT_GT(blue.blue, std::max(blue.red, blue.green));
  EXPECT_GT(red.red, std::max(red.green, red.blue));
  EXPECT_GT(green.green, std::max(green.red, green.blue));
}

TEST(Palette, EmphasisDarkensEveryColorButTheBlackColumns) {
  for (size_t emphasis = 1; emphasis < 8; ++emphasis)
    for (size_t index = 0; index < 64; ++index) {
      const Rgb plain = ntsc_palette[index], tinted = ntsc_palette[emphasis << 6 | index];
      if ((index & 0x0F) >= 0x0E) {
        EXPECT_EQ(plain, tinted) << std::hex << index;
      } else if (luma(plain) > 0) {  // below black, clipping lets a trace of the tint through
        EXPECT_LE(luma(tinted), luma(plain)) << std::hex << index << " emphasis " << emphasis;
      }
    }
}

TEST(Palette, EmphasisKeepsItsOwnColorBrightest) {
  const Rgb red = ntsc_palette[0x40 | 0x20], green = ntsc_palette[0x80 | 0x20],
            blue = ntsc_palette[0x100 | 0x20];
  EXPECT_GT(red.red, std::max(red.green, red.blue));
  EXPECT_GT(green.green, std::max(green.red, green.blue));
  EXPECT_GT(blue.blue, std::max(blue.red, blue.green));
}

TEST(Palette, PixelsAsRgbAreTheirColorsAndNothingBeyondThemIsWritten) {
  std::vector<uint16_t> pixels(512);
  std::iota(pixels.begin(), pixels.end(), uint16_t{0});
  for (const size_t count : {0, 1, 2, 3, 5, 511, 512}) {
    constexpr uint8_t untouched = 0xA5;
    std::vector<uint8_t> bytes(3 * count + 4, untouched);
    writeRgb(std::span(pixels).first(count), bytes.data());
    for (size_t i = 0; i < count; ++i)
      ASSERT_EQ((Rgb{bytes[3 * i], bytes[3 * i + 1], bytes[3 * i + 2]}), ntsc_palette[i]) << count;
    for (size_t i = 3 * count; i < bytes.size(); ++i) ASSERT_EQ(bytes[i], untouched) << count;
  }
}

}  // namespace
}  // namespace jumpscope::ppu
