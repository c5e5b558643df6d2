#include "bindings/libretro/picture.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "jumpscope.h"

namespace jumpscope::libretro {

namespace {

using Palette = std::array<uint8_t, 512 * 3>;

Palette ntscPalette() {
  Palette palette;
  std::copy_n(jumpscope_palette(), palette.size(), palette.begin());
  return palette;
}

// Luma after ITU-R BT.601.
Palette grayPalette() {
  Palette palette = ntscPalette();
  for (size_t i = 0; i < palette.size(); i += 3) {
    const int luma = (299 * palette[i] + 587 * palette[i + 1] + 114 * palette[i + 2] + 500) / 1000;
    std::fill_n(palette.begin() + static_cast<ptrdiff_t>(i), 3, static_cast<uint8_t>(luma));
  }
  return palette;
}

// 64 colors are dimmed by emphasis as white is in the NTSC palette.
Palette paletteFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw std::runtime_error("cannot read the palette " + path +
                             "; put a .pal file there, or choose other colors");
  const std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  constexpr size_t small = 64 * 3;
  Palette palette;
  if (bytes.size() != small && bytes.size() != palette.size())
    throw std::runtime_error(path + " has " + std::to_string(bytes.size()) +
                             " bytes; expected a palette of 192 (64 colors) or 1536 (512 colors)");
  const Palette ntsc = ntscPalette();
  constexpr size_t white = 0x20 * 3;
  for (size_t i = 0; i < palette.size(); ++i) {
    const size_t emphasis = i / small * small, channel = i % 3;
    const int full = ntsc[white + channel], dimmed = ntsc[emphasis + white + channel];
    palette[i] = bytes.size() == palette.size()
                     ? bytes[i]
                     : static_cast<uint8_t>(std::min(255, bytes[i % small] * dimmed / std::max(1, full)));
  }
  return palette;
}

// The shape of a pixel on a television. Source: NESdev "Overscan".
double pixelAspect(jumpscope_region region) {
  return region == JUMPSCOPE_REGION_NTSC ? 8.0 / 7.0 : 2'950'000.0 / 2'128'137.0;
}

// Positions are -0x7FFF to 0x7FFF; -0x8000 means outside.
int place(int16_t position, unsigned begin, unsigned size) {
  if (position == -0x8000) return -1;
  return static_cast<int>(begin) + (position + 0x7FFF) * static_cast<int>(size) / 0xFFFF;
}

}  // namespace

bool Picture::choosePixelFormat(const Frontend& frontend) {
  retro_pixel_format format = RETRO_PIXEL_FORMAT_XRGB8888;
  wide_ = frontend.ask(RETRO_ENVIRONMENT_SET_PIXEL_FORMAT, &format);
  if (wide_) return true;
  format = RETRO_PIXEL_FORMAT_RGB565;
  return frontend.ask(RETRO_ENVIRONMENT_SET_PIXEL_FORMAT, &format);
}

void Picture::choose(const Settings& settings, const Frontend& frontend) {
  crop_ = settings.crop;
  aspect_ = settings.aspect;
  Palette palette = settings.colors == Colors::Gray ? grayPalette() : ntscPalette();
  if (settings.colors == Colors::File) {
    try {
      palette = paletteFile(frontend.systemFolder() + "/jumpscope.pal");
    } catch (const std::runtime_error& error) {
      frontend.complain(error.what());
    }
  }
  for (size_t i = 0; i < colors_.size(); ++i) {
    const uint32_t red = palette[3 * i], green = palette[3 * i + 1], blue = palette[3 * i + 2];
    colors_[i] = wide_ ? red << 16 | green << 8 | blue : red >> 3 << 11 | green >> 2 << 5 | blue >> 3;
  }
  constexpr uint16_t no_color = 0xFFFF;
  converted_.assign(picture_width * picture_height, no_color);
  shown_.resize(picture_width * picture_height * sizeof(uint32_t));
}

retro_game_geometry Picture::geometry(jumpscope_region region) const {
  const double square = static_cast<double>(width()) / height();
  const double aspect = aspect_ == Aspect::Television ? 4.0 / 3.0
                        : aspect_ == Aspect::Square   ? square
                                                      : square * pixelAspect(region);
  return {width(), height(), picture_width, picture_height, static_cast<float>(aspect)};
}

int Picture::xOf(int16_t position) const { return place(position, crop_.left, width()); }
int Picture::yOf(int16_t position) const { return place(position, crop_.top, height()); }

// Lines that are as they were in the last picture are converted already.
template <class Pixel>
void Picture::convert(const uint16_t* pixels) {
  auto* out = reinterpret_cast<Pixel*>(shown_.data());
  for (unsigned y = 0; y < height(); ++y, out += width()) {
    const size_t begin = (y + crop_.top) * picture_width + crop_.left;
    const uint16_t* line = pixels + begin;
    if (std::equal(line, line + width(), converted_.begin() + static_cast<ptrdiff_t>(begin))) continue;
    std::copy_n(line, width(), converted_.begin() + static_cast<ptrdiff_t>(begin));
    for (unsigned x = 0; x < width(); ++x) out[x] = static_cast<Pixel>(colors_[line[x] & 511]);
  }
}

void Picture::show(const uint16_t* pixels, const Frontend& frontend) {
  if (!frontend.video || !pixels || shown_.empty()) return;
  wide_ ? convert<uint32_t>(pixels) : convert<uint16_t>(pixels);
  frontend.video(shown_.data(), width(), height(), width() * (wide_ ? 4 : 2));
}

}  // namespace jumpscope::libretro
