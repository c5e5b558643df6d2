// The short way: whole lines, and stretches of blanking, in one step, when that is provably the same as going
// dot by dot. Everything here restates what dot.cpp and sprites.cpp come to at the end of a line in which
// nobody touches a register. Policy::EveryCycle never comes here; tests hold both equal in every field.
#include <algorithm>
#include <bit>

#include "ppu/bits.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

namespace {

constexpr int last_dot = dots_per_line - 1;
constexpr int evaluation_steps = 96;  // the even dots 66-256

}  // namespace

Ppu::Busy Ppu::whyNotSettled() const {
  if (s.port.active) return Busy::Port;
  if (s.scroll_delay | s.v_delay | s.mask_delay | s.tint_delay | s.disable_delay) return Busy::PendingWrite;
  if (s.rendering_delayed != s.rendering() || s.rendering_instant != s.rendering()) return Busy::PendingWrite;
  if (s.corruption_pending | s.oam_disabled | s.oam_disabled_now | s.read_without_write)
    return Busy::Corruption;
  if (s.status_read | s.v_copied | s.dot_skipped | (s.sprite_zero_pipeline != 0)) return Busy::Flags;
  if (s.sprite_overflow != s.sprite_overflow_readable) return Busy::Flags;
  if (s.commit != Commit::None) return Busy::Fetch;
  return Busy::No;
}

void Ppu::runShort(uint64_t now) {
  const unsigned dot_clocks = timing_.dot_clocks;
  do {
    if (atRest() && countDots(now)) continue;
    const uint64_t clocks = now - s.clock;
    if (s.second_half || clocks <= timing_.half_dot_clocks) {
      halfDot();
      continue;
    }
    // Whole dots whose second halves begin before `now`.
    const unsigned dots =
        (static_cast<unsigned>(std::min<uint64_t>(clocks, 1u << 24)) - timing_.half_dot_clocks - 1) /
            dot_clocks +
        1;
    if (settle(static_cast<int>(dots))) {
      if (s.clock < now) countDots(now);
      continue;
    }
    if (renderLines(static_cast<int>(dots))) continue;
    firstHalf();
    secondHalf();
    s.clock += dot_clocks;
  } while (s.clock < now);
}

// Up to `dots` dots of rendering, at least to the end of the line if they reach that far. False: the next dot
// must go by itself.
bool Ppu::renderLines(int dots) {
  if (whyNotSettled() != Busy::No) return false;
  const bool at_line_end = s.dot == last_dot;
  if (!s.rendering()) return at_line_end && dots >= dots_per_line && skipDarkLine();
  if (at_line_end && dots >= dots_per_line && skipLines(dots / dots_per_line)) return true;
  int line = s.scanline, from = s.dot + 1;
  if (at_line_end) {
    line = line + 1 == timing_.lines ? 0 : line + 1;
    from = 0;
    if (line == 0 && timing_.skips_odd_dot && s.odd_frame) return false;
  }
  if (line == visible_lines && from == 0) {
    leavePicture();
    dots = 1;
  } else {
    if (line >= visible_lines && line != timing_.pre_render_line) return false;
    dots = std::min(dots, dots_per_line - from);
    s.scanline = static_cast<uint16_t>(line);
    renderDots(from, from + dots - 1);
  }
  s.clock += static_cast<uint64_t>(dots) * timing_.dot_clocks;
  return true;
}

// From the last dot of a line to the last dot of one of the next `lines`. False: this line must go dot by
// dot.
bool Ppu::skipLines(int lines) {
  const uint64_t line_clocks = static_cast<uint64_t>(dots_per_line) * timing_.dot_clocks;
  const int first = s.scanline == timing_.pre_render_line ? 0 : s.scanline + 1;
  if (first >= visible_lines) return false;
  lines = std::min(lines, visible_lines - first);
  if (s.oam_address != 0) return false;
  if (first == 0 && timing_.skips_odd_dot && s.odd_frame) {
    // The line without its dot 0: sprite units would start early in dot 1.
    for (const SpriteUnit& unit : s.sprites)
      if (unit.pattern_low | unit.pattern_high) return false;
    s.clock -= timing_.dot_clocks;
  }
  const int last = first + lines - 1;
  bool fetched = true;  // the line's first tiles are in the shift registers
  for (int line = first; line <= last; ++line) {
    s.scanline = static_cast<uint16_t>(line);
    if (!fetched && s.sprite_zero_current && s.sprite_zero_armed) {
      fetchWholeTiles(2);
      fetched = true;
    }
    if (findHit(1, picture_width) != 0) {
      s.sprite_zero_armed = false;
      s.sprite_zero_hit = true;
    }
    if (picture_) {
      paintLine(fetched);
      if (line < last && (s.sprite_overflow || nextCrowdedLine(line) != line)) {
        prepareNextLine(line);
        fetched = false;
        continue;
      }
    } else if (const int next = nextLineThatMatters(line, last); next > line) {
      // Nobody sees what these lines fetch.
      s.v = (linesOn(s.v, next - line) & 0x7BE0) | (s.t & 0x041F);
      s.sprite_zero_current = s.sprite_zero_next = false;
      line = next;
      s.scanline = static_cast<uint16_t>(line);
    }
    finishLine(line);
    fetched = true;
  }
  s.clock += line_clocks * static_cast<uint64_t>(lines);
  return true;
}

