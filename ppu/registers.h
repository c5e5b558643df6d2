// The registers that the CPU sees, as types: their bits, and how scroll positions count. Source: NESdev "PPU
// registers" and "PPU scrolling".
#pragma once

#include <cstdint>

#include "src/bits/bits.h"

namespace jumpscope::ppu {

// Bits of $2000, $2001 and $2002.
namespace control {
enum : uint8_t {
  nametable = 0x03,
  increment_32 = 0x04,
  sprite_table = 0x08,
  background_table = 0x10,
  tall_sprites = 0x20,
  nmi = 0x80
};
}
namespace mask {
enum : uint8_t {
  greyscale = 0x01,
  left_background = 0x02,
  left_sprites = 0x04,
  background = 0x08,
  sprites = 0x10,
  all = 0x1E,  // both layers, in the left column too
  emphasis = 0xE0
};
}
namespace status {
enum : uint8_t { sprite_overflow = 0x20, sprite_zero_hit = 0x40, vblank = 0x80, all = 0xE0 };
}

// $2000, but for the nametable bits, which t takes.
struct Control {
  bool nmi_enabled = false;
  bool increment_32 = false;
  bool tall_sprites = false;
  Masked<0x1000> sprite_table;
  Masked<0x1000> background_table;

  static constexpr Control written(uint8_t value) {
    return {(value & control::nmi) != 0, (value & control::increment_32) != 0,
            (value & control::tall_sprites) != 0,
            Masked<0x1000>{(value & control::sprite_table) ? 0x1000u : 0u},
            Masked<0x1000>{(value & control::background_table) ? 0x1000u : 0u}};
  }
  constexpr unsigned spriteHeight() const { return tall_sprites ? 16 : 8; }
  constexpr unsigned addressStep() const { return increment_32 ? 32 : 1; }
  // True if patterns lie at the same places.
  constexpr bool fetchesAs(const Control& other) const {
    return tall_sprites == other.tall_sprites && sprite_table == other.sprite_table &&
           background_table == other.background_table;
  }

  bool operator==(const Control&) const = default;
};

// $2001, or a part of it.
struct Mask {
  uint8_t bits = 0;

  constexpr bool rendering() const { return (bits & (mask::background | mask::sprites)) != 0; }
  constexpr bool background() const { return (bits & mask::background) != 0; }
  constexpr bool sprites() const { return (bits & mask::sprites) != 0; }
  constexpr bool bothLayers() const { return background() && sprites(); }
  constexpr bool leftBackground() const { return (bits & mask::left_background) != 0; }
  constexpr bool leftSprites() const { return (bits & mask::left_sprites) != 0; }
  constexpr bool bothLeftColumns() const { return leftBackground() && leftSprites(); }
  constexpr bool greyscale() const { return (bits & mask::greyscale) != 0; }
  constexpr Mask only(unsigned some) const { return {static_cast<uint8_t>(bits & some)}; }

  bool operator==(const Mask&) const = default;
};

// $2002: what its upper three bits show.
struct Status {
  bool vblank = false;
  bool sprite_zero_hit = false;
  bool sprite_overflow = false;

  constexpr uint8_t bits() const {
    return static_cast<uint8_t>((vblank ? status::vblank : 0) |
                                (sprite_zero_hit ? status::sprite_zero_hit : 0) |
                                (sprite_overflow ? status::sprite_overflow : 0));
  }

  bool operator==(const Status&) const = default;
};

// Address line 12 of the picture chip's bus: which pattern table.
constexpr unsigned a12 = 0x1000;

// v and t, 15 bits: yyy NN YYYYY XXXXX (fine Y, nametable, coarse Y, coarse X). v is the address of $2006 and
// $2007 as well.
struct Scroll {
  uint16_t bits = 0;

  static constexpr unsigned all = 0x7FFF;
  static constexpr bool holds(uint64_t value) { return value <= all; }

  static constexpr unsigned horizontal = 0x041F;  // coarse X and its nametable bit
  static constexpr unsigned vertical = 0x7BE0;    // fine Y, coarse Y and its nametable bit

  constexpr Scroll() = default;
  constexpr explicit Scroll(unsigned value) : bits(static_cast<uint16_t>(value & all)) {}
  constexpr Scroll& operator=(unsigned value) {
    bits = static_cast<uint16_t>(value & all);
    return *this;
  }
  constexpr operator uint16_t() const { return bits; }

  constexpr unsigned coarseX() const { return bits & 31u; }
  constexpr unsigned coarseY() const { return bits >> 5 & 31u; }
  constexpr unsigned nametable() const { return bits >> 10 & 3u; }
  constexpr unsigned fineY() const { return bits >> 12 & 7u; }

  constexpr void setCoarseX(unsigned x) { replace(0x001F, x); }
  constexpr void setCoarseY(unsigned y) { replace(0x03E0, y << 5); }
  constexpr void setNametable(unsigned n) { replace(0x0C00, n << 10); }
  constexpr void setFineY(unsigned y) { replace(0x7000, y << 12); }
  constexpr void setHighByte(unsigned value) {
    bits = static_cast<uint16_t>((bits & 0x00FF) | (value & 0x3F) << 8);
  }
  constexpr void setLowByte(unsigned value) { bits = static_cast<uint16_t>((bits & 0x7F00) | value); }

  constexpr void copyX(Scroll from) { replace(horizontal, from.bits); }
  constexpr void copyY(Scroll from) { replace(vertical, from.bits); }

  constexpr void incrementCoarseX() {
    if (coarseX() == 31)
      bits = (bits & 0x7FE0) ^ 0x0400;
    else
      ++bits;
  }
  // Rows 30 and 31 hold attributes; a coarse Y set there by a program wraps in the same nametable.
  constexpr void incrementY() {
    if (fineY() != 7) {
      bits = static_cast<uint16_t>(bits + 0x1000);
      return;
    }
    setFineY(0);
    if (coarseY() == 29) {
      setCoarseY(0);
      bits ^= 0x0800;
    } else {
      setCoarseY(coarseY() + 1);
    }
  }
  // The step of an access to $2007.
  constexpr void incrementAddress(unsigned step) { bits = static_cast<uint16_t>((bits + step) & 0x7FFF); }

  // What v puts on the chip's 14 address pins.
  constexpr uint16_t address() const { return bits & 0x3FFF; }
  // Where the tile's number and its palette stand.
  constexpr uint16_t nametableAddress() const { return static_cast<uint16_t>(0x2000 | (bits & 0x0FFF)); }
  constexpr uint16_t attributeAddress() const {
    return static_cast<uint16_t>(0x23C0 | (bits & 0x0C00) | (bits >> 4 & 0x38) | (bits >> 2 & 0x07));
  }
  // The tile's two bits of an attribute byte, which serves four by four tiles.
  constexpr uint8_t paletteOf(unsigned attribute) const {
    return attribute >> ((bits & 0x02) + (bits >> 4 & 0x04)) & 3;
  }

  bool operator==(const Scroll&) const = default;

 private:
  constexpr void replace(unsigned which, unsigned value) {
    bits = static_cast<uint16_t>((bits & ~which) | (value & which));
  }
};

}  // namespace jumpscope::ppu
