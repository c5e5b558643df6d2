#include "tests/ppu/reference_picture.h"

#include <cstdio>
#include <fstream>
#include <random>

#include "jumpscope_test_paths.h"
#include "ppu/palette.h"

namespace jumpscope::ppu::tests {

namespace {

struct Layer {
  int color = 0;    // 0-3; 0 is transparent
  int palette = 0;  // 0-3 background, 4-7 sprites
  bool behind = false;
};

int patternPixel(const Bench& bench, int table, int tile, int row, int column) {
  const size_t at = static_cast<size_t>(table * 0x1000 + tile * 16 + row);
  return ((bench.chr[at] >> (7 - column)) & 1) | ((bench.chr[at + 8] >> (7 - column)) & 1) << 1;
}

Layer backgroundAt(const Bench& bench, const View& view, int x, int y) {
  const int across = (view.scroll_x + x) % 512, down = (view.scroll_y + y) % 480;
  const int nametable = across / 256 | (down / 240) << 1;
  const int column = across % 256, row = down % 240;
  const auto cell = [&](int offset) {
    return bench.ppu.peek(static_cast<uint16_t>(0x2000 + nametable * 0x400 + offset));
  };
  const int tile = cell(row / 8 * 32 + column / 8);
  const int attribute = cell(0x3C0 + row / 32 * 8 + column / 32);
  const int quadrant = (column / 16 & 1) | (row / 16 & 1) << 1;
  const int table = (view.control & control::background_table) ? 1 : 0;
  return {patternPixel(bench, table, tile, row % 8, column % 8), (attribute >> (quadrant * 2)) & 3, false};
}

// The first opaque pixel among the first eight sprites of the line.
Layer spriteAt(const Bench& bench, const View& view, int x, int y) {
  const int height = (view.control & control::tall_sprites) ? 16 : 8;
  int found = 0;
  for (size_t at = 0; at < 256 && found < 8; at += 4) {
    const int top = bench.ppu.s.oam[at] + 1, left = bench.ppu.s.oam[at + 3];
    const uint8_t attributes = bench.ppu.s.oam[at + 2];
    if (y < top || y >= top + height) continue;
    ++found;
    if (x < left || x >= left + 8) continue;
    int row = y - top, column = x - left;
    if (attributes & 0x80) row = height - 1 - row;
    if (attributes & 0x40) column = 7 - column;
    int tile = bench.ppu.s.oam[at + 1], table = (view.control & control::sprite_table) ? 1 : 0;
    if (height == 16) {
      table = tile & 1;
      tile = (tile & 0xFE) + row / 8;
      row %= 8;
    }
    const int color = patternPixel(bench, table, tile, row, column);
    if (color != 0) return {color, 4 | (attributes & 3), (attributes & 0x20) != 0};
  }
  return {};
}

void writePpm(const Picture& picture, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  file << "P6\n" << picture_width << " " << picture_height << "\n255\n";
  for (const uint16_t pixel : picture) {
    const Rgb color = ntsc_palette[pixel & 0x1FF];
    file.put(static_cast<char>(color.red));
    file.put(static_cast<char>(color.green));
    file.put(static_cast<char>(color.blue));
  }
}

}  // namespace

void fillWithNoise(Bench& bench, uint32_t seed) {
  std::mt19937 random(seed);
  const auto byte = [&] { return static_cast<uint8_t>(random() >> 13); };
  for (uint8_t& b : bench.chr) b = byte();
  // A third of the rows is clear, so that both layers show.
  for (size_t tile = 0; tile < 512; ++tile)
    for (size_t row = 0; row < 8; ++row)
      if (random() % 3 == 0) bench.chr[tile * 16 + row] = bench.chr[tile * 16 + row + 8] = 0;
  for (uint8_t& b : bench.ppu.s.vram) b = byte();
  for (uint8_t& b : bench.ppu.s.palette) b = byte() & 0x3F;
  for (size_t i = 0; i < 256; ++i) bench.ppu.s.oam[i] = (i & 3) == 2 ? byte() & 0xE3 : byte();
  // Behind fewer than eight finds, secondary OAM keeps the last sprite's Y; the pre-render line would take it
  // for a sprite of line 0.
  bench.ppu.s.oam[63 * 4] = 0xF0;
}

void drawReferenceLine(const Bench& bench, const View& view, int y, int background_line, uint16_t* line) {
  for (int x = 0; x < picture_width; ++x) {
    Layer background, sprite;
    if ((view.mask & mask::background) && (x >= 8 || (view.mask & mask::left_background)))
      background = backgroundAt(bench, view, x, background_line);
    if ((view.mask & mask::sprites) && (x >= 8 || (view.mask & mask::left_sprites)))
      sprite = spriteAt(bench, view, x, y);
    const bool sprite_wins = sprite.color != 0 && (background.color == 0 || !sprite.behind);
    const Layer& shown = sprite_wins ? sprite : background;
    const size_t entry = shown.color == 0 ? 0 : static_cast<size_t>(shown.palette << 2 | shown.color);
    const int grey = (view.mask & mask::greyscale) ? 0x30 : 0x3F;
    line[x] = static_cast<uint16_t>((bench.ppu.s.palette[entry] & grey) | (view.mask & 0xE0) << 1);
  }
}

Picture referencePicture(const Bench& bench, const View& view) {
  Picture picture(picture_width * picture_height);
  for (int y = 0; y < picture_height; ++y)
    drawReferenceLine(bench, view, y, y, picture.data() + y * picture_width);
  return picture;
}

void apply(Bench& bench, const View& view) {
  bench.read(2);
  bench.write(0, static_cast<uint8_t>(view.control | view.scroll_x / 256 | (view.scroll_y / 240) << 1));
  bench.write(5, static_cast<uint8_t>(view.scroll_x % 256));
  bench.write(5, static_cast<uint8_t>(view.scroll_y % 240));
  bench.write(1, view.mask);
}

void expectPicture(const Picture& got, const Picture& expected, const std::string& name) {
  for (size_t i = 0; i < expected.size(); ++i) {
    if (got[i] == expected[i]) continue;
    const std::string stem = std::string(JUMPSCOPE_BINARY_DIR) + "/" + name;
    writePpm(got, stem + ".got.ppm");
    writePpm(expected, stem + ".expected.ppm");
    char pixel[96];
    std::snprintf(pixel, sizeof pixel, "x %zu, y %zu: expected $%03X, got $%03X", i % picture_width,
                  i / picture_width, expected[i], got[i]);
    ADD_FAILURE() << name << ": first wrong pixel " << pixel << "; see " << stem << ".*.ppm";
    return;
  }
}

}  // namespace jumpscope::ppu::tests