// The first line from `line` on of which something is left: the next line's sprite 0, or the overflow flag.
int Ppu::nextLineThatMatters(int line, int last) {
  if ((s.mask & 0x18) == 0x18 && s.sprite_zero_armed) {
    const int top = s.oam[0], bottom = top + (s.tall_sprites ? 15 : 7);
    if (line <= bottom) last = std::min(last, std::max(line, top));
  }
  if (!s.sprite_overflow) last = std::min(last, nextCrowdedLine(line));
  return last;
}

// What the next line is drawn from, but for its first tiles, and nothing else.
void Ppu::prepareNextLine(int line) {
  s.v = (linesOn(s.v, 1) & 0x7BE0) | (s.t & 0x041F);
  for (SpriteUnit& unit : s.sprites) unit = SpriteUnit{};
  uint64_t sprites = spritesOn(line);
  s.sprite_zero_current = s.sprite_zero_next = sprites & 1;
  for (size_t i = 0; i < 8 && sprites != 0; ++i, sprites &= sprites - 1) {
    const size_t index = static_cast<size_t>(std::countr_zero(sprites)) * 4;
    fetchPatterns(s.sprites[i], &s.oam[index], static_cast<unsigned>(line - s.oam[index]));
  }
}

// Dots 1-256 of sprite evaluation.
void Ppu::evaluateLine(int line) {
  s.secondary_oam.fill(0xFF);
  searchOam(line);
}

// Dots 65-256. Preconditions: secondary OAM is clear, and the search begins with sprite 0.
void Ppu::searchOam(int line) {
  s.secondary_full = false;
  s.ninth_found = false;
  s.oam_address_overflowed = true;  // unless the crowded search below runs out of dots
  s.sprite_zero_next = inRange(line, s.oam[0]);
  int slot = 0;
  int steps = 0;
  int sprite = 0;
  for (; sprite < 64 && slot < 8; ++sprite) {
    const uint8_t* bytes = &s.oam[sprite * 4];
    uint8_t* copy = &s.secondary_oam[slot * 4];
    copy[0] = bytes[0];
    ++steps;
    if (!inRange(line, bytes[0])) continue;
    copy[1] = bytes[1];
    copy[2] = bytes[2];
    copy[3] = bytes[3];
    steps += 3;
    ++slot;
  }
  if (slot < 8) return;
  s.secondary_full = true;
  if (sprite == 64) return;
  // Eight were found: the search for a ninth, whose byte index moves along with the sprite.
  uint8_t address = static_cast<uint8_t>(sprite * 4);
  int step = 0;
  for (; steps < evaluation_steps; ++steps) {
    const uint8_t before = address;
    const uint8_t value = s.oam[address];
    if (step == 0) {
      if (s.ninth_found) {
        address = (address + 4) & 0xFC;
      } else if (inRange(line, value)) {
        s.ninth_found = true;
        s.sprite_overflow = true;
        s.sprite_overflow_readable = true;
        ++address;
        step = 1;
      } else {
        address += (address & 3) == 3 ? 1 : 5;
      }
    } else if (step == 3) {
      address = inRange(line, value) ? address + 4 : (address + 1) & 0xFC;
      step = 0;
    } else {
      ++address;
      ++step;
    }
    if (address < before && address < 4) return;
  }
  s.oam_address_overflowed = false;
}

// Where the row of this sprite lies in the pattern tables, its low plane.
unsigned Ppu::spriteAddress(const uint8_t* sprite, unsigned row) const {
  if (sprite[2] & 0x80) row = ~row;
  if (!s.tall_sprites) return s.sprite_table | sprite[1] << 4 | (row & 7);
  return (sprite[1] & 1) << 12 | (sprite[1] & 0xFE) << 4 | (row & 8) << 1 | (row & 7);
}

// All that remains of the line at its last dot.
void Ppu::finishLine(int line) {
  evaluateLine(line);
  for (int i = 0; i < 8; ++i) fetchUnit(i);
  idleSpriteDots(2);
  fetchWholeTiles(2);
  dummyDots(337, 340);
}

// A line of the picture while rendering is off.
bool Ppu::skipDarkLine() {
  const int line = s.scanline == timing_.pre_render_line ? 0 : s.scanline + 1;
  if (line >= visible_lines) return false;
  s.scanline = static_cast<uint16_t>(line);
  s.clock += static_cast<uint64_t>(dots_per_line) * timing_.dot_clocks;
  s.oam_latch = s.oam_buffer;
  s.address_bus = s.v;
  s.sprite_zero_current = s.sprite_zero_next;
  for (SpriteUnit& unit : s.sprites) {
    if (unit.x_counter) unit.x_counter = 0;
  }
  if (!picture_) return true;
  const int index = (s.v & 0x3F00) == 0x3F00 ? paletteIndex(s.v) : 0;
  const unsigned grey = (s.tint & 1) ? 0x30 : 0x3F;
  std::fill_n(picture_ + line * picture_width, picture_width,
              static_cast<uint16_t>((s.palette[index] & grey) | (s.tint & 0xE0) << 1));
  return true;
}

}  // namespace jumpscope::ppu
