// The PPU viewers show what the chip draws.
#include "src/play/ppu_view.h"

#include <gtest/gtest.h>

#include <optional>

#include "jumpscope_test_paths.h"
#include "src/session/machine.h"

namespace jumpscope::play {
namespace {

std::array<uint32_t, 512> distinctColors() {
  std::array<uint32_t, 512> colors{};
  for (size_t i = 0; i < colors.size(); ++i) colors[i] = 0xFF000000u | static_cast<uint32_t>(i);
  return colors;
}

// jumplab in its level, some frames into a jump.
console::Console jumplabInTheAir() {
  session::RomChoice choice;
  choice.rom = JUMPSCOPE_SOURCE_DIR "/roms_test/jumplab/jumplab.nes";
  const auto cartridge = session::loadCartridge(choice);
  console::Options options = session::machineOptions({}, *cartridge);
  options.video = true;
  console::Console console(cartridge, options);
  for (int frame = 0; frame < 260; ++frame) {
    const bool start = frame >= 60 && frame<64, right = frame> 140, jump = frame > 245;
    console.setButtons(0, static_cast<uint8_t>((start ? 0x08 : 0) | (right ? 0x80 : 0) | (jump ? 1 : 0)));
    console.runFrame();
  }
  return console;
}

// The sprite that is drawn first at a place, and its pixel there; nullopt: none covers it.
std::optional<uint32_t> spriteAt(const console::Console& console, ColorsView colors, int x, int y) {
  const auto sprites = spritesOf(console.state().ppu);
  for (size_t i = 0; i < sprites.size(); ++i) {
    const int dx = x - sprites[i].x, dy = y - sprites[i].y - 1;
    if (!sprites[i].on_screen || dx < 0 || dx >= 8 || dy < 0 || dy >= 16) continue;
    const uint32_t pixel =
        spritePicture(console, static_cast<int>(i), colors)[static_cast<size_t>(dy * 8 + dx)];
    if (pixel != 0) return pixel;
  }
  return std::nullopt;
}

// What is told of a tile draws the tile.
TEST(PpuView, TileUnderTheMouseIsTheOneOfThePicture) {
  const auto colors = distinctColors();
  const console::Console console = jumplabInTheAir();
  const auto nametables = nametablePicture(console, colors);
  const ppu::State state = console.state().ppu;
  for (const auto& [x, y] : {std::pair{0, 0}, {255, 239}, {256, 0}, {300, 200}, {40, 250}, {511, 479}}) {
    const TileAt at = tileAt(console, x, y);
    EXPECT_EQ(at.tile, console.peekPpu(at.address));
    const auto row = static_cast<uint16_t>(at.pattern + y % 240 % 8);
    const int bit = 7 - x % 8;
    const int pixel =
        (console.peekPpu(row) >> bit & 1) | (console.peekPpu(static_cast<uint16_t>(row + 8)) >> bit & 1) << 1;
    const size_t entry = pixel == 0 ? 0 : static_cast<size_t>(at.palette * 4 + pixel);
    EXPECT_EQ(nametables[static_cast<size_t>(y * 512 + x)], colors[state.palette[entry] & 0x3F])
        << x << " " << y;
  }
}

TEST(PpuView, NametablesAndSpritesMakeUpThePicture) {
  const auto colors = distinctColors();
  const console::Console console = jumplabInTheAir();
  const ppu::State state = console.state().ppu;
  const auto nametables = nametablePicture(console, colors);
  const Scroll scroll = scrollOf(state);
  const auto picture = console.pixels();
  int background = 0, sprites = 0;
  // Below the status bar, which has a scroll of its own.
  for (int y = 48; y < 232; ++y)
    for (int x = 8; x < 256; ++x) {
      const uint32_t shown = colors[picture[static_cast<size_t>(y * 256 + x)] & 0x3F];
      if (const auto sprite = spriteAt(console, colors, x, y)) {
        if (shown == *sprite) ++sprites;
        continue;
      }
      const int from_x = (scroll.x + x) % 512, from_y = (scroll.y + y) % 480;
      ASSERT_EQ(shown, nametables[static_cast<size_t>(from_y * 512 + from_x)]) << x << ", " << y;
      ++background;
    }
  EXPECT_GT(background, 30000);
  EXPECT_GT(sprites, 50);
}

TEST(PpuView, PatternsAreTheTilesOfTheCartridge) {
  const auto colors = distinctColors();
  const console::Console console = jumplabInTheAir();
  const auto picture = patternPicture(console, 3, colors);
  const auto palette = paletteColors(console.state().ppu, colors);
  for (int table = 0; table < 2; ++table)
    for (int tile = 0; tile < 256; tile += 7)
      for (int y = 0; y < 8; ++y) {
        const uint16_t row = static_cast<uint16_t>(table * 0x1000 + tile * 16 + y);
        const int low = console.peekPpu(row), high = console.peekPpu(static_cast<uint16_t>(row + 8));
        for (int x = 0; x < 8; ++x) {
          const size_t pixel = static_cast<size_t>((low >> (7 - x) & 1) + 2 * (high >> (7 - x) & 1));
          const int at_x = table * 128 + tile % 16 * 8 + x, at_y = tile / 16 * 8 + y;
          ASSERT_EQ(picture[static_cast<size_t>(at_y * 256 + at_x)], palette[pixel == 0 ? 0 : 12 + pixel]);
        }
      }
}

}  // namespace
}  // namespace jumpscope::play
