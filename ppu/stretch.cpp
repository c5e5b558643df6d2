// A stretch of a line that is rendered while nobody touches a register, from any dot to any other, in a few
// steps: eight dots of tile fetches or one sprite unit at a time. This restates what dot.cpp and sprites.cpp
// come to; Policy::EveryCycle never comes here, and tests hold both equal in every field.
#include <algorithm>
#include <bit>

#include "ppu/bits.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

namespace {

constexpr int picture_dots = 256;
constexpr int first_unit_dot = 257, last_unit_dot = 320;
constexpr int first_unit_done = first_unit_dot + 7;
constexpr int last_tile_dot = 336;

constexpr uint16_t nametableAddress(uint16_t v) { return 0x2000 | (v & 0x0FFF); }

constexpr uint16_t attributeAddress(uint16_t v) {
  return 0x23C0 | (v & 0x0C00) | ((v >> 4) & 0x38) | ((v >> 2) & 0x07);
}

}  // namespace

// Dots `from` to `to` of the line, both halves. Preconditions: settled, rendering, on a line that is
// rendered, and the dot before `from` is done; dot 0 of line 0 is not left out.
void Ppu::renderDots(int from, int to) {
  if (from == 0) {
    renderDotZero();
    from = 1;
  }
  // Otherwise pictureDots() or the single dots put the last pixels on the screen.
  if (from == first_unit_dot && to >= first_unit_done && picture_ && s.scanline < visible_lines)
    putOnScreen(s.scanline, from, to, nullptr, false);
  if (from <= std::min(to, picture_dots)) {
    pictureDots(from, to);
    from = picture_dots + 1;
  }
  if (from <= std::min(to, last_unit_dot)) {
    spriteFetchDots(from, std::min(to, last_unit_dot));
    from = last_unit_dot + 1;
  }
  if (from <= to) idleSpriteDots(to - from + 1);
  if (from <= std::min(to, last_tile_dot)) {
    fetchTiles((from - 1) & 7, std::min(to, last_tile_dot) - from + 1);
    from = last_tile_dot + 1;
  }
  if (from <= to) dummyDots(from, to);
  s.dot = static_cast<uint16_t>(to);
}

void Ppu::renderDotZero() {
  s.oam_latch = s.oam_buffer;
  s.oam_buffer = s.oam_buffer_in;
  s.secondary_address = (s.secondary_address + 1) & 0x1F;
  s.octal_latch = static_cast<uint8_t>(s.address_bus);
  s.dot = 0;
  aimPattern(false);
  if (s.scanline != timing_.pre_render_line) s.address_bus = s.pattern_address;
}

// Dot 0 of the line after the picture.
void Ppu::leavePicture() {
  s.scanline = visible_lines;
  s.dot = 0;
  s.oam_latch = s.oam_buffer;
  s.oam_buffer = s.oam_buffer_in;
  aimPattern(false);
  s.address_bus = s.pattern_address;
}

