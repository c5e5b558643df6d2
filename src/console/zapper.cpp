#include "src/console/zapper.h"

#include <algorithm>

namespace jumpscope::console {

namespace {

constexpr int spot_radius = 4;  // pixels, in a square

// Brightness of a palette entry, 0 to 100, from the composite signal's levels: a hue's is the mean of its high
// and low level. Source: NESdev "NTSC video".
constexpr int brightness(unsigned color) {
  constexpr int grey[4] = {39, 67, 100, 100}, hue[4] = {14, 34, 65, 86}, dark[4] = {0, 0, 30, 72};
  const unsigned row = color >> 4 & 3, column = color & 15;
  return column == 0 ? grey[row] : column < 13 ? hue[row] : column == 13 ? dark[row] : 0;
}

// The first master clock of the dot in which the chip stands.
uint64_t dotBegan(const ppu::Ppu& chip) {
  const auto& timing = chip.timing();
  return chip.s.clock - (chip.s.second_half ? timing.half_dot_clocks : timing.dot_clocks);
}

}  // namespace

// Measured for white, light grey and dark grey (NESdev "Zapper", from the test program Zap Ruder).
// Approximation: colors count like the grey that is not brighter; what is darker than dark grey is not seen;
// a pixel is enough. Emphasis attenuates all colors when all of its bits are set, and none otherwise.
int litLines(uint16_t color) {
  const bool attenuated = (color & 0x1C0) == 0x1C0;
  const int level = brightness(color) * (attenuated ? 3 : 4) / 4;
  return level >= 100 ? 26 : level >= 65 ? 24 : level >= 34 ? 19 : 0;
}

unsigned drawnPixels(const ppu::Ppu& chip) {
  constexpr int first_dot = 1 + ppu::pixel_delay;
  const ppu::State& s = chip.s;
  if (s.scanline < ppu::visible_lines)
    return s.scanline * ppu::picture_width +
           static_cast<unsigned>(std::clamp(s.dot - first_dot + 1, 0, ppu::picture_width));
  const bool before_vblank =
      s.scanline < chip.timing().vblank_line || (s.scanline == chip.timing().vblank_line && s.dot == 0);
  return before_vblank ? ppu::picture_width * ppu::picture_height : 0;
}

std::array<uint8_t, ppu::pixel_delay> beamOf(const ppu::Ppu& chip) {
  std::array<uint8_t, ppu::pixel_delay> beam{};
  if (chip.s.scanline >= ppu::visible_lines) return beam;
  for (int age = 0; age < ppu::pixel_delay; ++age) {
    const int chosen_in = chip.s.dot - age;
    if (chosen_in >= 1 && chosen_in <= ppu::picture_width)
      beam[static_cast<size_t>(age)] = chip.screen.chosen[static_cast<size_t>(age)];
  }
  return beam;
}

void senseLight(Controllers& c, const ppu::Ppu& chip, const uint16_t* picture, unsigned drawn) {
  const unsigned begin = c.light_seen;
  if (drawn <= begin) return;
  c.light_seen = drawn;
  const uint64_t here = dotBegan(chip);
  const auto dot_clocks = static_cast<uint64_t>(chip.timing().dot_clocks);
  const int here_dots = chip.s.scanline * ppu::dots_per_line + chip.s.dot;
  for (size_t port = 0; port < port_count; ++port) {
    const DeviceInput& aim = c.inputs[port];
    if (!c.devices.has(port, Device::Zapper) || aim.y >= ppu::picture_height) continue;
    const int left = std::max(aim.x - spot_radius, 0);
    const int right = std::min(aim.x + spot_radius, ppu::picture_width - 1);
    const int last_line = std::min(aim.y + spot_radius, ppu::picture_height - 1);
    for (int line = std::max(aim.y - spot_radius, 0); line <= last_line; ++line) {
      for (int x = left; x <= right; ++x) {
        const auto index = static_cast<unsigned>(line * ppu::picture_width + x);
        if (index < begin || index >= drawn) continue;
        const int lines = litLines(picture[index]);
        if (lines == 0) continue;
        const int dots_ago = here_dots - (line * ppu::dots_per_line + x + 1 + ppu::pixel_delay);
        const uint64_t until = here - static_cast<uint64_t>(dots_ago) * dot_clocks +
                               static_cast<uint64_t>(lines * ppu::dots_per_line) * dot_clocks;
        c.light_until[port] = std::max(c.light_until[port], until);
      }
    }
  }
}

}  // namespace jumpscope::console
