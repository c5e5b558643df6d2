// Pixels: the priority multiplexer with sprite-0 hit, and the way of a color to the screen. Source: NESdev
// "PPU rendering" and "PPU OAM", "Sprite zero hits".
#include "ppu/color.h"
#include "ppu/patterns.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

namespace {

// While the skipped dot's effects last, no counter holds a unit.
constexpr bool showsPixel(const SpriteUnit& unit, bool dot_skipped) {
  return (unit.x_counter == 0 || dot_skipped) && ((unit.pattern_low | unit.pattern_high) & 0x80);
}

}  // namespace

// The pixels on their way move on.
void Ppu::paintDot(uint32_t actions) {
  screen.grow();
  // While nothing is rendered, v selects the cell if it points into the palette.
  if (isPaletteAddress(s.v) && (!s.rendering() || !onRenderedLine())) {
    const int cell = paletteIndex(s.v);
    screen.show(cell_delay, cell, s.palette[static_cast<size_t>(cell)]);
  }
  screen.chosen[grey_delay] = greyscaled(screen.chosen[grey_delay], s.color_mask);
  if (actions & action::Pixel) choosePixel(actions);
  draw(actions);
}

// Hits are exact whether or not anybody wants the pixel.
void Ppu::choosePixel(uint32_t actions) {
  const bool hit_possible = s.sprite_zero_armed && s.sprite_zero_current;
  if (!screen.picture && !showsPixel(s.sprites[0], s.dot_skipped)) return;
  candidate = {.clock = s.clock,
               .fine_x = s.fine_x,
               .low = s.background_low,
               .high = s.background_high,
               .attribute_low = s.attribute_low,
               .attribute_high = s.attribute_high,
               .actions = actions,
               .layers = layersOfPixel()};
  for (size_t i = 0; i < s.sprites.size(); ++i) {
    const SpriteUnit& unit = s.sprites[i];
    if (!showsPixel(unit, s.dot_skipped)) continue;
    const unsigned color = unit.pattern_low >> 7 | (unit.pattern_high >> 7) << 1;
    candidate.sprite = static_cast<uint8_t>((4u | (unit.attribute & sprite_attribute::palette)) << 2 | color);
    candidate.behind = unit.attribute & sprite_attribute::behind;
    candidate.zero = i == 0 && hit_possible;
    break;
  }
  const unsigned cell = multiplex();
  if (candidate.hit) {
    s.sprite_zero_pipeline |= 1;
    s.sprite_zero_armed = false;
  }
  if (screen.picture) screen.show(0, static_cast<int>(cell), s.palette[cell]);
}

// The cell of the palette that the candidate shows, and whether it is a hit.
unsigned Ppu::multiplex() {
  const bool left_column = candidate.actions & action::LeftColumn;
  const Mask layers = candidate.layers;
  const bool show_background = layers.background() && (!left_column || layers.leftBackground());
  const bool show_sprites = layers.sprites() && (!left_column || layers.leftSprites());
  candidate.hit = false;
  if (!s.rendering()) return 0;
  unsigned pixel = 0;
  if (show_background) {
    const int shift = 15 - candidate.fine_x;
    const unsigned color = (candidate.low >> shift & 1u) | (candidate.high >> shift & 1u) << 1;
    const unsigned palette =
        (candidate.attribute_low >> (shift - 8) & 1u) | (candidate.attribute_high >> (shift - 8) & 1u) << 1;
    if (color != 0) pixel = palette << 2 | color;
  }
  if (!show_sprites || candidate.sprite == 0) return pixel;
  candidate.hit = candidate.zero && pixel != 0 && (candidate.actions & action::HitPossible);
  return pixel == 0 || !candidate.behind ? candidate.sprite : pixel;
}

// Fine X may have changed before the pixel's dot was over.
void Ppu::settleCandidate() {
  if (candidate.fine_x == s.fine_x) return;
  candidate.fine_x = s.fine_x;
  const bool hit_before = candidate.hit;
  const unsigned cell = multiplex();
  if (hit_before != candidate.hit) {
    s.sprite_zero_pipeline = candidate.hit ? 2 : 0;
    s.sprite_zero_armed = hit_before;
  }
  if (screen.picture) screen.show(0, static_cast<int>(cell), s.palette[cell]);
}

// Emphasis acts as the pixel reaches the screen, greyscale one dot before.
void Ppu::draw(uint32_t actions) {
  if (!(actions & action::Draw)) return;
  screen.picture[s.scanline * picture_width + s.dot - firstDot(action::Draw)] =
      screenColor(screen.chosen[pixel_delay], s.color_mask.only(mask::emphasis));
}

// The flag follows the pixel after two half dots.
void Ppu::moveSpriteZeroHit() {
  if (s.sprite_zero_pipeline & 2) s.status.sprite_zero_hit = true;
  s.sprite_zero_pipeline = (s.sprite_zero_pipeline << 1) & 2;
}

}  // namespace jumpscope::ppu
