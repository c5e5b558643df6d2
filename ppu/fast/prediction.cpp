// Next-event prediction: when NMI, the frame's end and the flags of $2002 come, as long as no register is
// accessed.
#include <algorithm>
#include <bit>

#include "ppu/fast/prediction.h"
#include "ppu/fast/reasons.h"
#include "ppu/fast/tile_row.h"
#include "ppu/patterns.h"

namespace jumpscope::ppu::fast {

namespace {

constexpr int last_hit_dot = lastDot(action::HitPossible);
// Eight sprites take 32 steps of the search, one every other dot, before it may find a ninth.
constexpr int search_steps = 32;
constexpr int first_overflow_dot = firstDot(action::FirstCompare) + 2 * search_steps;

}  // namespace

// The first half of the next dot that has not begun.
uint64_t Prediction::nextFirstHalf() const {
  return chip_.s.clock + (chip_.s.second_half ? chip_.secondHalfClocks() : 0);
}

// The first half of the dot that many dots further on.
uint64_t Prediction::clockAfter(int64_t dots) const {
  return nextFirstHalf() + static_cast<uint64_t>(dots) * chip_.timing().dot_clocks;
}

// The end of the dot that has begun before this clock, or of the one in progress.
uint64_t Prediction::dotEnd(uint64_t clock) const {
  const Timing& timing = chip_.timing();
  const uint64_t next = nextFirstHalf();
  return clock <= next ? next : next + timing.dotsBegunIn(clock - next) * timing.dot_clocks;
}

uint64_t Prediction::nextVblank() const {
  const Timing& timing = chip_.timing();
  int64_t dots =
      (timing.vblank_line - chip_.s.scanline) * dots_per_line + firstDot(action::StartVblank) - chip_.s.dot;
  if (dots <= 0) dots += timing.lines * dots_per_line - (timing.skips_odd_dot ? 1 : 0);
  return clockAfter(dots - 1);
}

uint64_t Prediction::nextNmiChange() const {
  const State& s = chip_.s;
  const bool accessed = s.access.stage != Access::Stage::None;
  // A read of $2002 may hide the flag that rises.
  if (accessed && !s.access.write && s.access.reg == 2) return s.clock;
  if (!s.status.vblank) return nextVblank();
  if (accessed && s.access.write && s.access.reg == 0 && s.access.stage != Access::Stage::Open)
    return s.clock;
  const int dots =
      (chip_.timing().pre_render_line - s.scanline) * dots_per_line + firstDot(action::EndVblank) - s.dot;
  return dots <= 0 ? s.clock : clockAfter(dots - 1);
}

uint64_t Prediction::nextLineBegun(unsigned count) const {
  const State& s = chip_.s;
  if (s.port.active) return s.clock;  // it reads, too
  if (!s.rendering() && !s.rendering_delayed && !chip_.writesTo(1)) return UINT64_MAX;
  constexpr int first_read = 2;
  const int first = inVblankRun(chip_) ? (chip_.timing().pre_render_line - s.scanline) * dots_per_line : 0;
  // One dot may be left out.
  const int dots = first + (s.dot < first_read ? 0 : dots_per_line - 1) - s.dot;
  return clockAfter(std::max(0, dots + static_cast<int>(count - 1) * dots_per_line));
}

uint64_t Prediction::pictureEnd() const {
  const State& s = chip_.s;
  const bool fetches =
      s.rendering() && s.rendering_delayed && !chip_.writesTo(1) && s.scanline < visible_lines;
  return fetches ? clockOf(visible_lines, 0) : s.clock;
}

// A lower bound of the master clock at which this position is next reached.
uint64_t Prediction::clockOf(int line, int dot) const {
  const State& s = chip_.s;
  const Timing& timing = chip_.timing();
  int dots = (line - s.scanline) * dots_per_line + dot - s.dot;
  if (dots <= 0) dots += timing.lines * dots_per_line - 1;
  return s.clock + static_cast<uint64_t>(std::max(0, dots - 1)) * timing.dot_clocks;
}

// In vblank nothing beyond the fall of the flags is predicted: it is looked at again then.
uint64_t Prediction::nextStatusChange() const {
  const State& s = chip_.s;
  if (whyNotSpan(chip_) != Obstacle::None) return s.clock;
  const uint64_t change = std::min(clockOf(chip_.timing().vblank_line, firstDot(action::StartVblank)),
                                   clockOf(chip_.timing().pre_render_line, firstDot(action::EndVblank)));
  if (!s.rendering() || inVblankRun(chip_)) return change;
  return std::min({change, nextHit(), nextOverflow()});
}

// The next sprite-0 hit, on this scanline or a later one.
uint64_t Prediction::nextHit() const {
  const State& s = chip_.s;
  if (!s.sprite_zero_armed || !s.mask.bothLayers()) return UINT64_MAX;
  const int here = s.scanline < visible_lines ? s.scanline : -1;
  if (here >= 0 && s.dot <= last_hit_dot && s.sprite_zero_current)
    if (const int dot = hitAhead(); dot != 0) return clockOf(here, dot);
  // The search for the next scanline's sprites may already be under way; it compares on leaving the dot.
  const bool on_next_line =
      s.dot > firstDot(action::FirstCompare)
          ? s.sprite_zero_next
          : !searchWillBePlain() || (here >= 0 && inRange(here, s.oam[0], s.control.spriteHeight()));
  if (on_next_line && here + 1 < visible_lines) {
    if (!nextUnitIsFromOam(here)) return clockOf(here + 1, firstDot(action::Pixel));
    const int x = firstHit(scrollOf(here + 1), here - s.oam[0]);
    if (x < picture_width) return clockOf(here + 1, x + 1);
  }
  if (!nextSearchWillBePlain() && here + 2 < visible_lines) return clockOf(here + 2, firstDot(action::Pixel));
  return nextHitFromOam(here);
}

// The dot of this scanline in which sprite 0, which it shows, hits the background; 0: none. Of the tile that is being fetched
// nothing is known yet.
int Prediction::hitAhead() const {
  const State& s = chip_.s;
  const SpriteUnit& unit = s.sprites[0];
  // Sprites have been shifted for the present dot, the background will be in its second half.
  const int behind = s.second_half && s.dot > 0 ? 1 : 0;
  const int shifted = (s.dot - behind) % fetch_steps;  // pixels of the first tile in the shift registers
  const int first = s.dot + 1 + unit.x_counter;
  const unsigned opaque = (unit.pattern_low | unit.pattern_high) & pixelsThatHit(chip_.s, first) &
                          backgroundBits(chip_, shifted + behind + unit.x_counter, true, shifted);
  const int dot = first + std::countl_zero(static_cast<uint8_t>(opaque));
  return opaque != 0 && dot <= last_hit_dot ? dot : 0;
}

// True if sprite 0 of the next scanline, which it is on, is what OAM has first, and neither its patterns nor those of the
// background have been fetched.
bool Prediction::nextUnitIsFromOam(int here) const {
  const State& s = chip_.s;
  constexpr int first_compare = firstDot(action::FirstCompare), copy_dots = 8;
  if (here < 0 || s.dot >= lastDot(action::Pixel)) return false;
  if (s.dot <= first_compare) return searchWillBePlain();
  return s.dot > first_compare + copy_dots &&
         std::equal(s.oam.begin(), s.oam.begin() + 4, s.secondary_oam.begin());
}

// v as this scanline after the present one begins. It stands for a row of the picture: the present one, until it has counted.
Scroll Prediction::scrollOf(int line) const {
  const State& s = chip_.s;
  const int here = s.scanline < visible_lines ? s.scanline : -1;
  const Scroll v = here < 0 && s.dot <= lastDot(action::CopyY) ? s.t : withX(s.v, s.t);
  const int row_of_v = here < 0 || s.dot > lastDot(action::Pixel) ? here + 1 : here;
  return linesOn(v, line - row_of_v);
}

// The next hit from the scanline after the next one on, where sprite 0 is what OAM has first.
uint64_t Prediction::nextHitFromOam(int here) const {
  const State& s = chip_.s;
  const int top = s.oam[0], height = static_cast<int>(s.control.spriteHeight());
  const int first = std::max(top + 1, here + 2), last = std::min(top + height, visible_lines - 1);
  if (first > last) return UINT64_MAX;
  Scroll v = scrollOf(first);
  for (int line = first; line <= last; ++line, v = linesOn(v, 1)) {
    const int x = firstHit(v, line - 1 - top);
    if (x < picture_width) return clockOf(line, x + 1);
  }
  return UINT64_MAX;
}

// Where this row of sprite 0 hits the scanline that begins with the tile at v; picture_width: nowhere.
int Prediction::firstHit(Scroll v, int row) const {
  const State& s = chip_.s;
  const unsigned address = spritePatternAddress(s.control, s.oam[1], s.oam[2], static_cast<unsigned>(row));
  const uint8_t* chr = chip_.wiring().spritePattern(address);
  unsigned opaque = chr[0] | chr[high_plane];
  if (s.oam[2] & sprite_attribute::flip_x) opaque = mirrored(static_cast<uint8_t>(opaque));
  const int left = s.oam[3], place = left + s.fine_x;
  const unsigned background =
      opaqueAt(chip_, tilesOn(v, place >> 3)) << 8 | opaqueAt(chip_, tilesOn(v, (place >> 3) + 1));
  opaque &= background >> (8 - (place & 7));
  opaque &= pixelsThatHit(s, left + 1);
  if (opaque == 0) return picture_width;
  const int x = left + std::countl_zero(static_cast<uint8_t>(opaque));
  return x < last_hit_dot ? x : picture_width;
}

// Before evaluation: true if the search will begin with sprite 0, and from the beginning.
bool Prediction::searchWillBePlain() const {
  const State& s = chip_.s;
  return s.oam_address == 0 &&
         (s.dot == 0 || !(s.secondary_full || s.search_ended || s.evaluation_step != 0));
}

// True if the search of the next scanline will begin with sprite 0: what $2004 stored after the fetches moves it on.
bool Prediction::nextSearchWillBePlain() const {
  const State& s = chip_.s;
  return s.oam_address == 0 || s.dot < lastDot(action::FetchSprites);
}

// True if the search under way may yet find a ninth sprite.
bool Prediction::ninthMayCome() const {
  const State& s = chip_.s;
  if (s.search_ended) return false;
  if (s.secondary_full || (s.oam_address & 3) != s.evaluation_step) return true;
  int found = s.secondary_address / 4;
  for (size_t i = s.oam_address & 0xFCu; i < 256; i += 4)
    found += inRange(s.scanline, s.oam[i], s.control.spriteHeight());
  return found >= 8;
}

// The next rise of the overflow flag.
uint64_t Prediction::nextOverflow() const {
  const State& s = chip_.s;
  if (s.status.sprite_overflow) return UINT64_MAX;
  int line = s.scanline < visible_lines ? s.scanline : 0;
  if (s.scanline < visible_lines && s.dot < firstDot(action::Evaluate)) {
    if (!searchWillBePlain()) return clockOf(line, firstDot(action::FirstCompare));
  } else if (s.scanline < visible_lines) {
    if (s.dot < lastDot(action::Evaluate) && ninthMayCome()) {
      const int steps = s.secondary_full ? 0 : search_steps - s.secondary_address;
      const int dot = s.dot + (s.second_half ? 0 : 1) + 2 * steps;
      return dot > s.dot ? clockOf(line, dot) : s.clock;
    }
    ++line;
  }
  if (!nextSearchWillBePlain() && line < visible_lines) return clockOf(line, firstDot(action::FirstCompare));
  if (line < visible_lines) line = sprite_lines_.nextFullLine(s, line);
  return line < visible_lines ? clockOf(line, first_overflow_dot) : UINT64_MAX;
}

}  // namespace jumpscope::ppu::fast
