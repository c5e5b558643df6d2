// Sprite evaluation of a span: secondary OAM is cleared, and filled with the next scanline's sprites. The closed form of
// evaluation.h.
#pragma once

#include "ppu/fast/sprite_line_cache.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu::fast {

class SpriteSearch {
 public:
  SpriteSearch(Ppu& chip, SpriteLineCache& sprite_lines) : chip_(chip), sprite_lines_(sprite_lines) {}

  // Dots `from` to `to` of the picture. `units_follow`: the first sprite unit is fetched afterwards in the same
  // span, so that only what evaluation leaves behind counts.
  void span(int from, int to, bool units_follow);
  // The whole search, of which only what it found is kept. Preconditions: secondary OAM is clear, and the
  // search begins with sprite 0.
  void whole(int line);
  // From the last dot of the search to the first of the fetches.
  void leave();

 private:
  bool wholeLine();
  void dots(int from, int to);
  void firstHalf(uint32_t actions, int before, int dot);
  void secondHalf(uint32_t actions, int dot);
  void oneDot(LineKind line, int before, int dot);
  int passPairs(int dot, int to);
  int clearPairs(int dot, int most);
  static int lastNametablePair(int dot, int pairs);
  int passSprites(int dot, int most);
  int countOutOfRange(int most);
  void searchForNinth(int line, uint8_t address);

  Ppu& chip_;
  SpriteLineCache& sprite_lines_;
};

}  // namespace jumpscope::ppu::fast
