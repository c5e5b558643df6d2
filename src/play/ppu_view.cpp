#include "src/play/ppu_view.h"

namespace jumpscope::play {

namespace {

// Two bits of a tile's pixel, 0-3.
int tilePixel(const console::Console& console, uint16_t table, int tile, int x, int y) {
  const uint16_t row = static_cast<uint16_t>(table + tile * 16 + y);
  const int bit = 7 - x;
  return (console.peekPpu(row) >> bit & 1) | (console.peekPpu(static_cast<uint16_t>(row + 8)) >> bit & 1)
                                                 << 1;
}

// Color 0 of every palette is the backdrop.
uint32_t colorOf(const ppu::State& state, int palette, int pixel, ColorsView colors) {
  return colors[state.palette[pixel == 0 ? 0 : static_cast<size_t>(palette * 4 + pixel)] & 0x3F];
}

// Which of four palettes the attribute table gives to a tile.
int paletteOfTile(const console::Console& console, uint16_t nametable, int column, int row) {
  const uint16_t address = static_cast<uint16_t>(nametable + 0x3C0 + row / 4 * 8 + column / 4);
  return console.peekPpu(address) >> ((row & 2) << 1 | (column & 2)) & 3;
}

void drawTile(const console::Console& console, const ppu::State& state, uint16_t table, int tile, int palette,
              ColorsView colors, uint32_t* to, int stride) {
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; ++x)
      to[y * stride + x] = colorOf(state, palette, tilePixel(console, table, tile, x, y), colors);
}

}  // namespace

std::vector<uint32_t> nametablePicture(const console::Console& console, ColorsView colors) {
  constexpr int width = 512, height = 480;
  std::vector<uint32_t> pixels(size_t{width} * height);
  const ppu::State state = console.state().ppu;
  for (int table = 0; table < 4; ++table)
    for (int row = 0; row < 30; ++row)
      for (int column = 0; column < 32; ++column) {
        const uint16_t nametable = static_cast<uint16_t>(0x2000 + table * 0x400);
        const int tile = console.peekPpu(static_cast<uint16_t>(nametable + row * 32 + column));
        const int x = (table & 1) * 256 + column * 8, y = (table >> 1) * 240 + row * 8;
        drawTile(console, state, state.control.background_table, tile,
                 paletteOfTile(console, nametable, column, row), colors,
                 &pixels[static_cast<size_t>(y * width + x)], width);
      }
  return pixels;
}

TileAt tileAt(const console::Console& console, int x, int y) {
  const auto nametable = static_cast<uint16_t>(0x2000 + (x / 256 + y / 240 * 2) * 0x400);
  const int column = x % 256 / 8, row = y % 240 / 8;
  TileAt at;
  at.address = static_cast<uint16_t>(nametable + row * 32 + column);
  at.tile = console.peekPpu(at.address);
  at.pattern = static_cast<uint16_t>(console.state().ppu.control.background_table + at.tile * 16);
  at.attribute_address = static_cast<uint16_t>(nametable + 0x3C0 + row / 4 * 8 + column / 4);
  at.attribute = console.peekPpu(at.attribute_address);
  at.palette = paletteOfTile(console, nametable, column, row);
  return at;
}

Scroll scrollOf(const ppu::State& state) {
  const int coarse_x = state.t & 0x1F, coarse_y = state.t >> 5 & 0x1F, fine_y = state.t >> 12 & 7;
  return {(state.t >> 10 & 1) * 256 + coarse_x * 8 + state.fine_x,
          (state.t >> 11 & 1) * 240 + coarse_y * 8 + fine_y};
}

std::vector<uint32_t> patternPicture(const console::Console& console, int palette, ColorsView colors) {
  constexpr int width = 256, height = 128;
  std::vector<uint32_t> pixels(size_t{width} * height);
  const ppu::State state = console.state().ppu;
  for (int table = 0; table < 2; ++table)
    for (int tile = 0; tile < 256; ++tile) {
      const int x = table * 128 + tile % 16 * 8, y = tile / 16 * 8;
      drawTile(console, state, static_cast<uint16_t>(table * 0x1000), tile, palette, colors,
               &pixels[static_cast<size_t>(y * width + x)], width);
    }
  return pixels;
}

std::array<uint32_t, 32> paletteColors(const ppu::State& state, ColorsView colors) {
  std::array<uint32_t, 32> result{};
  for (size_t i = 0; i < result.size(); ++i) result[i] = colors[state.palette[i] & 0x3F];
  return result;
}

std::array<SpriteView, 64> spritesOf(const ppu::State& state) {
  constexpr uint8_t first_hidden = 239;
  std::array<SpriteView, 64> sprites{};
  for (size_t i = 0; i < sprites.size(); ++i) {
    const uint8_t* bytes = &state.oam[i * 4];
    sprites[i] = {bytes[3], bytes[0], bytes[1], bytes[2], bytes[0] < first_hidden};
  }
  return sprites;
}

std::vector<uint32_t> spritePicture(const console::Console& console, int index, ColorsView colors) {
  constexpr int width = 8, height = 16;
  std::vector<uint32_t> pixels(size_t{width} * height);
  const ppu::State state = console.state().ppu;
  const SpriteView sprite = spritesOf(state)[static_cast<size_t>(index)];
  const int rows = static_cast<int>(state.control.spriteHeight());
  const bool mirrored = sprite.attribute & 0x40, upside_down = sprite.attribute & 0x80;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < width; ++x) {
      const int from_x = mirrored ? 7 - x : x, from_y = upside_down ? rows - 1 - y : y;
      // A tall sprite's table is in bit 0 of its tile, and the lower half is the next tile.
      const uint16_t table = state.control.tall_sprites ? static_cast<uint16_t>((sprite.tile & 1) * 0x1000)
                                                        : state.control.sprite_table;
      const int tile = state.control.tall_sprites ? (sprite.tile & 0xFE) + from_y / 8 : sprite.tile;
      const int pixel = tilePixel(console, table, tile, from_x, from_y % 8);
      if (pixel != 0)
        pixels[static_cast<size_t>(y * width + x)] =
            colorOf(state, 4 + (sprite.attribute & 3), pixel, colors);
    }
  return pixels;
}

}  // namespace jumpscope::play
