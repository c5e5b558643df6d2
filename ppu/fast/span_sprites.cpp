// The fetches of the next scanline's sprites. The closed form of Ppu::fetchSpriteByte.
#include <algorithm>

#include "ppu/fast/span_renderer.h"
#include "ppu/patterns.h"

namespace jumpscope::ppu::fast {

// Whole sprite units, and single dots before and after them.
void SpanRenderer::spriteFetchDots(int from, int to) {
  State& s = chip_.s;
  s.dot = static_cast<uint16_t>(from - 1);
  while (s.dot < to) {
    const int next = s.dot + 1;
    const int unit = static_cast<int>(spriteUnitAt(next));
    const bool at_start = fetchStep(next) == FetchStep::NametableAddress;
    if (at_start && to - s.dot >= fetch_steps && mayFetchUnit(unit)) {
      if (unit == 0) {
        search_.leave();
        if (chip_.screen.picture && s.scanline < visible_lines)
          compositor_.putOnScreen(s.scanline, next, next + fetch_steps - 1, nullptr, false);
      }
      const int units = (to - s.dot) / fetch_steps;
      fetchUnits(unit, unit + units - 1);
      s.dot = static_cast<uint16_t>(s.dot + units * fetch_steps);
    } else {
      chip_.firstHalf();
      chip_.secondHalf();
      if (line12_.isWatched() && fetchStep(next) >= FetchStep::LowAddress)
        line12_.noteUnit(static_cast<size_t>(unit), s.pattern_address);
    }
  }
}

// True if secondary OAM's address comes to this unit's sprite with the next dot, and keeps in step with the fetches.
bool SpanRenderer::mayFetchUnit(int unit) const {
  const State& s = chip_.s;
  if (s.evaluation_step != 0) return false;
  if (unit != 0) return s.secondary_address == unit * 4 - 1 && !s.secondary_full;
  return !chip_.findsSprite(actionsAt(lineKind(s.scanline, chip_.timing()), s.dot), s.oam_latch);
}

// Secondary OAM's address goes on. With the dot after the last unit it has wrapped around.
void SpanRenderer::countSecondary() {
  State& s = chip_.s;
  if (s.secondary_full) return;
  s.secondary_address = s.secondary_address + 1;
  s.secondary_full = s.secondary_address == 0;
}

// Fills a unit with this row of a sprite. Returns where the row lies.
unsigned SpanRenderer::fetchPatterns(SpriteUnit& unit, const uint8_t* sprite, unsigned row) const {
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

// Whole units, of which the last one leaves the state.
void SpanRenderer::fetchUnits(int first, int last) {
  const bool pre_render = chip_.onPreRenderLine();
  for (int i = first; i <= last; ++i) {
    if (i == 0 || i == last || pre_render)
      fetchUnit(i);
    else
      fillUnit(i);
  }
}

// Fills a unit from secondary OAM. Returns where its row lies.
unsigned SpanRenderer::fillUnit(int i) {
  State& s = chip_.s;
  const uint8_t* sprite = &s.secondary_oam[static_cast<size_t>(i) * 4];
  const unsigned address =
      fetchPatterns(s.sprites[static_cast<size_t>(i)], sprite, spriteRow(s.scanline, sprite[0]));
  if (line12_.isWatched()) line12_.noteUnit(static_cast<size_t>(i), address);
  return address;
}

// The eight dots of a unit. The first one of them leaves the picture; v takes t's vertical bits on the
// pre-render line.
void SpanRenderer::fetchUnit(int i) {
  State& s = chip_.s;
  const int line = s.scanline;
  s.sprite_zero_current = s.sprite_zero_next;
  s.sprite_overflow_readable = s.status.sprite_overflow;
  s.oam_address = 0;
  if (i == 0) {
    s.secondary_full = false;
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
  const unsigned address = fillUnit(i);
  if (i == 0) s.tile_number = *chip_.wiring().nametableByte((s.v.nametableAddress() & 0x3F00u) | latched);
  s.fetched = *chip_.wiring().nametableByte(s.v.nametableAddress());
  s.pattern_address = static_cast<uint16_t>(address | high_plane);
  if (i != 0) s.tile_number = s.fetched;
  s.sprite_tile = sprite[1];
  s.octal_latch = static_cast<uint8_t>(s.pattern_address);
  s.address_bus = static_cast<uint16_t>((s.pattern_address & 0xFF00) |
                                        *chip_.wiring().spritePattern(address | high_plane));
  s.oam_buffer = s.oam_latch = sprite[3];
  s.secondary_address = static_cast<unsigned>(i) * 4 + 3;
}

// Dots after the last unit.
void SpanRenderer::idleSpriteDots(int first, int count) {
  State& s = chip_.s;
  s.sprite_overflow_readable = s.status.sprite_overflow;
  const uint8_t shown = s.secondary_oam[s.secondary_address];
  const int nametable = (first + fetch_steps - 2) / fetch_steps * fetch_steps + 2;
  if (nametable <= std::min(first + count - 1, firstDot(action::DummyFetch))) {
    s.sprite_row = spriteRow(s.scanline, first == nametable && count <= fetch_steps ? s.oam_buffer : shown);
    s.sprite_tile = shown;
  }
  s.oam_latch = count > 1 ? shown : s.oam_buffer;
  s.oam_buffer = shown;
}

}  // namespace jumpscope::ppu::fast
