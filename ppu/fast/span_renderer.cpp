// Span renderer: any span of a rendered scanline in which no register is accessed, in a few steps: eight dots
// of tile fetches or one sprite unit at a time. The closed form of Ppu::firstHalf and Ppu::secondHalf.
#include <algorithm>
#include <bit>

#include "ppu/fast/landmarks.h"
#include "ppu/fast/span_renderer.h"
#include "ppu/fast/tile_row.h"

namespace jumpscope::ppu::fast {

namespace {

constexpr int first_unit_done = first_unit_dot + fetch_steps - 1;

}  // namespace

void SpanRenderer::renderDots(int from, int to) {
  State& s = chip_.s;
  if (from == 0) {
    renderDotZero();
    from = 1;
  }
  if (from <= std::min(to, last_picture_dot)) {
    pictureDots(from, to);
    // What is fetched next leaves only what evaluation found.
    search_.span(from, std::min(to, last_picture_dot), to >= first_unit_done);
    from = last_picture_dot + 1;
  }
  if (from <= std::min(to, last_unit_dot)) {
    spriteFetchDots(from, std::min(to, last_unit_dot));
    from = last_unit_dot + 1;
  }
  if (from == last_unit_dot + 1 && from <= to) countSecondary();
  if (from <= to) idleSpriteDots(from, to - from + 1);
  if (from <= std::min(to, last_prefetch_dot)) {
    fetchTiles(static_cast<int>(fetchStep(from)), std::min(to, last_prefetch_dot) - from + 1);
    from = last_prefetch_dot + 1;
  }
  if (from <= to) dummyDots(from, to);
  s.dot = static_cast<uint16_t>(to);
  s.copy_x_due = to == first_unit_dot;
  if (to == last_dot && chip_.onPreRenderLine()) s.skip_dot = chip_.timing().skips_odd_dot && s.odd_frame;
}

void SpanRenderer::renderDotZero() {
  State& s = chip_.s;
  s.oam_latch = s.oam_buffer;
  if (s.scanline != chip_.timing().pre_render_line) {
    s.secondary_address = 0;
    s.secondary_full = false;
  }
  s.oam_buffer = s.secondary_oam[s.secondary_address];
  s.dot = 0;
  chip_.fetchDummy(action::IdleAddress, {true, false});
}

// Dot 0 of the scanline after the picture.
void SpanRenderer::leavePicture() {
  State& s = chip_.s;
  s.scanline = visible_lines;
  s.dot = 0;
  s.oam_latch = s.oam_buffer;
  s.secondary_address = 0;
  s.secondary_full = false;
  chip_.fetchDummy(action::IdleAddress, {false, false});
}

// The part of `from` to `to` that lies in the picture, but for the search of OAM.
void SpanRenderer::pictureDots(int from, int to) {
  State& s = chip_.s;
  const int end = std::min(to, last_picture_dot);
  const bool pre_render = s.scanline == chip_.timing().pre_render_line;
  if (from == firstDot(action::EndVblank) && pre_render) {
    s.status = Status{};
    s.sprite_zero_armed = true;
    s.sprite_overflow_readable = false;
  }
  Compositor::Row row;
  std::fill_n(row.places.begin(), 8, uint16_t{0});
  const bool painting = chip_.screen.picture && !pre_render;
  // A whole scanline ends up on the screen with the greyscale and emphasis of this moment.
  const bool whole = from == 1 && to >= first_unit_done;
  const int count = end - from + 1;
  if (looksAtPixels(s.scanline)) {
    if (const int hit = findHit(from, count); hit != 0) {
      s.sprite_zero_armed = false;
      if (hit < to)
        s.status.sprite_zero_hit = true;
      else
        s.sprite_zero_pipeline = 2;
    }
    if (painting) compositor_.paintDots(from, count, whole ? s.color_mask : Mask{}, row.dots());
  }
  shiftUnits(count);
  fetchTiles(static_cast<int>(fetchStep(from)), count);
  // The dots after the picture put its last pixels there.
  if (painting) compositor_.putOnScreen(s.scanline, from, end, row.dots(), whole);
}

bool SpanRenderer::mayHit() const {
  const State& s = chip_.s;
  return s.sprite_zero_armed && s.sprite_zero_current && s.mask.bothLayers();
}

// The dot in which sprite 0 hits the background among `count` dots from `from` on, whole tiles; 0: none.
int SpanRenderer::findHit(int from, int count) const {
  if (!mayHit()) return 0;
  const State& s = chip_.s;
  const SpriteUnit& unit = s.sprites[0];
  unsigned opaque = unit.pattern_low | unit.pattern_high;
  if (opaque == 0 || unit.x_counter >= count) return 0;
  opaque &= backgroundBits(chip_, unit.x_counter, true);
  const int first = from + unit.x_counter;
  const int pixels = std::min(count - unit.x_counter, lastDot(action::HitPossible) + 1 - first);
  if (pixels < 8) opaque &= ~(0xFFu >> std::max(0, pixels));
  opaque &= pixelsThatHit(chip_.s, first);
  return opaque == 0 ? 0 : first + std::countl_zero(static_cast<uint8_t>(opaque));
}

void SpanRenderer::shiftUnits(int count) {
  for (SpriteUnit& unit : chip_.s.sprites) {
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

}  // namespace jumpscope::ppu::fast
