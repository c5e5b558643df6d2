// What turns bits of pattern planes into colours, eight pixels at a time (paint.cpp).
#pragma once

#include <array>
#include <cstdint>

namespace jumpscope::ppu {

struct Colours {
  using Eight = uint16_t __attribute__((vector_size(16)));  // a pixel a lane, leftmost first
  struct Set {
    Eight low, high, both;  // what a set bit of either plane, and of both, changes in the colour
  };

  // What the rest was made from.
  bool known = false;
  uint8_t tint = 0;
  std::array<uint8_t, 32> palette{};

  Eight backdrop{};
  Set sets[8]{};  // four of the background, over the backdrop, and four of the sprites, over nothing
};

}  // namespace jumpscope::ppu
