// Scanlines in which no register is accessed: many at once, of which only what the next ones need is worked out, or in spans.
// watched_lines.cpp does the same for a board that watches fetches.
#pragma once

#include <cstdint>
#include <optional>

#include "ppu/fast/compositor.h"
#include "ppu/fast/line12.h"
#include "ppu/fast/span_renderer.h"
#include "ppu/fast/sprite_line_cache.h"
#include "ppu/foresight.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu::fast {

class LineRenderer {
 public:
  LineRenderer(Ppu& chip, Compositor& compositor, SpriteLineCache& sprite_lines, SpriteSearch& search,
               SpanRenderer& spans, Line12& line12)
      : chip_(chip),
        compositor_(compositor),
        sprite_lines_(sprite_lines),
        search_(search),
        spans_(spans),
        line12_(line12) {}

  // Up to `dots` dots of rendering, at least to the end of the scanline if they reach that far. False: the next
  // dot must go by itself.
  bool render(int dots);

  // The first scanline from `line` on whose search may set the overflow flag; visible_lines: none.
  int nextFullLine(int line) {
    return chip_.s.status.sprite_overflow ? visible_lines : sprite_lines_.nextFullLine(chip_.s, line);
  }
  // What remains of the scanline after its last sprite fetch, where it does not come from the background.
  void findSprites(int line);
  // After that, what remains at its last dot.
  void finishLine();

 private:
  struct Span {
    int line, from, to;  // dots
    int undisturbed;     // nothing is accessed before the end of this one
  };
  std::optional<Span> spanAhead(int dots) const;
  void leavePicture();
  int lastDotOf(const Span& span) const;
  int renderSpan(const Span& span);
  bool chipDoesLastPixel(int line, int last) const;
  bool skipLines(int lines);
  int nextLineThatMatters(int line, int last) const;
  void prepareNextLine(int line);
  void prepareNextHit(int line);

  // watched_lines.cpp
  Foresight& foresight() const { return chip_.watcher()->foresight(); }
  bool skipWatchedLines(int lines);
  bool renderWatched(Span span);
  // Dots of a scanline that leave a board alone which watches tiles, and perhaps one of those in the last of them.
  struct WatchedTile {
    int dot = 0;  // the last one
    bool matters = false;
    unsigned address = 0;  // of the pattern's upper plane, which is read in it
    bool for_sprite = false;
  };
  WatchedTile nextWatchedTile(int from, int to) const;
  void tellOfTile(const WatchedTile& tile);
  struct CountedSpan {
    int from, to;
    Scroll v;        // before it
    uint64_t clock;  // of its first dot
  };
  uint64_t clockOf(const CountedSpan& span, int dot) const {
    return span.clock + static_cast<unsigned>(dot - span.from) * uint64_t{chip_.timing().dot_clocks};
  }
  int lastCountedDot(int line, int from, int to, bool extended) const;
  bool renderCountedDots(int line, int from, int to);
  void tellOfReads(const CountedSpan& span);
  void tellOfSingleReads(const CountedSpan& span, int first, int last, Scroll v);
  unsigned unitAddress(int unit) const;
  bool mayShowWatchedSprites() const;

  Ppu& chip_;
  Compositor& compositor_;
  SpriteLineCache& sprite_lines_;
  SpriteSearch& search_;
  SpanRenderer& spans_;
  Line12& line12_;
};

}  // namespace jumpscope::ppu::fast
