// Scroll positions further on: closed forms of Scroll::incrementCoarseX and Scroll::incrementY
// (ppu/registers.h).
#pragma once

#include "ppu/registers.h"

namespace jumpscope::ppu::fast {

// Some tiles (up to 32) further to the right.
constexpr Scroll tilesOn(Scroll v, int tiles) {
  const unsigned x = v.coarseX() + static_cast<unsigned>(tiles);
  return Scroll{((v & 0x7FE0u) | (x & 0x1F)) ^ (x & 0x20) << 5};
}

// Some lines (up to 240) further down.
constexpr Scroll linesOn(Scroll v, int lines) {
  unsigned y = v.coarseY() << 3 | v.fineY();
  unsigned nametable = v & 0x0800u;
  const unsigned last = y + static_cast<unsigned>(lines);
  if (y < 240 && last >= 240) {
    nametable ^= 0x0800;
    y = last - 240;
  } else {
    y = last & 0xFF;  // rows 30 and 31 lead back to row 0 of the same nametable
  }
  return Scroll{(v & 0x041Fu) | nametable | (y & 0xF8) << 2 | (y & 7) << 12};
}

// The start of a scanline: the vertical bits of v, the horizontal ones of t.
constexpr Scroll withX(Scroll v, Scroll t) {
  v.copyX(t);
  return v;
}

}  // namespace jumpscope::ppu::fast
