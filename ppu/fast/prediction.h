// When something may next change, as long as no register is accessed: lower bounds of the master clock, from the chip as it
// stands.
#pragma once

#include <cstdint>

#include "ppu/fast/sprite_line_cache.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu::fast {

// Of eight pixels from this dot on those that sprite 0 may hit, as far as the left columns are shown; the first in bit 7.
inline unsigned pixelsThatHit(const State& s, int dot) {
  constexpr int left_column = lastDot(action::LeftColumn);
  return s.mask.bothLeftColumns() || dot > left_column ? 0xFFu : 0xFFu >> (left_column + 1 - dot);
}

class Prediction {
 public:
  Prediction(const Ppu& chip, SpriteLineCache& sprite_lines) : chip_(chip), sprite_lines_(sprite_lines) {}

  uint64_t nextVblank() const;        // nmi() may rise, or the frame end
  uint64_t nextNmiChange() const;     // nmi() may change either way
  uint64_t nextStatusChange() const;  // the flags of $2002
  // Dot 2 of a rendered scanline may have been reached this often; count >= 1.
  uint64_t nextLineBegun(unsigned count) const;
  // Up to which the chip goes on fetching; where it stands, if it does not fetch now.
  uint64_t pictureEnd() const;

  // Master clocks of dots.
  uint64_t nextFirstHalf() const;
  uint64_t clockAfter(int64_t dots) const;
  uint64_t dotEnd(uint64_t clock) const;
  uint64_t clockOf(int line, int dot) const;

  // Before a scanline begins, whether sprite 0, which it shows, misses it, if nothing is written before its pixels are over.
  bool missesNextLine() const;
  // Before evaluation: true if the search will begin with sprite 0, and from the beginning.
  bool searchWillBePlain() const;
  // True if the search of the next scanline will: what $2004 stored after the fetches moves it on.
  bool nextSearchWillBePlain() const;

 private:
  uint64_t nextHit() const;
  int hitAhead() const;
  bool nextUnitIsFromOam(int here) const;
  Scroll scrollOf(int line) const;
  uint64_t nextHitFromOam(int here) const;
  int firstHit(Scroll v, int row) const;
  bool ninthMayCome() const;
  uint64_t nextOverflow() const;

  const Ppu& chip_;
  SpriteLineCache& sprite_lines_;
};

}  // namespace jumpscope::ppu::fast
