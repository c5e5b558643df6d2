// Sprites: secondary OAM, evaluation with its bugs, fetching, and the corruption of OAM when rendering is
// toggled in mid-frame. Source: NESdev "PPU sprite evaluation"; AccuracyCoin's sprite evaluation tests, whose
// README describes each experiment.
#include "ppu/bits.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

void Ppu::spriteDot(uint16_t actions, bool ale, bool read) {
  if (s.corruption_pending && s.rendering_instant) {
    s.corruption_pending = false;
    if (!s.corruption_cancelled) corruptOam();
    s.corruption_cancelled = false;
  }
  if (actions & action::Evaluate)
    evaluateDot();
  else if (actions & action::ClearSecondary)
    clearSecondaryDot();
  else if (actions & action::FetchSprites)
    fetchSpriteDot(ale, read);
  else
    idleSpriteDot();
}

// OAM is dynamic RAM in rows of eight bytes; the row that was open when rendering stopped takes row 0's
// charge when rendering starts again.
void Ppu::corruptOam() {
  oamChanged();
  const int row = s.corruption_row & 0x1F;
  for (int i = 0; i < 8; ++i) s.oam[row * 8 + i] = s.oam[i];
  s.secondary_oam[row] = s.secondary_oam[0];
}

void Ppu::noteCorruption(uint8_t row) {
  s.oam_disabled = false;
  s.oam_disabled_now = false;
  s.corruption_pending = true;
  s.corruption_row = row;
}

void Ppu::clearSecondaryDot() {
  const bool pre_render = s.scanline == timing_.pre_render_line;
  const bool disabled = s.oam_disabled || s.oam_disabled_now;
  if (s.dot & 1) {
    if (!s.rendering_delayed) return;
    s.oam_buffer_in = pre_render ? s.secondary_oam[s.secondary_address] : 0xFF;
    if (s.dot == 1) {
      s.secondary_address = 0;
      s.secondary_full = false;
      s.evaluation_step = 0;
      s.oam_address_overflowed = false;
    }
    if (disabled) noteCorruption(s.secondary_address);
    return;
  }
  if (s.dot == 0) {
    if (s.rendering_delayed) s.secondary_address = (s.secondary_address + 1) & 0x1F;
    return;
  }
  if (!s.rendering_delayed) {
    if (disabled) noteCorruption(s.secondary_address);
    return;
  }
  if (!pre_render) s.secondary_oam[s.secondary_address] = s.oam_buffer;
  if (s.oam_disabled) noteCorruption(s.secondary_address);
  s.secondary_address = (s.secondary_address + 1) & 0x1F;
  if (s.oam_disabled_now && s.dot == 64) noteCorruption(s.corruption_row);
}

void Ppu::evaluateDot() {
  if (s.dot == 65 && s.rendering_delayed) {
    s.secondary_address = 0;
    s.ninth_found = false;
  }
  // The search stops at the write to $2001, not some dots later; one more step is taken as it stops.
  if (!s.rendering_instant && !s.oam_disabled_now) return;
  if (s.dot & 1) {
    s.oam_buffer_in = s.oam[s.oam_address];
    if (s.oam_disabled_now) {
      s.oam_disabled = false;
      if (s.scanline != timing_.pre_render_line) ++s.oam_address;
      s.read_without_write = true;
    }
    return;
  }
  evaluateOnWriteDot();
  if (s.oam_disabled_now) {
    const bool pre_render = s.scanline == timing_.pre_render_line;
    if ((s.secondary_address & 3) != 0 && !s.oam_address_overflowed && !pre_render)
      s.secondary_address = (s.secondary_address & 0xFC) + 4;
    uint8_t row = s.secondary_address;
    // Approximation: at the last dot the row is 0 or 1 by how rendering stopped; measured, not understood.
    if (s.dot == 256) row = s.read_without_write ? 0 : 1;
    noteCorruption(row);
  }
}