// The part of `from` to `to` that lies in dots 1-256.
void Ppu::pictureDots(int from, int to) {
  const int end = std::min(to, picture_dots);
  const bool pre_render = s.scanline == timing_.pre_render_line;
  if (from == 1 && pre_render) {
    s.vblank = false;
    s.sprite_zero_armed = true;
    s.sprite_zero_hit = false;
    s.sprite_overflow = s.sprite_overflow_readable = false;
  }
  alignas(16) uint16_t row[8 + picture_width + 8];
  std::fill_n(row, 8, uint16_t{0});
  const bool painting = picture_ && !pre_render;
  // A whole line ends up on the screen in the tint of this moment.
  const bool whole = from == 1 && to >= first_unit_done;
  for (int dot = from; dot <= end;) {
    const int phase = (dot - 1) & 7;
    int count = end - dot + 1;
    if (phase != 0)
      count = std::min(count, 8 - phase);
    else if (count >= 8)
      count &= ~7;
    if (!pre_render) {
      if (const int hit = findHit(dot, count); hit != 0) {
        s.sprite_zero_armed = false;
        if (hit < to)
          s.sprite_zero_hit = true;
        else
          s.sprite_zero_pipeline = 2;
      }
      if (painting) paintDots(dot, count, whole ? s.tint : 0, row + 8);
    }
    shiftUnits(count);
    fetchTiles(phase, count);
    dot += count;
  }
  // Single dots after the picture put their pixels there themselves.
  if (painting) putOnScreen(s.scanline, from, to < first_unit_done ? end : to, row + 8, whole);
  // The search, or only what is left of it when the sprites have been fetched.
  if (to < first_unit_done || from > 65) return searchDots(from, end);
  if (from <= 1) {
    s.secondary_full = s.oam_address_overflowed = false;
    s.evaluation_step = 0;
    if (!pre_render) s.secondary_oam.fill(0xFF);
  } else if (!pre_render) {
    clearDots(from, 64);
  }
  if (s.secondary_full || s.oam_address_overflowed || s.evaluation_step != 0) return searchDots(65, end);
  if (pre_render)
    s.ninth_found = s.sprite_zero_next = false;
  else if (s.oam_address == 0)
    searchOam(s.scanline);
  else
    searchDots(65, end);
}

// The dot in which sprite 0 hits the background among `count` dots from `from` on; 0: none. `count` is whole
// tiles from the start of one on, or lies within one tile.
int Ppu::findHit(int from, int count) const {
  if (!s.sprite_zero_armed || !s.sprite_zero_current || (s.mask & 0x18) != 0x18) return 0;
  const SpriteUnit& unit = s.sprites[0];
  unsigned opaque = unit.pattern_low | unit.pattern_high;
  if (opaque == 0 || unit.x_counter >= count) return 0;
  if (count < 8)
    opaque &= (s.background_low | s.background_high) << (unit.x_counter + s.fine_x) >> 8;
  else
    opaque &= backgroundBits(unit.x_counter, true);
  // The rightmost pixel never counts.
  const int first = from + unit.x_counter;
  const int pixels = std::min(count - unit.x_counter, picture_dots - first);
  if (pixels < 8) opaque &= ~(0xFFu >> std::max(0, pixels));
  if ((s.mask & 0x06) != 0x06 && first <= 8) opaque &= 0xFFu >> (9 - first);
  return opaque == 0 ? 0 : first + std::countl_zero(static_cast<uint8_t>(opaque));
}

// Which of the eight pixels of the background from `x` dots after the start of a tile on are not
// transparent; the first one in bit 7. `fetched`: two tiles are in the shift registers, v points at the
// third.
unsigned Ppu::backgroundBits(int x, bool fetched) const {
  const int place = x + s.fine_x;
  const auto tileBits = [&](int tile) -> unsigned {
    const unsigned shifting = s.background_low | s.background_high;
    if (fetched && tile < 2) return tile == 0 ? shifting >> 8 : shifting & 0xFF;
    return opaqueAt(tilesOn(s.v, fetched ? tile - 2 : tile));
  };
  return (tileBits(place >> 3) << 8 | tileBits((place >> 3) + 1)) >> (8 - (place & 7)) & 0xFF;
}

void Ppu::shiftUnits(int count) {
  for (SpriteUnit& unit : s.sprites) {
    if (unit.x_counter >= count) {
      unit.x_counter = static_cast<uint8_t>(unit.x_counter - count);
      continue;
    }
    const int shift = std::min(8, count - unit.x_counter);
    unit.x_counter = 0;
    unit.pattern_low = static_cast<uint8_t>(unit.pattern_low << shift);
    unit.pattern_high = static_cast<uint8_t>(unit.pattern_high << shift);
  }
}

