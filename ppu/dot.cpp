// One dot: position, flags, scroll, background fetches, pixels.
#include "ppu/bits.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

namespace {

constexpr uint16_t nametableAddress(uint16_t v) { return 0x2000 | (v & 0x0FFF); }

constexpr uint16_t attributeAddress(uint16_t v) {
  return 0x23C0 | (v & 0x0C00) | ((v >> 4) & 0x38) | ((v >> 2) & 0x07);
}

}  // namespace

void Ppu::firstHalf() {
  if (s.scroll_delay > 0 && --s.scroll_delay == 0) takeScroll();
  if (s.rendering() && onRenderLine()) scrollWhileLeavingDot(timetable[s.dot]);
  advancePosition();
  changeFlags();
  s.sprite_overflow_readable = s.sprite_overflow;

  const bool late_alignment = alignment_ == 1;
  if (!late_alignment) s.rendering_delayed = s.rendering();

  const bool render_line = onRenderLine();
  const bool even_phase = ((s.dot - 1) & 1) != 0;
  bool ale, read;
  if (s.port.active) {
    portFirstHalf();
    const bool read_ale = (s.port.read_chain & 0b10100) == 0b00100;
    const bool write_ale = (s.port.write_chain & 0b10100) == 0b00100;
    read = s.port.fetching || (!s.port.blank_latch && even_phase);
    ale = read_ale || write_ale || (!s.port.blank_latch && !even_phase);
    if ((read_ale || write_ale) && !read) {
      s.address_bus = s.v;
      s.octal_latch = static_cast<uint8_t>(s.v);
    }
  } else {
    const bool fetching = s.rendering() && render_line;
    read = fetching && even_phase;
    ale = fetching && !even_phase;
  }
  s.oam_latch = s.oam_buffer;
  applyDelayedV();

  const uint16_t actions = timetable[s.dot];
  if (render_line) spriteDot(actions, ale, read);
  if (late_alignment) s.rendering_delayed = s.rendering();
  if (!s.rendering()) s.address_bus = s.v;
  applyDelayedMask(render_line);

  if (picture_) colours_ = {colours_[0], colours_[0], colours_[1], colours_[2]};
  // The first dot after the picture still belongs to it: its idle address shows on the bus.
  if (render_line || (s.scanline == visible_lines && s.dot == 0)) {
    if (s.rendering_delayed) {
      if (actions & action::FetchTiles)
        fetchTileDot((s.dot - 1) & 7, ale, read);
      else if (actions & action::DummyFetch)
        dummyFetchDot(ale, read);
    }
    if (actions & action::Pixel) {
      if (s.scanline < visible_lines) outputPixel();
      shiftSprites();
    }
    if (picture_) drawDelayed();
  }
  if (s.port.active && s.port.fetching) {
    s.read_buffer = fetch();
    if (ale) s.octal_latch = static_cast<uint8_t>(s.address_bus);
  }
}

void Ppu::secondHalf() {
  if (s.rendering() && onRenderLine() && (timetable[s.dot] & action::ShiftTiles)) {
    // Serial input of the pattern registers is wired: 0 for the low plane, 1 for the high one.
    s.background_low <<= 1;
    s.background_high = (s.background_high << 1) | 1;
    s.attribute_low = (s.attribute_low << 1) | (s.attribute_latch & 1);
    s.attribute_high = (s.attribute_high << 1) | (s.attribute_latch >> 1);
  }
  if (s.commit != Commit::None) commitFetch();
  if (s.rendering_delayed || s.rendering()) s.oam_buffer = s.oam_buffer_in;

  if (s.sprite_zero_pipeline) {
    if (s.sprite_zero_pipeline & 2) s.sprite_zero_hit = true;
    s.sprite_zero_pipeline = (s.sprite_zero_pipeline << 1) & 2;
  }
  if (s.port.active) portSecondHalf();
}

void Ppu::scrollWhileLeavingDot(uint16_t actions) {
  if (actions & action::IncrementY) incrementY();
  if (actions & action::CopyX) s.v = (s.v & 0x7BE0) | (s.t & 0x041F);
  if ((actions & action::CopyY) && s.scanline == timing_.pre_render_line)
    s.v = (s.v & 0x041F) | (s.t & 0x7BE0);
}

void Ppu::advancePosition() {
  if (++s.dot < dots_per_line) return;
  s.dot = 0;
  if (++s.scanline == timing_.lines) s.scanline = 0;
}

