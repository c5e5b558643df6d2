// One row of a background tile in one step, where Ppu::fetchTileByte takes eight dots.
#pragma once

#include <cstdint>

#include "ppu/fast/scroll_math.h"
#include "ppu/patterns.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu::fast {

struct TileRow {
  uint8_t low, high, attribute, palette;
  uint16_t address;  // of the low plane
};

// The row that `v` points at.
inline TileRow tileAt(const Ppu& chip, Scroll v) {
  const State& s = chip.s;
  const uint8_t* nametable = chip.wiring().nametablePage(v).bytes;
  uint8_t attribute = nametable[v.attributeAddress() & 0x3FF];
  const unsigned place = v & 0x3FF;
  const unsigned address = tilePatternAddress(s.control.background_table, nametable[place], v.fineY());
  const uint8_t* chr = chip.wiring().pattern(address);
  if (const ExtendedTiles& extended = chip.wiring().extended; extended.bytes) {
    attribute = extended.attribute(place);
    chr = extended.pattern(place, address);
  }
  return {chr[0], chr[high_plane], attribute, v.paletteOf(attribute), static_cast<uint16_t>(address)};
}

// Which of its pixels are not transparent.
inline unsigned opaqueAt(const Ppu& chip, Scroll v) {
  const TileRow row = tileAt(chip, v);
  return row.low | row.high;
}

// Which of the eight pixels of the background from `x` dots after the start of a tile on are not
// transparent; the first one in bit 7. `fetched`: two tiles are in the shift registers and v points at the
// third; otherwise it points at the first. `shifted`: so many pixels of the first tile have left the registers, and the third
// tile is being fetched, of which nothing is known: all its pixels count.
inline unsigned backgroundBits(const Ppu& chip, int x, bool fetched, int shifted = 0) {
  const State& s = chip.s;
  const int place = x + s.fine_x;
  const auto tileBits = [&](int tile) -> unsigned {
    const unsigned shifting = s.background_low | s.background_high;
    if (fetched && tile < 2) return tile == 0 ? shifting >> (8 + shifted) : shifting >> shifted & 0xFF;
    if (shifted != 0 && tile == 2) return 0xFF;
    return opaqueAt(chip, tilesOn(s.v, fetched ? tile - 2 : tile));
  };
  return (tileBits(place >> 3) << 8 | tileBits((place >> 3) + 1)) >> (8 - (place & 7)) & 0xFF;
}

}  // namespace jumpscope::ppu::fast