// `count` dots of background fetches, the first one in this phase of its tile.
void Ppu::fetchTiles(int phase, int count) {
  if (phase != 0) {
    const int part = std::min(count, 8 - phase);
    fetchPhases(phase, phase + part);
    count -= part;
  }
  if (count >= 8) fetchWholeTiles(count >> 3);
  if (count & 7) fetchPhases(0, count & 7);
}

// Phases `from` to `to`, not included, of one tile.
void Ppu::fetchPhases(int from, int to) {
  const int count = to - from;
  const unsigned ones = (1u << count) - 1;
  s.background_low = static_cast<uint16_t>(s.background_low << count);
  s.background_high = static_cast<uint16_t>(s.background_high << count | ones);
  s.attribute_low = static_cast<uint8_t>(s.attribute_low << count | ((s.attribute_latch & 1) ? ones : 0));
  s.attribute_high = static_cast<uint8_t>(s.attribute_high << count | ((s.attribute_latch & 2) ? ones : 0));
  const auto address = [&](uint16_t value) {
    s.address_bus = value;
    s.octal_latch = static_cast<uint8_t>(value);
  };
  const auto data = [&](uint16_t high) {
    s.address_bus = static_cast<uint16_t>((high & 0xFF00) | s.octal_latch);
    s.fetched = fetch();
  };
  const auto aim = [&](unsigned plane) {
    s.pattern_address =
        static_cast<uint16_t>((s.pattern_address & 0x0FF0) | s.background_table | s.v >> 12 | plane);
    address(s.pattern_address);
  };
  for (int phase = from; phase < to; ++phase) {
    switch (phase) {
      case 0:
        address(nametableAddress(s.v));
        break;
      case 1:
        data(nametableAddress(s.v));
        s.pattern_address = static_cast<uint16_t>((s.pattern_address & 0x100F) | s.fetched << 4);
        break;
      case 2:
        address(attributeAddress(s.v));
        break;
      case 3:
        data(attributeAddress(s.v));
        s.tile_attribute = (s.fetched >> ((s.v & 0x02) + ((s.v & 0x40) >> 4))) & 3;
        break;
      case 4:
        aim(0);
        break;
      case 5:
        data(s.pattern_address);
        s.tile_low = s.fetched;
        break;
      case 6:
        aim(8);
        break;
      case 7:
        data(s.pattern_address);
        s.tile_high = s.fetched;
        s.background_low = (s.background_low & 0xFF00) | s.tile_low;
        s.background_high = (s.background_high & 0xFF00) | s.tile_high;
        s.attribute_latch = s.tile_attribute;
        incrementCoarseX();
        break;
    }
  }
}

// Only the last two tiles remain in the shift registers.
void Ppu::fetchWholeTiles(int tiles) {
  if (tiles > 1) {
    s.v = tilesOn(s.v, tiles - 2);
    const TileRow row = tileAt(s.v);
    s.v = tilesOn(s.v, 1);
    s.background_low = row.low;
    s.background_high = row.high;
    s.attribute_latch = row.attribute;
  }
  const TileRow row = tileAt(s.v);
  s.background_low = static_cast<uint16_t>(s.background_low << 8 | row.low);
  s.background_high = static_cast<uint16_t>(s.background_high << 8 | row.high);
  s.attribute_low = (s.attribute_latch & 1) ? 0xFF : 0;
  s.attribute_high = (s.attribute_latch & 2) ? 0xFF : 0;
  s.attribute_latch = s.tile_attribute = row.attribute;
  s.tile_low = row.low;
  s.tile_high = row.high;
  s.fetched = row.high;
  s.pattern_address = static_cast<uint16_t>(row.address | 8);
  s.octal_latch = static_cast<uint8_t>(s.pattern_address);
  s.address_bus = static_cast<uint16_t>((s.pattern_address & 0xFF00) | row.high);
  s.v = tilesOn(s.v, 1);
}

