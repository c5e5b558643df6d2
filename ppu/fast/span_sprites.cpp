// The fetches of the next scanline's sprites. The closed form of Ppu::fetchSpriteByte.
#include <algorithm>

#include "ppu/fast/span_renderer.h"
#include "ppu/patterns.h"

namespace jumpscope::ppu::fast {

namespace {

// With the first four steps of a unit secondary OAM's address counts.
constexpr int counting_steps = 4;

}  // namespace

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
    } else if (const int step = (next - 1) % fetch_steps; mayFetchPart(unit, step)) {
      fetchPart(unit, step, std::min(fetch_steps, step + to - next + 1));
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

// True if some steps of a unit do no more than fetch. The pre-render line, on which v takes t, goes by itself.
bool SpanRenderer::mayFetchPart(int unit, int step) const {
  const State& s = chip_.s;
  if (chip_.onPreRenderLine() || s.copy_x_due) return false;
  // v takes t's X in the second step, if rendering was enabled before the first.
  if (unit == 0 && step < 2) return step == 0 && mayFetchUnit(unit);
  return s.evaluation_step == 0;
}

// Steps `from` to `to`, not included, of a unit's eight: fetchSpriteDot() and the counters of secondary OAM.
void SpanRenderer::fetchPart(int i, int from, int to) {
  State& s = chip_.s;
  SpriteUnit& unit = s.sprites[static_cast<size_t>(i)];
  const auto aim = [&](unsigned plane) {
    s.pattern_address = static_cast<uint16_t>(
        spritePatternAddress(s.control, s.sprite_tile, unit.attribute, s.sprite_row) | plane);
  };
  const auto put = [&](unsigned address) {
    s.address_bus = static_cast<uint16_t>(address);
    s.octal_latch = static_cast<uint8_t>(address);
  };
  const auto readAtLatch = [&](unsigned address) {
    s.octal_latch = static_cast<uint8_t>(s.address_bus);
    s.address_bus = static_cast<uint16_t>((address & 0xFF00) | s.octal_latch);
    return chip_.fetch(true);
  };
  const auto patternByte = [&](unsigned plane) -> uint8_t {
    aim(plane);
    const uint8_t byte = readAtLatch(s.pattern_address);
    if (s.sprite_row >= s.control.spriteHeight()) return 0;
    return (unit.attribute & sprite_attribute::flip_x) ? mirrored(byte) : byte;
  };
  if (i == 0 && chip_.screen.picture && s.scanline < visible_lines)
    compositor_.putOnScreen(s.scanline, s.dot + 1, s.dot + to - from, nullptr, false);
  if (i == 0 && from == 0) {
    search_.leave();
    s.v.incrementY();
  }
  for (int step = from; step < to; ++step) {
    s.oam_latch = s.oam_buffer;
    switch (static_cast<FetchStep>(step)) {
      case FetchStep::NametableAddress:
      case FetchStep::AttributeAddress:
        put(s.v.nametableAddress());
        break;
      case FetchStep::Nametable:
        if (i == 0) s.v.copyX(s.t);
        s.fetched = readAtLatch(s.v.nametableAddress());
        break;
      case FetchStep::Attribute:
        unit.attribute = s.oam_buffer;
        s.fetched = readAtLatch(s.v.nametableAddress());
        break;
      case FetchStep::LowAddress:
        unit.x_counter = s.oam_buffer;
        aim(0);
        put(s.pattern_address);
        break;
      case FetchStep::Low:
        unit.pattern_low = patternByte(0);
        break;
      case FetchStep::HighAddress:
        aim(high_plane);
        put(s.pattern_address);
        break;
      case FetchStep::High:
        unit.pattern_high = patternByte(high_plane);
        break;
    }
    // Before the first unit, the address was reset.
    if (step < counting_steps && (i != 0 || step != 0)) countSecondary();
    s.oam_buffer = s.secondary_oam[s.secondary_address];
    if (step == static_cast<int>(FetchStep::Nametable)) {
      s.tile_number = static_cast<uint8_t>(s.address_bus);
      chip_.latchSprite();
    }
    if (line12_.isWatched() && step >= static_cast<int>(FetchStep::LowAddress))
      line12_.noteUnit(static_cast<size_t>(i), s.pattern_address);
  }
  s.oam_address = 0;
  s.sprite_zero_current = s.sprite_zero_next;
  s.sprite_overflow_readable = s.status.sprite_overflow;
  s.dot = static_cast<uint16_t>(s.dot + to - from);
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
