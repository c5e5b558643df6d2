// Moving pictures as GIF files (version 89a, https://www.w3.org/Graphics/GIF/spec-gif89a.txt).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace jumpscope::base {

// Pictures of the same size, one after the other, shown over and over.
class GifWriter {
 public:
  GifWriter(int width, int height);
  // Pixels 0xAABBGGRR, row by row from the top, of which at most 256 colors are kept: a color too many becomes the
  // nearest. `hundredths`: how long it is shown, in seconds / 100.
  void add(std::span<const uint32_t> pixels, int hundredths);
  std::vector<uint8_t> file() const;

 private:
  int width_, height_;
  std::vector<uint8_t> bytes_;
};

}  // namespace jumpscope::base
