// Pixels: the priority multiplexer with sprite-0 hit, and the way of a color to the screen. Source: NESdev
// "PPU rendering" and "PPU OAM", "Sprite zero hits".
#include "ppu/color.h"
#include "ppu/patterns.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

void Ppu::pixelDot(uint32_t actions) {
  if (screen.picture)
    screen.chosen = {screen.chosen[0], screen.chosen[0], screen.chosen[1], screen.chosen[2]};
  if (actions & action::Pixel) choosePixel(actions);
  if (actions & action::ShiftSprites) shiftSprites();
  if (screen.picture) draw(actions);
}

// Hits are exact whether or not anybody wants the pixel.
void Ppu::choosePixel(uint32_t actions) {
  const bool left_column = actions & action::LeftColumn;
  const bool show_background = s.mask.background() && (!left_column || s.mask.leftBackground());
  const bool show_sprites = s.mask.sprites() && (!left_column || s.mask.leftSprites());
  const bool hit_possible =
      s.sprite_zero_armed && s.sprite_zero_current && s.mask.bothLayers() && show_sprites;
  if (!screen.picture && !hit_possible) return;

  unsigned color = 0, palette = 0;
  if (show_background) {
    const int shift = 15 - s.fine_x;
    color = (s.background_low >> shift & 1u) | (s.background_high >> shift & 1u) << 1;
    if (color != 0)
      palette = (s.attribute_low >> (shift - 8) & 1u) | (s.attribute_high >> (shift - 8) & 1u) << 1;
  }
  for (size_t i = 0; show_sprites && i < s.sprites.size(); ++i) {
    const SpriteUnit& unit = s.sprites[i];
    if (unit.x_counter != 0 && !s.dot_skipped) continue;
    const unsigned sprite_color = unit.pattern_low >> 7 | (unit.pattern_high >> 7) << 1;
    if (sprite_color == 0) continue;
    if (i == 0 && hit_possible && color != 0 && (actions & action::HitPossible)) {
      s.sprite_zero_pipeline |= 1;
      s.sprite_zero_armed = false;
    }
    if (color == 0 || !(unit.attribute & sprite_attribute::behind)) {
      color = sprite_color;
      palette = 4 | (unit.attribute & sprite_attribute::palette);
    }
    break;
  }
  if (!screen.picture) return;
  const unsigned cell = s.rendering() ? palette << 2 | color : static_cast<unsigned>(idlePaletteIndex(s.v));
  screen.chosen[0] = s.palette[cell];
}

// Greyscale and emphasis act as the pixel reaches the screen.
void Ppu::draw(uint32_t actions) {
  if (!(actions & action::Draw)) return;
  screen.picture[s.scanline * picture_width + s.dot - firstDot(action::Draw)] =
      screenColor(screen.chosen[pixel_delay], s.color_mask);
}

// The flag follows the pixel after two half dots.
void Ppu::moveSpriteZeroHit() {
  if (s.sprite_zero_pipeline & 2) s.status.sprite_zero_hit = true;
  s.sprite_zero_pipeline = (s.sprite_zero_pipeline << 1) & 2;
}

}  // namespace jumpscope::ppu
