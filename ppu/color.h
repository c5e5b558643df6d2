// From palette RAM to the color that leaves the chip. Source: NESdev "PPU palettes" and "Colour emphasis".
#pragma once

#include <cstdint>

#include "ppu/registers.h"

namespace jumpscope::ppu {

// Which of the 32 palette cells answers: the backdrop entries of both halves are the same four cells.
constexpr int paletteIndex(unsigned address) { return (address & 3) == 0 ? address & 0x0F : address & 0x1F; }

constexpr bool isPaletteAddress(unsigned address) { return (address & 0x3F00) == 0x3F00; }

// The palette cell that shows while rendering is disabled: the backdrop, or the one that v points at.
constexpr int idlePaletteIndex(Scroll v) { return isPaletteAddress(v) ? paletteIndex(v) : 0; }

constexpr uint8_t greyscaled(uint8_t entry, Mask mask) { return entry & (mask.greyscale() ? 0x30 : 0x3F); }

// What a television gets: palette index | emphasis << 6.
constexpr uint16_t screenColor(uint8_t entry, Mask mask) {
  return static_cast<uint16_t>(greyscaled(entry, mask) | (mask.bits & mask::emphasis) << 1);
}

}  // namespace jumpscope::ppu