void Ppu::evaluateOnWriteDot() {
  const bool pre_render = s.scanline == timing_.pre_render_line;
  const bool may_step = !s.read_without_write && !pre_render;
  const auto nextSprite = [&] { s.oam_address = (s.oam_address + 4) & 0xFC; };

  if (s.oam_address_overflowed) {
    if (may_step) nextSprite();
    s.oam_buffer_in = s.secondary_oam[s.secondary_address];
    return;
  }
  const auto stepSecondary = [&] {
    s.secondary_address = (s.secondary_address + 1) & 0x1F;
    if (s.secondary_address == 0) s.secondary_full = true;
  };
  const uint8_t address_before = s.oam_address;
  const int height = s.tall_sprites ? 16 : 8;
  if (!s.secondary_full && !pre_render) s.secondary_oam[s.secondary_address] = s.oam_buffer;
  const uint8_t shown = s.secondary_oam[s.secondary_address];

  if (s.evaluation_step == 0) {
    s.sprite_row = static_cast<uint16_t>((s.scanline & 0xFF) - s.oam_buffer);
    const bool in_range = !s.ninth_found && !pre_render && s.sprite_row < height;
    // Sprite 0 is whatever is evaluated first, on dot 66; $2003 can make that another sprite.
    if (s.dot == 66 && !(in_range && s.secondary_full)) s.sprite_zero_next = in_range;
    if (in_range) {
      if (s.secondary_full) {
        s.ninth_found = true;
        ++s.oam_address;
        s.sprite_overflow = true;
      } else if (!s.read_without_write) {
        ++s.oam_address;
        stepSecondary();
      }
      ++s.evaluation_step;
    } else if (may_step) {
      if (s.secondary_full && !s.ninth_found)
        s.oam_address +=
            (s.oam_address & 3) == 3 ? 1 : 5;  // the overflow bug: the byte index moves along with the sprite
      else
        nextSprite();
    }
  } else {
    if (s.evaluation_step == 3) {
      // X is compared with the line as if it were Y. In range, the address steps plainly, else it is
      // realigned as well.
      const int row = s.scanline - s.oam_buffer;
      const bool in_range = row >= 0 && row < height;
      if (in_range) {
        if (may_step) s.oam_address += s.secondary_full ? 4 : 1;
      } else if (s.secondary_full || may_step) {
        s.oam_address = (s.oam_address + 1) & 0xFC;
      }
    } else if (may_step) {
      ++s.oam_address;
    }
    s.evaluation_step = (s.evaluation_step + 1) & 3;
    if (!s.secondary_full && !pre_render) stepSecondary();
  }
  s.read_without_write = false;
  if (s.oam_address < address_before && s.oam_address < 4) s.oam_address_overflowed = true;
  s.oam_buffer_in = shown;
}

void Ppu::fetchSpriteDot(bool ale, bool read) {
  s.sprite_zero_current = s.sprite_zero_next;
  if (s.rendering_delayed) {
    s.oam_address = 0;
    if (s.dot == 257) {
      s.secondary_address = 0;
      s.evaluation_step = 0;
    }
  }
  if (s.oam_disabled) noteCorruption(s.secondary_address);
  if (read) s.octal_latch = static_cast<uint8_t>(s.address_bus);

  if (s.rendering_delayed) {
    const int phase = (s.dot - 1) & 7;
    SpriteUnit& unit = s.sprites[((s.dot - 1) >> 3) & 7];
    if (phase == 1) s.sprite_row = static_cast<uint16_t>((s.scanline & 0xFF) - s.oam_buffer);
    const bool in_range = s.sprite_row < (s.tall_sprites ? 16 : 8);
    const auto patternByte = [&](bool high_plane) -> uint8_t {
      aimPattern(high_plane);
      s.address_bus = (s.pattern_address & 0xFF00) | s.octal_latch;
      const uint8_t plane = fetch();
      if (!in_range) return 0;
      return (unit.attribute & 0x40) ? mirrored(plane) : plane;
    };
    const uint8_t buffered = s.oam_buffer;
    s.oam_buffer_in = s.secondary_oam[s.secondary_address];
    switch (phase) {
      case 0:
        s.address_bus = 0x2000 | (s.v & 0x0FFF);
        break;
      case 1:
        fetchTileDot(1, ale, read);
        break;
      case 2:
        s.address_bus = 0x2000 | (s.v & 0x0FFF);
        break;
      case 3:
        unit.attribute = buffered;
        fetchTileDot(1, ale, read);
        break;
      case 4:
        unit.x_counter = buffered;
        aimPattern(false);
        s.address_bus = s.pattern_address;
        break;
      case 5:
        unit.pattern_low = patternByte(false);
        break;
      case 6:
        aimPattern(true);
        s.address_bus = s.pattern_address;
        break;
      case 7:
        unit.pattern_high = patternByte(true);
        break;
    }
    // Y, tile and attribute are read once, X for the rest of the eight dots.
    if (phase < 3 || phase == 7) s.secondary_address = (s.secondary_address + 1) & 0x1F;
  }
  if (ale && !read) s.octal_latch = static_cast<uint8_t>(s.address_bus);
}

void Ppu::idleSpriteDot() {
  if (s.oam_disabled || s.oam_disabled_now) noteCorruption(s.secondary_address);
  if (s.rendering()) {
    s.oam_buffer_in = s.secondary_oam[0];
  } else if (s.dot == 339) {
    for (SpriteUnit& unit : s.sprites) unit.x_counter = 0;
  }
}

}  // namespace jumpscope::ppu
