#include "src/base/png.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace jumpscope::base {
namespace {

TEST(Png, AWrittenPictureIsReadBack) {
  std::vector<uint32_t> pixels;
  for (uint32_t i = 0; i < 7 * 5; ++i) pixels.push_back(0xFF000000u | i * 0x010305);
  const PngPicture picture = decodePng(encodePng(pixels, 7, 5), "p.png");
  EXPECT_EQ(picture.width, 7);
  EXPECT_EQ(picture.height, 5);
  EXPECT_EQ(picture.pixels, pixels);
}

TEST(Png, OtherFilesAreRefused) {
  const std::vector<uint32_t> pixels(64, 0xFF123456u);
  std::vector<uint8_t> file = encodePng(pixels, 8, 8);
  EXPECT_THROW(encodePng(pixels, 8, 9), std::runtime_error);
  EXPECT_THROW(decodePng(std::vector<uint8_t>{1, 2, 3}, "p.png"), std::runtime_error);
  file.resize(file.size() / 2);
  EXPECT_THROW(decodePng(file, "p.png"), std::runtime_error);
}

}  // namespace
}  // namespace jumpscope::base
