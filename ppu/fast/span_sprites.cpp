// Sprites of a span: clearing secondary OAM, evaluation, and the fetches of the next scanline's sprites. The
// closed form of evaluation.cpp and of Ppu::fetchSpriteByte.
#include <algorithm>

#include "ppu/fast/accelerator.h"
#include "ppu/patterns.h"

namespace jumpscope::ppu::fast {

namespace {

constexpr int last_clear_dot = lastDot(action::ClearSecondary);
constexpr int first_search_dot = firstDot(action::Evaluate);
constexpr int evaluation_steps = (lastDot(action::Evaluate) - first_search_dot + 1) / 2;

}  // namespace

// Dots `from` to `to` of the picture. `units_follow`: the first sprite unit is fetched afterwards in the same
// span, so that only what evaluation leaves behind counts.
void Accelerator::evaluateSpan(int from, int to, bool units_follow) {
  State& s = chip_.s;
  if (!units_follow || from > first_search_dot) return evaluateDots(from, to);
  const bool pre_render = s.scanline == chip_.timing().pre_render_line;
  if (from <= 1) {
    s.secondary_full = s.oam_address_overflowed = false;
    s.evaluation_step = 0;
    if (!pre_render) s.secondary_oam.fill(0xFF);
  } else if (!pre_render) {
    clearDots(from, last_clear_dot);
  }
  if (s.secondary_full || s.oam_address_overflowed || s.evaluation_step != 0)
    evaluateDots(first_search_dot, to);
  else if (pre_render)
    s.ninth_found = s.sprite_zero_next = false;
  else if (s.oam_address == 0)
    searchOam(s.scanline);
  else
    evaluateDots(first_search_dot, to);
}

// Dots 2 to 64, or a part of them: the value in the buffer is written once, then $FF.
void Accelerator::clearDots(int from, int to) {
  State& s = chip_.s;
  s.sprite_overflow_readable = s.status.sprite_overflow;
  const bool pre_render = s.scanline == chip_.timing().pre_render_line;
  for (int dot = from; dot <= to; ++dot) {
    if (!isReadDot(dot) && dot != firstDot(action::StartClear) && !pre_render) {
      const int writes = (to - dot + 1) / 2;
      const unsigned first = s.secondary_address, end = first + static_cast<unsigned>(writes);
      for (unsigned at = first; at < end; ++at) s.secondary_oam[at % s.secondary_oam.size()] = 0xFF;
      s.secondary_address = end;
      s.oam_latch = writes > 0 ? 0xFF : s.oam_buffer;
      s.oam_buffer = s.oam_buffer_in = 0xFF;
      dot += std::max(0, 2 * writes - 1);
      continue;
    }
    s.dot = static_cast<uint16_t>(dot);
    s.oam_latch = s.oam_buffer;
    chip_.clearSecondaryDot(actionsAt(LineKind::Visible, dot));
    s.oam_buffer = s.oam_buffer_in;
  }
}

// Dot by dot, but for sprites that are out of range.
void Accelerator::evaluateDots(int from, int to) {
  State& s = chip_.s;
  if (from <= std::min(to, last_clear_dot)) {
    clearDots(from, std::min(to, last_clear_dot));
    from = first_search_dot;
  }
  for (int dot = from; dot <= to; ++dot) {
    s.sprite_overflow_readable = s.status.sprite_overflow;
    if (!isReadDot(dot) && dot > first_search_dot) {
      if (const int passed = passSprites(dot, to); passed > 0) {
        dot += 2 * passed - 1;
        continue;
      }
    }
    s.dot = static_cast<uint16_t>(dot);
    s.oam_latch = s.oam_buffer;
    chip_.evaluateDot(actionsAt(LineKind::Visible, dot));
    s.oam_buffer = s.oam_buffer_in;
  }
}

// Most of the search: sprites that are out of range, two dots each from `dot` on, an odd one. Returns how
// many were passed by.
int Accelerator::passSprites(int dot, int to) {
  State& s = chip_.s;
  if (s.evaluation_step != 0 || s.secondary_full || s.scanline == chip_.timing().pre_render_line) return 0;
  const int most = (to - dot + 1) / 2;
  int passed = 0;
  if (s.oam_address_overflowed) {
    // All 64 sprites were examined; the address wraps around.
    if (most == 0) return 0;
    s.oam_latch = s.oam[most > 1 ? (s.oam_address + 4 * (most - 1)) & 0xFC : s.oam_address];
    s.oam_address = static_cast<uint8_t>((s.oam_address + 4 * most) & 0xFC);
    s.oam_buffer = s.oam_buffer_in = s.secondary_oam[s.secondary_address];
    return most;
  }
  // The last sprite's step ends the search, and an address that is no multiple of four is realigned.
  if (s.oam_address & 3) return 0;
  const unsigned height = s.control.spriteHeight();
  unsigned address = s.oam_address;
  while (passed < most && address < 0xFC && !inRange(s.scanline, s.oam[address], height)) {
    address += 4;
    ++passed;
  }
  if (passed == 0) return 0;
  const uint8_t y = s.oam[address - 4];
  s.sprite_row = spriteRow(s.scanline, y);
  s.secondary_oam[s.secondary_address] = y;
  s.oam_latch = s.oam_buffer = s.oam_buffer_in = y;
  s.oam_address = static_cast<uint8_t>(address);
  return passed;
}

// The whole search, of which only what it found is kept. Preconditions: secondary OAM is clear, and the
// search begins with sprite 0.
void Accelerator::searchOam(int line) {
  State& s = chip_.s;
  const unsigned height = s.control.spriteHeight();
  s.secondary_full = false;
  s.ninth_found = false;
  s.oam_address_overflowed = true;  // unless the search for a ninth runs out of dots
  s.sprite_zero_next = inRange(line, s.oam[0], height);
  int slot = 0;
  int steps = 0;
  int sprite = 0;
  for (; sprite < 64 && slot < 8; ++sprite) {
    const uint8_t* bytes = &s.oam[static_cast<size_t>(sprite) * 4];
    uint8_t* copy = &s.secondary_oam[static_cast<size_t>(slot) * 4];
    copy[0] = bytes[0];
    ++steps;
    if (!inRange(line, bytes[0], height)) continue;
    copy[1] = bytes[1];
    copy[2] = bytes[2];
    copy[3] = bytes[3];
    steps += 3;
    ++slot;
  }
  if (slot < 8) return;
  s.secondary_full = true;
  if (sprite < 64) searchPastEighth(line, static_cast<uint8_t>(sprite * 4), steps);
}

void Accelerator::searchPastEighth(int line, uint8_t address, int steps) {
  State& s = chip_.s;
  const unsigned height = s.control.spriteHeight();
  OverflowSearch search{address, 0, false};
  for (; steps < evaluation_steps; ++steps) {
    const uint8_t before = search.oam_address;
    if (search.advance(inRange(line, s.oam[before], height)))
      s.ninth_found = s.status.sprite_overflow = s.sprite_overflow_readable = true;
    if (search.oam_address < before && search.oam_address < 4) return;
  }
  s.oam_address_overflowed = false;
}

// Whole sprite units, and single dots before and after them.
void Accelerator::spriteFetchDots(int from, int to) {
  State& s = chip_.s;
  s.dot = static_cast<uint16_t>(from - 1);
  while (s.dot < to) {
    const int next = s.dot + 1;
    const int unit = static_cast<int>(spriteUnitAt(next));
    const bool at_start = fetchStep(next) == FetchStep::NametableAddress;
    if (at_start && to - s.dot >= fetch_steps && (unit == 0 || s.secondary_address == unit * 4)) {
      fetchUnit(unit);
      s.dot = static_cast<uint16_t>(s.dot + fetch_steps);
    } else {
      chip_.firstHalf();
      chip_.secondHalf();
      if (watchesA12() && fetchStep(next) >= FetchStep::LowAddress) noteUnit(static_cast<size_t>(unit));
    }
  }
}

// Fills a unit with this row of a sprite. Returns where the row lies.
unsigned Accelerator::fetchPatterns(SpriteUnit& unit, const uint8_t* sprite, unsigned row) const {
  const Control& control = chip_.s.control;
  const unsigned address = spritePatternAddress(control, sprite[1], sprite[2], row);
  unit.attribute = sprite[2];
  unit.x_counter = sprite[3];
  unit.pattern_low = unit.pattern_high = 0;
  if (row < control.spriteHeight()) {
    const uint8_t* chr = chip_.wiring().spritePattern(address);
    const bool flip = sprite[2] & sprite_attribute::flip_x;
    unit.pattern_low = flip ? mirrored(chr[0]) : chr[0];
    unit.pattern_high = flip ? mirrored(chr[high_plane]) : chr[high_plane];
  }
  return address;
}

// The eight dots of a unit. The first one of them leaves the picture; v takes t's vertical bits on the
// pre-render line.
void Accelerator::fetchUnit(int i) {
  State& s = chip_.s;
  const int line = s.scanline;
  s.sprite_zero_current = s.sprite_zero_next;
  s.sprite_overflow_readable = s.status.sprite_overflow;
  s.oam_address = 0;
  if (i == 0) {
    s.evaluation_step = 0;
    chip_.shiftTiles();
    s.v.incrementY();
  }
  // The low byte of the first nametable address goes out before v takes t's X.
  const unsigned latched = s.v.nametableAddress() & 0xFFu;
  if (i == 0) s.v.copyX(s.t);
  constexpr int first_copy = static_cast<int>(spriteUnitAt(firstDot(action::CopyY) + 1));
  constexpr int last_copy = static_cast<int>(spriteUnitAt(lastDot(action::CopyY) + 1));
  if (line == chip_.timing().pre_render_line && i >= first_copy && i <= last_copy) s.v.copyY(s.t);

  const uint8_t* sprite = &s.secondary_oam[static_cast<size_t>(i) * 4];
  s.sprite_row = spriteRow(line, sprite[0]);
  const unsigned address = fetchPatterns(s.sprites[static_cast<size_t>(i)], sprite, s.sprite_row);
  if (i == 0) s.tile_number = *chip_.wiring().nametableByte((s.v.nametableAddress() & 0x3F00u) | latched);
  s.fetched = *chip_.wiring().nametableByte(s.v.nametableAddress());
  s.pattern_address = static_cast<uint16_t>(address | high_plane);
  if (i != 0) s.tile_number = s.fetched;
  s.sprite_tile = sprite[1];
  if (watchesA12()) noteUnit(static_cast<size_t>(i));
  s.octal_latch = static_cast<uint8_t>(s.pattern_address);
  s.address_bus = static_cast<uint16_t>((s.pattern_address & 0xFF00) |
                                        *chip_.wiring().spritePattern(address | high_plane));
  s.oam_buffer_in = s.oam_buffer = s.oam_latch = sprite[3];
  s.secondary_address = static_cast<unsigned>(i) * 4 + 4;
}

// Dots after the last unit.
void Accelerator::idleSpriteDots(int count) {
  State& s = chip_.s;
  s.sprite_overflow_readable = s.status.sprite_overflow;
  s.oam_buffer_in = s.secondary_oam[0];
  s.oam_latch = count > 1 ? s.oam_buffer_in : s.oam_buffer;
  s.oam_buffer = s.oam_buffer_in;
}

}  // namespace jumpscope::ppu::fast
