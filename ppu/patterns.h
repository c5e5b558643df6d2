// Pattern tables: where a row of a tile or of a sprite lies, and which sprites a scanline shows. Source:
// NESdev "PPU pattern tables", "PPU OAM" and "PPU sprite evaluation".
#pragma once

#include <cstdint>

#include "ppu/registers.h"

namespace jumpscope::ppu {

// Bits of a sprite's third byte.
namespace sprite_attribute {
enum : uint8_t { palette = 0x03, behind = 0x20, flip_x = 0x40, flip_y = 0x80 };
}
// Bits 2-4 of that byte do not exist in OAM.
constexpr uint8_t oamByte(unsigned address, uint8_t value) {
  return (address & 3) == 2 ? value & 0xE3 : value;
}

// Bit 3 of a pattern address chooses the plane.
constexpr unsigned high_plane = 8;

// The low plane of a tile's row, 0-7. `table`: $0000 or $1000.
constexpr unsigned tilePatternAddress(unsigned table, unsigned tile, unsigned row) {
  return table | tile << 4 | row;
}

// The low plane of a sprite's row, 0-15, counted from its top. A tall sprite's table is bit 0 of its tile.
constexpr unsigned spritePatternAddress(const Control& control, unsigned tile, unsigned attributes,
                                        unsigned row) {
  if (attributes & sprite_attribute::flip_y) row = ~row;
  if (!control.tall_sprites) return tilePatternAddress(control.sprite_table, tile, row & 7);
  return tilePatternAddress((tile & 1) << 12, (tile & 0xFE) | (row >> 3 & 1), row & 7);
}

// The scanline's low eight bits minus a sprite's Y: the row of the sprite when it is in range.
constexpr uint16_t spriteRow(int scanline, uint8_t y) { return static_cast<uint16_t>((scanline & 0xFF) - y); }

// True if a sprite with this Y is in range on a scanline, so that the next one shows it.
constexpr bool inRange(int scanline, uint8_t y, unsigned height) {
  return static_cast<unsigned>(scanline - y) < height;
}

// A pattern byte read from right to left: the row of a sprite that is flipped horizontally.
constexpr uint8_t mirrored(uint8_t plane) {
  plane = static_cast<uint8_t>(plane >> 4 | plane << 4);
  plane = static_cast<uint8_t>((plane & 0xCC) >> 2 | (plane & 0x33) << 2);
  return static_cast<uint8_t>((plane & 0xAA) >> 1 | (plane & 0x55) << 1);
}

static_assert(mirrored(0b1101'0000) == 0b0000'1011);

// OAM's address of the next sprite's Y.
constexpr uint8_t nextSprite(unsigned oam_address) { return (oam_address + 4) & 0xFC; }

}  // namespace jumpscope::ppu
