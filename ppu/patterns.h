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

// Whether a sprite with this Y is in range on a scanline, so that the next one shows it.
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

// The search for a ninth sprite, once secondary OAM is full. Its bug: while no sprite is in range, the byte
// index moves along with the sprite index, so that tiles, attributes and X are taken for Y. Source: NESdev
// "PPU sprite evaluation", "Sprite overflow bug".
struct OverflowSearch {
  uint8_t oam_address;
  uint8_t step;  // 0 compares, 1-3 pass by the bytes of a sprite in range
  bool ninth_found;

  // One step. `in_range`: whether the byte at oam_address would be a Y in range; steps 1 and 2 do not look.
  // `may_step`: false while the address is held. Returns whether this is the ninth sprite.
  constexpr bool advance(bool in_range, bool may_step = true) {
    if (step == 0) {
      if (in_range && !ninth_found) {
        ninth_found = true;
        ++oam_address;
        step = 1;
        return true;
      }
      if (may_step) oam_address = ninth_found ? nextSprite(oam_address) : buggyNext();
      return false;
    }
    if (step == 3 && !in_range)
      oam_address = (oam_address + 1) & 0xFC;
    else if (may_step)
      oam_address = static_cast<uint8_t>(oam_address + (step == 3 ? 4 : 1));
    step = (step + 1) & 3;
    return false;
  }

 private:
  constexpr uint8_t buggyNext() const {
    return static_cast<uint8_t>(oam_address + ((oam_address & 3) == 3 ? 1 : 5));
  }
};

}  // namespace jumpscope::ppu
