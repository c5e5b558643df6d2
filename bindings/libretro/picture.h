// From palette indices to what the frontend shows.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "bindings/libretro/frontend.h"
#include "bindings/libretro/settings.h"

namespace jumpscope::libretro {

inline constexpr unsigned picture_width = 256, picture_height = 240;

class Picture {
 public:
  // Asks for 32 bits a pixel, else for 16. Returns false when the frontend takes neither.
  bool choosePixelFormat(const Frontend& frontend);
  // A palette file that cannot be used is reported, and the NTSC palette stands in for it.
  void choose(const Settings& settings, const Frontend& frontend);

  // `region`: pixels are wider on PAL televisions.
  retro_game_geometry geometry(jumpscope_region region) const;
  // Where a position of libretro's pointers and light guns, -0x7FFF to 0x7FFF across what is shown, lies in the picture.
  int xOf(int16_t position) const;
  int yOf(int16_t position) const;
  // `pixels`: as jumpscope_pixels() gives them.
  void show(const uint16_t* pixels, const Frontend& frontend);

 private:
  unsigned width() const { return picture_width - crop_.left - crop_.right; }
  unsigned height() const { return picture_height - crop_.top - crop_.bottom; }
  template <class Pixel>
  void convert(const uint16_t* pixels);

  bool wide_ = true;  // 32 bits a pixel
  Crop crop_;
  Aspect aspect_ = Aspect::Pixel;
  std::array<uint32_t, 512> colors_{};  // in the frontend's pixel format
  std::vector<uint16_t> converted_;     // what of jumpscope_pixels() is in shown_
  std::vector<uint8_t> shown_;
};

}  // namespace jumpscope::libretro