// Clearing secondary OAM and searching OAM, dots 1-256.
void Ppu::searchDots(int from, int to) {
  int dot = from;
  if (from <= std::min(to, 64)) {
    clearDots(from, std::min(to, 64));
    dot = 65;
  }
  for (; dot <= to; ++dot) {
    s.sprite_overflow_readable = s.sprite_overflow;
    s.oam_latch = s.oam_buffer;
    if (dot & 1) {
      if (dot == 65) {
        s.secondary_address = 0;
        s.ninth_found = false;
      }
      if (const int passed = passSprites(dot, to); passed > 0) {
        dot += 2 * passed - 1;
        continue;
      }
      s.oam_buffer = s.oam_buffer_in = s.oam[s.oam_address];
      continue;
    }
    s.dot = static_cast<uint16_t>(dot);
    evaluateOnWriteDot();
    s.oam_buffer = s.oam_buffer_in;
  }
}

// Most of the search: sprites that are not on the line, two dots each from `dot` on, an odd one. Returns how
// many were passed by.
int Ppu::passSprites(int dot, int to) {
  if (s.evaluation_step != 0 || s.secondary_full || s.scanline == timing_.pre_render_line) return 0;
  const int most = (to - dot + 1) / 2;
  int passed = 0;
  if (s.oam_address_overflowed) {
    // All have been looked at; the address goes round.
    if (most == 0) return 0;
    s.oam_latch = s.oam[most > 1 ? (s.oam_address + 4 * (most - 1)) & 0xFC : s.oam_address];
    s.oam_address = static_cast<uint8_t>((s.oam_address + 4 * most) & 0xFC);
    s.oam_buffer = s.oam_buffer_in = s.secondary_oam[s.secondary_address];
    return most;
  }
  // The last sprite's step ends the search, and an address that is no multiple of four is mended.
  if (s.oam_address & 3) return 0;
  const unsigned height = s.tall_sprites ? 16 : 8;
  const unsigned line = s.scanline & 0xFF;
  unsigned address = s.oam_address;
  while (passed < most && address < 0xFC && static_cast<uint16_t>(line - s.oam[address]) >= height) {
    address += 4;
    ++passed;
  }
  if (passed == 0) return 0;
  const uint8_t y = s.oam[address - 4];
  if (dot == 65) s.sprite_zero_next = false;
  s.sprite_row = static_cast<uint16_t>(line - y);
  s.secondary_oam[s.secondary_address] = y;
  s.oam_latch = s.oam_buffer = s.oam_buffer_in = y;
  s.oam_address = static_cast<uint8_t>(address);
  return passed;
}

void Ppu::clearDots(int from, int to) {
  const bool pre_render = s.scanline == timing_.pre_render_line;
  s.sprite_overflow_readable = s.sprite_overflow;
  for (int dot = from; dot <= to; ++dot) {
    s.oam_latch = s.oam_buffer;
    if (dot & 1) {
      s.oam_buffer_in = pre_render ? s.secondary_oam[s.secondary_address] : 0xFF;
      if (dot == 1) {
        s.secondary_address = 0;
        s.secondary_full = false;
        s.evaluation_step = 0;
        s.oam_address_overflowed = false;
      }
    } else {
      if (!pre_render) s.secondary_oam[s.secondary_address] = s.oam_buffer;
      s.secondary_address = (s.secondary_address + 1) & 0x1F;
    }
    s.oam_buffer = s.oam_buffer_in;
  }
}

// Dots 257-320: whole sprite units, and single dots before and after them.
void Ppu::spriteFetchDots(int from, int to) {
  s.dot = static_cast<uint16_t>(from - 1);
  while (s.dot < to) {
    const int unit = (s.dot + 1 - first_unit_dot) >> 3;
    const bool at_start = ((s.dot + 1 - first_unit_dot) & 7) == 0;
    if (at_start && to - s.dot >= 8 && (unit == 0 || s.secondary_address == unit * 4)) {
      fetchUnit(unit);
      s.dot += 8;
    } else {
      firstHalf();
      secondHalf();
    }
  }
}

