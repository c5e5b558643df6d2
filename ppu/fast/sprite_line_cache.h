// Which scanlines have which sprites, kept until OAM changes. Not part of the state: lookAgain() when OAM may have been
// written.
#pragma once

#include <array>
#include <cstdint>

#include "ppu/state.h"
#include "ppu/timing.h"

namespace jumpscope::ppu::fast {

class SpriteLineCache {
 public:
  void lookAgain() { may_have_changed_ = true; }

  // The next scanline, from `line` on, with eight or more sprites in range, so that the search for a ninth,
  // with its bug, takes place; visible_lines: none.
  int nextFullLine(const State& s, int line);
  // Which sprites are in range on the scanline, bit 0 the first.
  uint64_t spritesOn(const State& s, int line);

 private:
  void look(const State& s);
  void findFullLines(const State& s);
  static uint64_t findSpritesOn(const State& s, int line);
  void findSprites(const State& s);

  // Scanlines that are asked for one by one before all are looked through.
  static constexpr int few = 8;

  bool may_have_changed_ = true;
  std::array<uint8_t, 256> oam_{};  // that all this was made from
  bool full_known_ = false;
  bool full_tall_ = false;          // the size of sprites that full_ was made for
  std::array<uint64_t, 4> full_{};  // a bit a scanline
  bool sprites_known_ = false;      // the same for sprites_
  bool sprites_tall_ = false;
  int sprites_asked_ = 0;  // for how many scanlines since OAM changed
  std::array<uint64_t, visible_lines> sprites_{};
};

}  // namespace jumpscope::ppu::fast
