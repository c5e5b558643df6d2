#pragma once

#include <cstdint>

namespace jumpscope::ppu {

// A pattern byte read from right to left: how a sprite that is flipped horizontally gets its row.
constexpr uint8_t mirrored(uint8_t plane) {
  plane = static_cast<uint8_t>(plane >> 4 | plane << 4);
  plane = static_cast<uint8_t>((plane & 0xCC) >> 2 | (plane & 0x33) << 2);
  return static_cast<uint8_t>((plane & 0xAA) >> 1 | (plane & 0x55) << 1);
}

// Which of the 32 palette cells answers: the backdrop entries of both halves are the same four cells.
constexpr int paletteIndex(unsigned address) { return (address & 3) == 0 ? address & 0x0F : address & 0x1F; }

// v, some tiles (up to 32) further to the right.
constexpr uint16_t tilesOn(uint16_t v, int tiles) {
  const unsigned x = (v & 0x1Fu) + static_cast<unsigned>(tiles);
  return static_cast<uint16_t>(((v & 0x7FE0u) | (x & 0x1F)) ^ (x & 0x20) << 5);
}

// v, some lines (up to 240) further down.
constexpr uint16_t linesOn(uint16_t v, int lines) {
  unsigned y = (v >> 5 & 31u) << 3 | v >> 12;
  unsigned vertical = v & 0x0800u;
  const unsigned last = y + static_cast<unsigned>(lines);
  if (y < 240 && last >= 240) {
    vertical ^= 0x0800;
    y = last - 240;
  } else {
    y = last & 0xFF;  // rows 30 and 31 lead back to row 0 of the same nametable
  }
  return static_cast<uint16_t>((v & 0x041F) | vertical | (y & 0xF8) << 2 | (y & 7) << 12);
}

static_assert(mirrored(0b1101'0000) == 0b0000'1011);

}  // namespace jumpscope::ppu
