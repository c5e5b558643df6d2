// Pictures of the screen.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace jumpscope::session {

inline constexpr int screen_width = 256;
inline constexpr int screen_height = 240;

// A PNG of 256 x 240 pixels as console::Console::pixels() gives them (palette index | emphasis << 6), in the
// colors of ppu::ntsc_palette. Throws std::runtime_error when libpng fails.
std::vector<uint8_t> screenshot(std::span<const uint16_t> pixels);

}  // namespace jumpscope::session
