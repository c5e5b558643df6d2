// PNG files.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace jumpscope::base {

// A PNG of pixels 0xAABBGGRR, row by row from the top, alpha left out. Throws std::runtime_error for the same reasons.
std::vector<uint8_t> encodePng(std::span<const uint32_t> pixels, int width, int height);

struct PngPicture {
  int width = 0, height = 0;
  std::vector<uint32_t> pixels;  // 0xAABBGGRR, row by row from the top
};
// Throws std::runtime_error for what is no PNG, or is larger than 4096 x 4096.
PngPicture decodePng(std::span<const uint8_t> file, const std::string& file_name);

}  // namespace jumpscope::base
