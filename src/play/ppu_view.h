// The memories of the PPU as pictures: nametables, pattern tables, palette and sprites.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "src/console/console.h"

namespace jumpscope::play {

// 0xAABBGGRR by palette index 0-63 | emphasis << 6.
using ColorsView = std::span<const uint32_t, 512>;

// 512 x 480: the four nametables as they are now, with the background's pattern table and palettes.
std::vector<uint32_t> nametablePicture(const console::Console& console, ColorsView colors);
// The tile at a place of that picture. Precondition: it is within.
struct TileAt {
  uint16_t address = 0;  // of the tile's number in the nametable
  uint8_t tile = 0;
  uint16_t pattern = 0;            // where its pattern begins
  uint16_t attribute_address = 0;  // of the byte that has its palette
  uint8_t attribute = 0;
  int palette = 0;
};
TileAt tileAt(const console::Console& console, int x, int y);
// Where the picture begins in them, px.
struct Scroll {
  int x = 0, y = 0;
};
// The scroll at which the next frame starts: the chip's t ($2005, $2006, $2000).
Scroll scrollOf(const ppu::State& state);

// 256 x 128: both pattern tables side by side, in the colors of palette 0-7 (4 and up: sprites).
std::vector<uint32_t> patternPicture(const console::Console& console, int palette, ColorsView colors);

// The 32 entries as colors.
std::array<uint32_t, 32> paletteColors(const ppu::State& state, ColorsView colors);

struct SpriteView {
  uint8_t x, y;  // of the OAM; it is shown a line lower
  uint8_t tile, attribute;
  bool on_screen;  // y is above 239
};
std::array<SpriteView, 64> spritesOf(const ppu::State& state);
// 8 x 16: one sprite, 0 where it is transparent or (8 x 8 sprites) below its end.
std::vector<uint32_t> spritePicture(const console::Console& console, int index, ColorsView colors);

}  // namespace jumpscope::play