// Fills a unit with this row of a sprite. Returns where the row lies.
unsigned Ppu::fetchPatterns(SpriteUnit& unit, const uint8_t* sprite, unsigned row) const {
  const unsigned address = spriteAddress(sprite, row);
  unit.attribute = sprite[2];
  unit.x_counter = sprite[3];
  unit.pattern_low = unit.pattern_high = 0;
  if (row < (s.tall_sprites ? 16 : 8)) {
    const uint8_t* chr = wiring_.chr[address >> 10] + (address & 0x3FF);
    const bool flip = sprite[2] & 0x40;
    unit.pattern_low = flip ? mirrored(chr[0]) : chr[0];
    unit.pattern_high = flip ? mirrored(chr[8]) : chr[8];
  }
  return address;
}

void Ppu::fetchUnit(int i) {
  const int line = s.scanline;
  s.sprite_zero_current = s.sprite_zero_next;
  s.sprite_overflow_readable = s.sprite_overflow;
  s.oam_address = 0;
  if (i == 0) {
    s.evaluation_step = 0;
    s.background_low <<= 1;
    s.background_high = static_cast<uint16_t>(s.background_high << 1 | 1);
    s.attribute_low = static_cast<uint8_t>(s.attribute_low << 1 | (s.attribute_latch & 1));
    s.attribute_high = static_cast<uint8_t>(s.attribute_high << 1 | s.attribute_latch >> 1);
    incrementY();
    s.v = (s.v & 0x7BE0) | (s.t & 0x041F);
  }
  // Dots 280-304 on the pre-render line.
  if (line == timing_.pre_render_line && i >= 3 && i <= 6) s.v = (s.v & 0x041F) | (s.t & 0x7BE0);

  const uint8_t* sprite = &s.secondary_oam[static_cast<size_t>(i) * 4];
  s.sprite_row = static_cast<uint16_t>((line & 0xFF) - sprite[0]);
  const unsigned address = fetchPatterns(s.sprites[static_cast<size_t>(i)], sprite, s.sprite_row);
  const uint16_t tile = nametableAddress(s.v);
  s.fetched = s.vram[wiring_.nametable[(tile >> 10) & 3] << 10 | (tile & 0x3FF)];
  s.pattern_address = static_cast<uint16_t>(address | 8);
  s.octal_latch = static_cast<uint8_t>(s.pattern_address);
  s.address_bus =
      static_cast<uint16_t>((s.pattern_address & 0xFF00) | wiring_.chr[address >> 10][(address & 0x3FF) + 8]);
  s.oam_buffer_in = s.oam_buffer = s.oam_latch = sprite[3];
  s.secondary_address = (i * 4 + 4) & 0x1F;
}

// Dots 321-340.
void Ppu::idleSpriteDots(int count) {
  s.sprite_overflow_readable = s.sprite_overflow;
  s.oam_buffer_in = s.secondary_oam[0];
  s.oam_latch = count > 1 ? s.oam_buffer_in : s.oam_buffer;
  s.oam_buffer = s.oam_buffer_in;
}

// Dots 337-340: the nametable byte of the third tile, twice.
void Ppu::dummyDots(int from, int to) {
  const uint16_t address = nametableAddress(s.v);
  for (int dot = from; dot <= to; ++dot) {
    if (dot & 1) {
      s.address_bus = address;
      s.octal_latch = static_cast<uint8_t>(address);
    } else {
      s.octal_latch = static_cast<uint8_t>(s.address_bus);
      if (dot == 338) s.address_bus = address;
      s.fetched = fetch();
      if (dot == 338)
        s.pattern_address = static_cast<uint16_t>((s.pattern_address & 0x100F) | s.fetched << 4);
    }
  }
}

}  // namespace jumpscope::ppu
