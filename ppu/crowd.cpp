// Where sprites lie, looked up by line: kept beside the state and made anew when OAM has changed.
#include <algorithm>
#include <bit>

#include "ppu/ppu.h"

namespace jumpscope::ppu {

bool Ppu::inRange(int line, uint8_t y) const {
  return static_cast<unsigned>((line & 0xFF) - y) < (s.tall_sprites ? 16u : 8u);
}

// The next line, from `line` on, with eight or more sprites on it, so that the search for a ninth, with its
// bug, takes place; visible_lines: none.
int Ppu::nextCrowdedLine(int line) {
  if (!crowd_known_ || crowd_tall_ != s.tall_sprites) findCrowds();
  for (unsigned word = static_cast<unsigned>(line) / 64; word < crowded_.size(); ++word) {
    uint64_t lines = crowded_[word];
    if (word == static_cast<unsigned>(line) / 64) lines &= ~uint64_t{0} << (line & 63);
    if (lines != 0) return std::min(visible_lines, static_cast<int>(word * 64) + std::countr_zero(lines));
  }
  return visible_lines;
}

void Ppu::findCrowds() {
  crowd_known_ = true;
  crowd_tall_ = s.tall_sprites;
  crowded_.fill(0);
  // Eight sprites on a line are also eight sprites with tops in as many stripes of eight lines as a sprite
  // reaches into.
  std::array<uint8_t, 34> tops{};
  for (size_t i = 0; i < 256; i += 4) ++tops[2 + (s.oam[i] >> 3)];
  bool possible = false;
  for (size_t i = 2; i < 2 + visible_lines / 8; ++i)
    possible |= tops[i] + tops[i - 1] + (s.tall_sprites ? tops[i - 2] : 0) >= 8;
  if (!possible) return;
  std::array<int8_t, 256 + 17> change{};
  const size_t height = s.tall_sprites ? 16 : 8;
  for (size_t i = 0; i < 256; i += 4) {
    ++change[s.oam[i]];
    --change[s.oam[i] + height];
  }
  int count = 0;
  for (size_t word = 0; word < crowded_.size(); ++word) {
    uint64_t lines = 0;
    for (size_t i = 0; i < 64; ++i) {
      count += change[word * 64 + i];
      lines |= static_cast<uint64_t>(count >= 8) << i;
    }
    crowded_[word] = lines;
  }
}

// Which sprites lie on the line, bit 0 the first.
uint64_t Ppu::spritesOn(int line) {
  if (!sprites_known_ || sprites_tall_ != s.tall_sprites) {
    sprites_known_ = true;
    sprites_tall_ = s.tall_sprites;
    sprites_on_.fill(0);
    const int height = s.tall_sprites ? 16 : 8;
    for (int i = 0; i < 64; ++i) {
      const int top = s.oam[static_cast<size_t>(i) * 4];
      for (int y = top; y < std::min(top + height, visible_lines); ++y)
        sprites_on_[static_cast<size_t>(y)] |= uint64_t{1} << i;
    }
  }
  return sprites_on_[static_cast<size_t>(line)];
}

}  // namespace jumpscope::ppu