void Ppu::changeFlags() {
  if (s.dot == 1) {
    if (s.scanline == timing_.vblank_line) {
      s.vblank = true;
      ++s.frame;
    } else if (s.scanline == timing_.pre_render_line) {
      s.vblank = false;
      s.sprite_zero_armed = true;
      s.sprite_zero_hit = false;
      s.sprite_overflow = false;
    }
  } else if (s.dot == dots_per_line - 1 && s.scanline == timing_.pre_render_line - 1) {
    s.odd_frame = !s.odd_frame;
  } else if (s.scanline == 0) {
    if (s.dot == 0 && timing_.skips_odd_dot && s.odd_frame && s.rendering_delayed) {
      s.dot = 1;
      s.dot_skipped = true;
    } else if (s.dot == 2) {
      s.dot_skipped = false;
    }
  }
  // A read of $2002 wins over the flag that would rise in the same dot.
  if (s.status_read) {
    s.status_read = false;
    s.vblank = false;
  }
}

void Ppu::applyDelayedV() {
  s.v_copied = false;
  if (s.v_delay > 0 && --s.v_delay == 0) {
    s.v_copied = true;
    s.v = s.t;
    s.address_bus = s.v;
  }
}

void Ppu::applyDelayedMask(bool render_line) {
  if (s.mask_delay > 0 && --s.mask_delay == 0) {
    s.mask = s.mask_value & 0x1E;
    s.rendering_instant = s.rendering();
  }
  if (s.disable_delay > 0 && --s.disable_delay == 0) {
    if (s.was_rendering && (s.mask_value & 0x18) == 0 && render_line && !s.corruption_pending)
      s.oam_disabled = true;
  }
  if (s.tint_delay > 0 && --s.tint_delay == 0) s.tint = s.mask_value & 0xE1;
}

// Reads the byte at the address on the pins: high half from the bus, low half from the octal latch. The data
// then stays on the low half of the bus.
uint8_t Ppu::fetch() {
  const unsigned address = (s.address_bus & 0x3F00) | s.octal_latch;
  const uint8_t data = address < 0x2000
                           ? wiring_.chr[address >> 10][address & 0x3FF]
                           : s.vram[wiring_.nametable[(address >> 10) & 3] << 10 | (address & 0x3FF)];
  s.address_bus = (s.address_bus & 0xFF00) | data;
  return data;
}

// PAR's plane, row and table bits. They come from v for tiles and from secondary OAM for sprites.
void Ppu::aimPattern(bool high_plane) {
  unsigned address;
  if (s.dot < 256 || s.dot > 320) {
    address = (s.pattern_address & 0x0FF0) | s.background_table | (s.v >> 12);
  } else {
    const uint8_t tile = s.secondary_oam[(s.secondary_address & 0x1C) + 1];
    const bool flipped = s.secondary_oam[(s.secondary_address & 0x1C) + 2] & 0x80;
    const unsigned row = flipped ? ~s.sprite_row : s.sprite_row;
    if (s.tall_sprites)
      address = (s.pattern_address & 0x0FE0) | (tile & 1 ? 0x1000 : 0) | (row & 8) << 1 | (row & 7);
    else
      address = (s.pattern_address & 0x0FF0) | s.sprite_table | (row & 7);
  }
  s.pattern_address = static_cast<uint16_t>(address | (high_plane ? 8 : 0));
}

void Ppu::fetchTileDot(int phase, bool ale, bool read) {
  if (ale && read) s.octal_latch = static_cast<uint8_t>(s.address_bus);
  switch (phase) {
    case 0:
      s.address_bus = nametableAddress(s.v);
      break;
    case 1:
      s.address_bus = (nametableAddress(s.v) & 0xFF00) | s.octal_latch;
      s.fetched = fetch();
      s.commit = Commit::Nametable;
      break;
    case 2:
      s.address_bus = attributeAddress(s.v);
      break;
    case 3:
      s.address_bus = (attributeAddress(s.v) & 0xFF00) | s.octal_latch;
      s.fetched = fetch();
      s.commit = Commit::Attribute;
      break;
    case 4:
    case 6:
      aimPattern(phase == 6);
      s.address_bus = s.pattern_address;
      break;
    case 5:
    case 7:
      s.address_bus = (s.pattern_address & 0xFF00) | s.octal_latch;
      s.fetched = fetch();
      s.commit = phase == 5 ? Commit::PatternLow : Commit::PatternHigh;
      break;
  }
  if (ale && !read) s.octal_latch = static_cast<uint8_t>(s.address_bus);
}

void Ppu::dummyFetchDot(bool ale, bool read) {
  if (read) s.octal_latch = static_cast<uint8_t>(s.address_bus);
  switch (s.dot) {
    case 0:
      aimPattern(false);
      if (s.scanline != timing_.pre_render_line) s.address_bus = s.pattern_address;
      break;
    case 337:
    case 339:
      s.address_bus = nametableAddress(s.v);
      break;
    case 338:
      s.address_bus = nametableAddress(s.v);
      s.fetched = fetch();
      s.commit = Commit::Nametable;
      break;
    case 340:
      s.fetched = fetch();
      break;  // seen on the bus, never latched
  }
  if (ale && !read) s.octal_latch = static_cast<uint8_t>(s.address_bus);
}

