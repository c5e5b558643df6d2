// The background's fetches of a span: the closed form of Ppu::fetchTileByte and
// Ppu::shiftTiles.
#include <algorithm>

#include "ppu/fast/span_renderer.h"
#include "ppu/fast/tile_row.h"

namespace jumpscope::ppu::fast {

// `count` dots of background fetches, the first one in this phase of its tile. Two whole tiles leave nothing
// of the one before.
void SpanRenderer::fetchTiles(int phase, int count) {
  if (phase != 0) {
    const int part = std::min(count, 8 - phase);
    count -= part;
    if (count >= 16)
      chip_.s.v.incrementCoarseX();
    else
      fetchSteps(phase, phase + part);
  }
  if (count >= 8) fetchWholeTiles(count >> 3);
  if (count & 7) fetchSteps(0, count & 7);
}

// Steps `from` to `to`, not included, of one tile.
void SpanRenderer::fetchSteps(int from, int to) {
  State& s = chip_.s;
  const int count = to - from;
  const unsigned ones = (1u << count) - 1;
  s.background_low = static_cast<uint16_t>(s.background_low << count);
  s.background_high = static_cast<uint16_t>(s.background_high << count | ones);
  s.attribute_low = static_cast<uint8_t>(s.attribute_low << count | ((s.attribute_latch & 1) ? ones : 0));
  s.attribute_high = static_cast<uint8_t>(s.attribute_high << count | ((s.attribute_latch & 2) ? ones : 0));
  for (int step = from; step < to; ++step) {
    const bool reads = step & 1;
    chip_.fetchTileByte(static_cast<FetchStep>(step), {!reads, reads});
    if (reads && chip_.wiring().extended.bytes) [[unlikely]]
      readExtended(static_cast<FetchStep>(step));
    if (s.commit != Commit::None) chip_.commitFetch();
  }
}

// What a board with extended tiles puts on the bus in place of the byte that was read in this step.
void SpanRenderer::readExtended(FetchStep step) {
  State& s = chip_.s;
  if (step == FetchStep::Nametable) return;
  const ExtendedTiles& extended = chip_.wiring().extended;
  const unsigned place = s.v & 0x3FF;
  s.fetched =
      step == FetchStep::Attribute ? extended.attribute(place) : *extended.pattern(place, s.pattern_address);
  s.address_bus = static_cast<uint16_t>((s.address_bus & 0x3F00u) | s.fetched);
}

// Only the last two tiles remain in the shift registers.
void SpanRenderer::fetchWholeTiles(int tiles) {
  State& s = chip_.s;
  if (tiles > 1) {
    s.v = tilesOn(s.v, tiles - 2);
    const TileRow row = tileAt(chip_, s.v);
    s.v = tilesOn(s.v, 1);
    s.background_low = row.low;
    s.background_high = row.high;
    s.attribute_latch = row.palette;
  }
  const TileRow row = tileAt(chip_, s.v);
  s.background_low = static_cast<uint16_t>(s.background_low << 8 | row.low);
  s.background_high = static_cast<uint16_t>(s.background_high << 8 | row.high);
  s.attribute_low = (s.attribute_latch & 1) ? 0xFF : 0;
  s.attribute_high = (s.attribute_latch & 2) ? 0xFF : 0;
  s.attribute_latch = row.palette;
  s.tile_attribute = row.attribute;
  s.tile_low = row.low;
  s.tile_high = row.high;
  s.fetched = row.high;
  s.pattern_address = static_cast<uint16_t>(row.address | high_plane);
  s.tile_number = static_cast<uint8_t>(s.pattern_address >> 4);
  s.octal_latch = static_cast<uint8_t>(s.pattern_address);
  s.address_bus = static_cast<uint16_t>((s.pattern_address & 0xFF00) | row.high);
  s.v = tilesOn(s.v, 1);
}

// The second dummy fetch repeats the first one.
void SpanRenderer::dummyDots(int from, int to) {
  if (to - from + 1 == dots_per_line - firstDot(action::DummyAddress)) to -= 2;
  for (int dot = from; dot <= to; ++dot) {
    chip_.fetchDummy(actionsAt(LineKind::Visible, dot), {!isReadDot(dot), isReadDot(dot)});
    if (chip_.s.commit != Commit::None) chip_.commitFetch();
  }
}

}  // namespace jumpscope::ppu::fast
