// Any span of a rendered scanline in which no register is accessed, in a few steps: eight dots of tile fetches or one sprite
// unit at a time. The closed form of Ppu::firstHalf and Ppu::secondHalf.
#pragma once

#include "ppu/fast/compositor.h"
#include "ppu/fast/line12.h"
#include "ppu/fast/sprite_search.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu::fast {

class SpanRenderer {
 public:
  SpanRenderer(Ppu& chip, Compositor& compositor, SpriteSearch& search, Line12& line12)
      : chip_(chip), compositor_(compositor), search_(search), line12_(line12) {}

  // Dots `from` to `to` of the scanline, both halves, but for the time they take. Preconditions: whyNotSpan()
  // is None, rendering is enabled, the scanline is rendered, and the dot before `from` is done; dot 0 of line 0
  // is not left out; of the picture whole tiles where looksAtPixels().
  void render(int from, int to) {
    const int color_delay = chip_.s.color_delay - (to - from + 1);
    renderDots(from, to);
    chip_.s.color_delay = static_cast<uint8_t>(color_delay > 0 ? color_delay : 0);
  }
  // Dot 0 of the scanline after the picture.
  void leavePicture();

  // True if pixels of this scanline, which begins or goes on, are painted, or sprite 0 may hit one.
  bool looksAtPixels(int line) const { return line < visible_lines && (chip_.screen.picture || mayHit()); }

  // Parts of it, for whole scanlines of which only some leave a trace.
  int findHit(int from, int count) const;
  void fetchWholeTiles(int tiles);
  void dummyDots(int from, int to);
  bool mayFetchUnit(int unit) const;
  void fetchUnits(int first, int last);
  unsigned fetchPatterns(SpriteUnit& unit, const uint8_t* sprite, unsigned row) const;
  void countSecondary();
  void idleSpriteDots(int first, int count);

 private:
  void renderDots(int from, int to);
  void renderDotZero();
  void pictureDots(int from, int to);
  bool mayHit() const;
  void shiftUnits(int count);

  // span_background.cpp
  void fetchTiles(int phase, int count);
  void fetchSteps(int from, int to);
  void readExtended(FetchStep step);

  // span_sprites.cpp
  bool mayFetchPart(int unit, int step) const;
  void fetchPart(int i, int from, int to);
  void spriteFetchDots(int from, int to);
  void fetchUnit(int i);
  unsigned fillUnit(int i);

  Ppu& chip_;
  Compositor& compositor_;
  SpriteSearch& search_;
  Line12& line12_;
};

}  // namespace jumpscope::ppu::fast
