// Address line 12 for a board that watches it, told ahead of the chip: while fetches alone move the line, what they do
// to it follows from the registers and the sprites. So an interrupt of the board does not make the chip run.
#include <algorithm>

#include "ppu/fast/line12.h"

namespace jumpscope::ppu::fast {

// Tells the watcher of all dots that begin before `now`. False: the chip has to run up to there.
bool Line12::tellAhead(uint64_t now) {
  if (!isWatched() || !mayTellAhead() || prediction_.nextNmiChange() < now) return false;
  const Pins from = knownPins();
  if (now <= from.next) return true;
  const uint64_t dots = chip_.timing().dotsBegunIn(now - from.next);
  const uint64_t end = static_cast<uint64_t>(position(from.line, from.dot)) + dots;
  if (end >= static_cast<uint64_t>(position(visible_lines, 0))) return false;
  told_ = tellTo(from, static_cast<int>(end), false);
  return true;
}

// Whether from the chip's dot to the picture's end the fetches alone move the line, in a way that is known.
bool Line12::mayTellAhead() const {
  const State& s = chip_.s;
  if (s.scanline >= visible_lines || !fetchesMove()) return false;
  if (s.control.tall_sprites && !knowsUnits()) return false;
  return s.dot == last_dot || !selectsTable(s.dot + 1);
}

// Whether a pattern table of the background that was just selected shows on the pins in this dot, which reads.
bool Line12::selectsTable(int dot) const {
  const State& s = chip_.s;
  if (!isReadDot(dot) || fetchStep(dot) < FetchStep::LowAddress) return false;
  if (dot >= firstDot(action::FetchSprites) && dot <= lastDot(action::FetchSprites)) return false;
  return ((s.address_bus & a12) != 0) != (s.control.background_table != 0);
}

// Tells the watcher of the dots after `from` up to this position, but for those that it knows. `rendered`: the chip has
// been there, and knows from where it fetched. Returns where that leaves the line.
Line12::Pins Line12::tellTo(Pins from, int last, bool rendered) {
  if (isToldAhead() && position(told_.line, told_.dot) > position(from.line, from.dot)) from = told_;
  if (!rendered && from.line >= 0 && tellPulses(from, last)) return from;
  int done = position(from.line, from.dot);
  while (done < last) {
    const int line = (done + 1) / dots_per_line, first = (done + 1) % dots_per_line;
    int count = last - done;
    if (!rendered && first == 0 && count >= dots_per_line) {
      count -= count % dots_per_line;
      reportLines(line, line + count / dots_per_line - 1, from.high, from.next);
      from.high = false;
    } else {
      count = std::min(count, dots_per_line - first);
      if (!rendered) high_units_ = highUnitsOn(line);
      from.high = reportSpan(line, first, first + count - 1, from.high, from.next);
    }
    done += count;
    from.next += static_cast<uint64_t>(count) * chip_.timing().dot_clocks;
  }
  return {done / dots_per_line, done % dots_per_line, from.next, from.high};
}

void Line12::tell(const A12Move& move) {
  if (move.times == 0) return;
  chip_.watcher()->a12Changed(move.high, move.clock);
  if (!move.high) last_high_ = move.clock;
}

// The next half of a dot. The watcher hears nothing that it knows.
void Line12::watchedHalfDot() {
  if (isToldAhead()) {
    PinWatcher* const watcher = chip_.watcher();
    chip_.watchPins(Watching::Nothing, watcher);
    chip_.halfDot();
    chip_.watchPins(Watching::A12, watcher);
    return;
  }
  if (chip_.s.address_bus & a12) last_high_ = chip_.s.clock;
  chip_.halfDot();
}

}  // namespace jumpscope::ppu::fast
