#include "src/session/screenshot.h"

#include "ppu/palette.h"
#include "src/base/png.h"

namespace jumpscope::session {

std::vector<uint8_t> screenshot(std::span<const uint16_t> pixels) {
  std::vector<uint32_t> colors;
  colors.reserve(pixels.size());
  for (const uint16_t pixel : pixels) {
    const ppu::Rgb color = ppu::ntsc_palette[pixel & 0x1FF];
    colors.push_back(uint32_t{color.red} | uint32_t{color.green} << 8 | uint32_t{color.blue} << 16);
  }
  return base::encodePng(colors, screen_width, screen_height);
}

}  // namespace jumpscope::session