void Ppu::commitFetch() {
  switch (s.commit) {
    case Commit::Nametable: {
      const bool sprite_fetch = s.dot >= 256 && s.dot <= 320;
      const uint8_t tile = sprite_fetch ? s.secondary_oam[(s.secondary_address & 0x1C) + 1]
                                        : static_cast<uint8_t>(s.address_bus);
      s.pattern_address = (s.pattern_address & 0x100F) | (tile << 4);
      break;
    }
    case Commit::Attribute: {
      const int right = (s.v & 0x02) ? 2 : 0;
      const int bottom = (s.v & 0x40) ? 4 : 0;
      s.tile_attribute = (s.fetched >> (right + bottom)) & 3;
      break;
    }
    case Commit::PatternLow:
      s.tile_low = s.fetched;
      break;
    case Commit::PatternHigh:
      s.tile_high = s.fetched;
      s.background_low = (s.background_low & 0xFF00) | s.tile_low;
      s.background_high = (s.background_high & 0xFF00) | s.tile_high;
      s.attribute_latch = s.tile_attribute;
      incrementCoarseX();
      break;
    case Commit::None:
      break;
  }
  s.commit = Commit::None;
}

// The priority multiplexer of one dot, with sprite-0 hit. Hits are exact whether or not anybody wants the
// pixel.
void Ppu::outputPixel() {
  const bool left_column = s.dot <= 8;
  const bool show_background = (s.mask & 0x08) && (!left_column || (s.mask & 0x02));
  const bool show_sprites = (s.mask & 0x10) && (!left_column || (s.mask & 0x04));
  const bool hit_possible =
      s.sprite_zero_armed && s.sprite_zero_current && (s.mask & 0x18) == 0x18 && show_sprites;
  if (!picture_ && !hit_possible) return;

  unsigned colour = 0, palette = 0;
  if (show_background) {
    const int shift = 15 - s.fine_x;
    colour = ((s.background_low >> shift) & 1) | ((s.background_high >> shift) & 1) << 1;
    if (colour != 0)
      palette = ((s.attribute_low >> (shift - 8)) & 1) | ((s.attribute_high >> (shift - 8)) & 1) << 1;
  }
  if (show_sprites) {
    for (int i = 0; i < 8; ++i) {
      const SpriteUnit& unit = s.sprites[i];
      if (unit.x_counter != 0 && !s.dot_skipped) continue;
      const unsigned sprite_colour = unit.pattern_low >> 7 | (unit.pattern_high >> 7) << 1;
      if (sprite_colour == 0) continue;
      if (i == 0 && hit_possible && colour != 0 && s.dot < 256) {
        s.sprite_zero_pipeline |= 1;
        s.sprite_zero_armed = false;
      }
      const bool behind = unit.attribute & 0x20;
      if (colour == 0 || !behind) {
        colour = sprite_colour;
        palette = 4 | (unit.attribute & 3);
      }
      break;
    }
  }
  if (!picture_) return;
  unsigned index = palette << 2 | colour;
  if (!s.rendering()) index = (s.v & 0x3F00) == 0x3F00 ? paletteIndex(s.v) : 0;
  colours_[0] = s.palette[index];
}

// A pixel reaches the screen three dots after its colour was chosen; greyscale and emphasis act there.
void Ppu::drawDelayed() {
  if (s.dot <= 3 || s.dot > 259 || s.scanline >= visible_lines) return;
  const unsigned grey = (s.tint & 1) ? 0x30 : 0x3F;
  picture_[s.scanline * picture_width + s.dot - 4] =
      static_cast<uint16_t>((colours_[3] & grey) | (s.tint & 0xE0) << 1);
}

void Ppu::shiftSprites() {
  const bool rendering = s.rendering();
  for (SpriteUnit& unit : s.sprites) {
    if (unit.x_counter > 0 && !s.dot_skipped) {
      --unit.x_counter;
    } else if (rendering) {
      unit.pattern_low <<= 1;
      unit.pattern_high <<= 1;
    }
  }
}

void Ppu::incrementCoarseX() {
  if ((s.v & 0x001F) == 31)
    s.v = (s.v & 0x7FE0) ^ 0x0400;
  else
    ++s.v;
}

void Ppu::incrementY() {
  if (s.v_copied) {
    // Approximation: both drivers of v at once pull bits low; measured only for a few values.
    s.v = s.v_before_copy & s.t;
    return;
  }
  if ((s.v & 0x7000) != 0x7000) {
    s.v += 0x1000;
    return;
  }
  s.v &= 0x0FFF;
  unsigned coarse_y = (s.v >> 5) & 31;
  if (coarse_y == 29) {
    coarse_y = 0;
    s.v ^= 0x0800;
  } else {
    coarse_y = (coarse_y + 1) & 31;
  }
  s.v = static_cast<uint16_t>((s.v & 0x7C1F) | coarse_y << 5);
}

}  // namespace jumpscope::ppu
