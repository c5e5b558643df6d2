#include "tests/libretro/support.h"

#include <algorithm>

#include "ppu/palette.h"
#include "src/session/rom_file.h"

namespace jumpscope::tests {

std::vector<std::filesystem::path> programs() {
  std::vector<std::filesystem::path> found = {jumplab()};
  for (const char* other : {"homebrew/full_game.nes", "homebrew/grunio.nes", "test-roms/nestest/nestest.nes",
                            "test-roms/holy_diver_batman/M1_P128K_C32K_S8K.nes"})
    if (std::filesystem::exists(sharedPath(other))) found.push_back(sharedPath(other));
  return found;
}

console::Console consoleOf(const std::filesystem::path& program, console::Region region) {
  console::Options options;
  options.region = region;
  options.video = options.audio = true;
  return console::Console(
      std::make_shared<const console::Cartridge>(session::readCartridge(program.string(), {})), options);
}

std::vector<uint32_t> shown(const console::Console& console) {
  std::vector<uint32_t> colors;
  for (const uint16_t pixel : console.pixels()) {
    const ppu::Rgb& color = ppu::ntsc_palette[pixel];
    colors.push_back(static_cast<uint32_t>(color.red << 16 | color.green << 8 | color.blue));
  }
  return colors;
}

}  // namespace jumpscope::tests
