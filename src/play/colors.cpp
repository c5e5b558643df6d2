#include "src/play/colors.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "ppu/palette.h"
#include "src/base/concat.h"
#include "src/base/files.h"

namespace jumpscope::play {

namespace {

uint32_t packed(double red, double green, double blue) {
  const auto byte = [](double value) {
    return static_cast<uint32_t>(std::clamp(std::nearbyint(value), 0.0, 255.0));
  };
  return 0xFF00'0000 | byte(blue) << 16 | byte(green) << 8 | byte(red);
}

// Through Y, U and V (ITU-R BT.470, as ppu/palette.cpp has it): hue turns the color circle, saturation is
// how far out on it a color stands.
uint32_t turned(const ppu::Rgb& color, const ColorKnobs& knobs) {
  const double y = 0.299 * color.red + 0.587 * color.green + 0.114 * color.blue;
  const double u0 = 0.492 * (color.blue - y), v0 = 0.877 * (color.red - y);
  const double angle = knobs.hue * std::numbers::pi / 180;
  const double u = knobs.saturation * (u0 * std::cos(angle) - v0 * std::sin(angle));
  const double v = knobs.saturation * (u0 * std::sin(angle) + v0 * std::cos(angle));
  const double red = y + v / 0.877, blue = y + u / 0.492;
  const double green = (y - 0.299 * red - 0.114 * blue) / 0.587;
  return packed(knobs.brightness * red, knobs.brightness * green, knobs.brightness * blue);
}

// How bright one part of a color is with emphasis, in relation to without. Approximation: what is black in
// the generated palette tells nothing; there the same as for gray is taken.
double dimmed(uint8_t emphasized, uint8_t plain, uint8_t gray_emphasized, uint8_t gray) {
  if (plain < 16) return static_cast<double>(gray_emphasized) / gray;
  return std::min(1.5, static_cast<double>(emphasized) / plain);
}

}  // namespace

Colors generatedColors(const ColorKnobs& knobs) {
  Colors colors{};
  const bool as_is = knobs.hue == 0 && knobs.saturation == 1 && knobs.brightness == 1;
  for (size_t i = 0; i < colors.size(); ++i) {
    const ppu::Rgb& color = ppu::ntsc_palette[i];
    colors[i] = as_is ? packed(color.red, color.green, color.blue) : turned(color, knobs);
  }
  return colors;
}

Colors parsePal(std::span<const uint8_t> bytes, const std::string& file_name) {
  constexpr size_t small = 64 * 3, large = 512 * 3;
  if (bytes.size() != small && bytes.size() != large)
    throw std::runtime_error(
        base::concat({file_name, " is not a palette: it has ", std::to_string(bytes.size()),
                      " bytes, but a .pal file has 192 (64 colors) or 1536 (512 colors, with "
                      "emphasis)"}));
  Colors colors{};
  constexpr size_t gray = 0x20;
  for (size_t i = 0; i < colors.size(); ++i) {
    const size_t from = bytes.size() == large ? i : i % 64;
    const uint8_t* file = &bytes[from * 3];
    if (from == i) {
      colors[i] = packed(file[0], file[1], file[2]);
      continue;
    }
    const ppu::Rgb &now = ppu::ntsc_palette[i], &plain = ppu::ntsc_palette[from];
    const ppu::Rgb &gray_now = ppu::ntsc_palette[(i & ~size_t{63}) | gray],
                   &gray_plain = ppu::ntsc_palette[gray];
    colors[i] = packed(file[0] * dimmed(now.red, plain.red, gray_now.red, gray_plain.red),
                       file[1] * dimmed(now.green, plain.green, gray_now.green, gray_plain.green),
                       file[2] * dimmed(now.blue, plain.blue, gray_now.blue, gray_plain.blue));
  }
  return colors;
}

Colors loadPal(const std::filesystem::path& file) {
  return parsePal(base::readFile(file), base::concat({"palette ", file.string()}));
}

}  // namespace jumpscope::play
