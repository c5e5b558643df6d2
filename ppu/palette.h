// What color a pixel of the 2C02 is on a television.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace jumpscope::ppu {

struct Rgb {
  uint8_t red, green, blue;

  bool operator==(const Rgb&) const = default;
};

// The 512 colors of an NTSC 2C02, indexed by palette index 0-63 | emphasis << 6 (red 0x40, green 0x80, blue
// 0x100), as sRGB. Worked out from the composite signal in integers, so it is the same on every machine.
// Source of the signal: https://www.nesdev.org/wiki/NTSC_video (levels measured on a 2C02G, loaded with 75
// ohm).
extern const std::array<Rgb, 512> ntsc_palette;

// The colors of pixels, red, green and blue of each, into the 3 * pixels.size() bytes at `out`.
void writeRgb(std::span<const uint16_t> pixels, uint8_t* out);

}  // namespace jumpscope::ppu
