#include "src/play/colors.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "ppu/palette.h"
#include "tests/support/bytes.h"

namespace jumpscope::play {
namespace {

using Parts = std::array<int, 3>;
Parts parts(uint32_t color) {
  return {static_cast<int>(color & 255), static_cast<int>(color >> 8 & 255),
          static_cast<int>(color >> 16 & 255)};
}

// The generated palette as a file.
std::vector<uint8_t> paletteFile(size_t colors) {
  std::vector<uint8_t> bytes;
  for (size_t i = 0; i < colors; ++i) {
    const ppu::Rgb& color = ppu::ntsc_palette[i];
    bytes.insert(bytes.end(), {color.red, color.green, color.blue});
  }
  return bytes;
}

TEST(Colors, TheDefaultPaletteIsThePpusPalette) {
  const Colors colors = generatedColors({});
  for (size_t i = 0; i < colors.size(); ++i) {
    const ppu::Rgb& color = ppu::ntsc_palette[i];
    ASSERT_EQ(parts(colors[i]), (Parts{color.red, color.green, color.blue})) << i;
    ASSERT_EQ(colors[i] >> 24, 255u);
  }
}

TEST(Colors, HueSaturationAndBrightnessChangeTheColors) {
  // $16 is red, $1A green, $12 blue.
  const Parts red = parts(generatedColors({})[0x16]);
  ASSERT_GT(red[0], red[1] + 50);
  for (const uint32_t color : generatedColors({.saturation = 0})) {
    const Parts gray = parts(color);
    ASSERT_EQ(gray[0], gray[1]);
    ASSERT_EQ(gray[1], gray[2]);
  }
  const Parts turned = parts(generatedColors({.hue = 120})[0x16]);
  EXPECT_GT(turned[1], turned[0]) << "a third of a turn makes red green or blue";
  const Parts pale = parts(generatedColors({.saturation = 0.5})[0x16]);
  EXPECT_LT(pale[0] - pale[1], red[0] - red[1]);
  EXPECT_GT(pale[0], pale[1]);
  const Parts dark = parts(generatedColors({.brightness = 0.5})[0x16]);
  for (size_t part = 0; part < 3; ++part) EXPECT_NEAR(dark[part], red[part] / 2.0, 1);
  // A whole turn changes nothing, but for rounding and for what no screen can show.
  const Colors turn = generatedColors({.hue = 360});
  for (size_t i = 0; i < turn.size(); ++i)
    for (size_t part = 0; part < 3; ++part)
      ASSERT_NEAR(parts(turn[i])[part], parts(generatedColors({})[i])[part], 1) << i;
}

TEST(Colors, AFileOf512ColorsIsUsedUnchanged) {
  std::vector<uint8_t> bytes(1536);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * 7);
  const Colors colors = parsePal(bytes, "p.pal");
  for (size_t i = 0; i < 512; ++i)
    ASSERT_EQ(parts(colors[i]), (Parts{bytes[i * 3], bytes[i * 3 + 1], bytes[i * 3 + 2]})) << i;
}

TEST(Colors, AFileOf64ColorsGetsItsEmphasisFromTheGeneratedPalette) {
  const Colors colors = parsePal(paletteFile(64), "p.pal");
  for (size_t i = 0; i < 64; ++i) ASSERT_EQ(colors[i], generatedColors({})[i]) << i;
  // On the grays the derived emphasis is the generated one.
  for (size_t emphasis = 1; emphasis < 8; ++emphasis)
    for (const size_t gray : {0x00, 0x10, 0x20})
      for (size_t part = 0; part < 3; ++part)
        ASSERT_NEAR(parts(colors[emphasis << 6 | gray])[part],
                    parts(generatedColors({})[emphasis << 6 | gray])[part], 1)
            << emphasis << " " << gray;
  // Red emphasis dims the others; all three dim all.
  const Parts white = parts(colors[0x20]), red = parts(colors[0x60]), all = parts(colors[0x1E0]);
  EXPECT_GT(red[0], red[1]);
  EXPECT_LT(red[2], white[2]);
  for (size_t part = 0; part < 3; ++part) EXPECT_LT(all[part], white[part]);
}

TEST(Colors, OtherSizesAreRefusedWithAnErrorMessage) {
  for (const size_t size : {size_t{0}, size_t{191}, size_t{193}, size_t{768}, size_t{1537}})
    EXPECT_EQ(tests::errorOf([&] { parsePal(std::vector<uint8_t>(size), "p.pal"); }),
              "p.pal is not a palette: it has " + std::to_string(size) +
                  " bytes, but a .pal file has 192 (64 colors) or 1536 (512 colors, with emphasis)");
  EXPECT_NE(tests::errorOf([] { loadPal("nowhere/p.pal"); }).find("nowhere/p.pal"), std::string::npos);
}

}  // namespace
}  // namespace jumpscope::play
