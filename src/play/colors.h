// The colors of the window: from a .pal file, or computed from the television signal.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace jumpscope::play {

// Indexed as Console::pixels(): palette index 0-63 | emphasis << 6. 0xAABBGGRR, opaque, as gui::Texture takes
// it.
using Colors = std::array<uint32_t, 512>;

struct ColorKnobs {
  double hue = 0;         // degrees
  double saturation = 1;  // 0: gray
  double brightness = 1;
};

// ppu::ntsc_palette with hue, saturation and brightness applied; exactly that palette for the defaults.
Colors generatedColors(const ColorKnobs& knobs);

// A .pal file: 64 or 512 colors of three bytes (red, green, blue). In 512 the emphasis is the file's own; in
// 64 it is derived, by how much emphasis dims the same color of the generated palette. Throws
// std::runtime_error for another size.
Colors parsePal(std::span<const uint8_t> bytes, const std::string& file_name);
Colors loadPal(const std::filesystem::path& file);

}  // namespace jumpscope::play
