// Address line 12 for a board that watches it, told ahead of the chip: while fetches alone move the line, what they do
// to it follows from the registers and the sprites. So an interrupt of the board does not make the chip run.
#include <algorithm>

#include "ppu/fast/line12.h"

namespace jumpscope::ppu::fast {

// Tells the board of all dots that begin before `now`. False: the chip has to run up to there.
bool Line12::tellAhead(uint64_t now) {
  if (!isWatched() || !mayTellAhead() || prediction_.nextNmiChange() < now) return false;
  const Pins from = knownPins();
  if (now <= from.next) return true;
  const uint64_t dots = chip_.timing().dotsBegunIn(now - from.next);
  const uint64_t end = static_cast<uint64_t>(position(from.line, from.dot)) + dots;
  if (end >= static_cast<uint64_t>(position(visible_lines, 0))) return false;
  told.aheadTo(tellTo(from, static_cast<int>(end), false));
  return true;
}

// True if from the chip's dot to the picture's end the fetches alone move the line, in a way that is known.
bool Line12::mayTellAhead() const {
  const State& s = chip_.s;
  if (s.scanline >= visible_lines || !fetchesMove()) return false;
  if (s.control.tall_sprites && !knowsUnits()) return false;
  return s.dot == last_dot || !selectsTable(s.dot + 1);
}

// True if a pattern table of the background that was just selected shows on the pins in this dot, which reads.
bool Line12::selectsTable(int dot) const {
  const State& s = chip_.s;
  if (!isReadDot(dot) || fetchStep(dot) < FetchStep::LowAddress) return false;
  if (dot >= firstDot(action::FetchSprites) && dot <= lastDot(action::FetchSprites)) return false;
  return ((s.address_bus & a12) != 0) != (s.control.background_table != 0);
}

// Scanlines in which all patterns come from one table: there are but short lows, of which the board need not hear.
bool Line12::passLinesOfOneTable(Pins& pins, int last) {
  const int lines = (last - position(pins.line, pins.dot)) / dots_per_line - 1;
  if (!isOneTable() || pins.line < 0 || pins.dot != last_dot || pins.high || lines <= 0) return false;
  const uint64_t dot_clocks = chip_.timing().dot_clocks;
  pins.line += lines;
  pins.next += static_cast<uint64_t>(lines) * dots_per_line * dot_clocks;
  if (chip_.s.control.background_table)
    told.changed(false, pins.next - static_cast<unsigned>(last_dot - last_prefetch_dot) * dot_clocks);
  return true;
}

// Tells the board of the dots after `from` up to this position, but for those that it knows. `rendered`: the chip has
// been there, and knows from where it fetched. Returns where that leaves the line.
Pins Line12::tellTo(Pins from, int last, bool rendered) {
  const Timing& timing = chip_.timing();
  const auto done = [&] { return position(from.line, from.dot); };
  if (told.isAhead() && position(told.ahead().line, told.ahead().dot) > done()) from = told.ahead();
  while (done() < last) {
    if (!rendered && from.line >= 0 && (tellPulses(from, last) || passLinesOfOneTable(from, last))) continue;
    const int line = (done() + 1) / dots_per_line, first = (done() + 1) % dots_per_line;
    const int count = std::min(last - done(), dots_per_line - first);
    // The caller has taken the time of a dot 0 that is left out off.
    const int begin =
        !rendered && line == 0 && first == 0 && timing.skips_odd_dot && chip_.s.odd_frame ? 1 : 0;
    if (!rendered) high_units_ = highUnitsOn(line);
    from.high = reportSpan(line, first + begin, first + count - 1, from.high,
                           from.next + static_cast<uint64_t>(begin) * timing.dot_clocks);
    from.line = line;
    from.dot = first + count - 1;
    from.next += static_cast<uint64_t>(count) * timing.dot_clocks;
  }
  return from;
}

}  // namespace jumpscope::ppu::fast
