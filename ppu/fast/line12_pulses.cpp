// Address line 12 where tiles and sprites lie in different pattern tables, as programs arrange it that count scanlines by
// the line: once a scanline it rises after a long low, and stays high but for short lows, a pulse, until the
// fetches from the other table begin.
#include <algorithm>

#include "ppu/fast/line12.h"
#include "ppu/fast/line12_groups.h"

namespace jumpscope::ppu::fast {

namespace {

// Places in a pulse are counted in dots from its rise on.
struct Pulse {
  bool tiles;  // not sprites

  int riseDot() const { return (tiles ? first_prefetch_dot : first_unit_dot) + half_group; }
  int length() const {
    return tiles ? dots_per_line + first_unit_dot - riseDot() : first_prefetch_dot - riseDot();
  }
  int placeOf(int dot) const { return (dot - riseDot() + dots_per_line) % dots_per_line; }
  // Dot 1 of the next scanline, where tiles begin anew.
  int anew() const { return tiles ? dots_per_line + 1 - riseDot() : dots_per_line; }
  bool isHigh(int place) const {
    const int in_group = place < anew() ? place : place - anew() + half_group;
    return place < length() && in_group % group_dots < half_group;
  }
  // The last fall up to there; 0: none.
  int lastFall(int place) const {
    if (place >= length()) return length();
    const int first = place < anew() ? half_group : anew();
    return place < first ? 0 : first + (place - first) / group_dots * group_dots;
  }
};

}  // namespace

// The scanlines from `line` to this one, not included, have a pulse each, if the search of none is disturbed.
int Line12::pulsesEnd(int line) const {
  const State& s = chip_.s;
  if (!s.control.tall_sprites) return isOneTable() ? line : visible_lines;
  if (s.control.background_table || highUnitsOn(line) != all_high) return line;
  return sprite_lines_.nextLowLine(s, line + 1);
}

// The rise for this often after the known dot, in the same picture; nullopt: not known. Precondition: the low that the line
// may be in does not end before the next pulse.
std::optional<A12Rise> Line12::nextPulse(const Pins& known, unsigned count) const {
  // Rendering may have begun a moment before scanline 0.
  if (known.line == 0 || known.line >= visible_lines) return std::nullopt;
  const State& s = chip_.s;
  const bool tall = s.control.tall_sprites;
  if (tall && !unitsOn(known.line)) return std::nullopt;
  int end = pulsesEnd(known.line);
  if (tall && known.line == s.scanline && !prediction_.nextSearchWillBePlain())
    end = std::min(end, known.line + 1);
  const int rise = Pulse{s.control.background_table != 0}.riseDot();
  const int line = known.line + (known.dot >= rise ? 1 : 0) + static_cast<int>(count) - 1;
  if (line >= end) return std::nullopt;
  const uint64_t dot_clocks = chip_.timing().dot_clocks;
  const int dots = position(line, rise) - position(known.line, known.dot);
  return A12Rise{known.next + static_cast<uint64_t>(dots - 1) * dot_clocks, dots_per_line * dot_clocks,
                 static_cast<unsigned>(end - 1 - line)};
}

// Tells the board of the dots after `pins` up to this position, as long as there are pulses alone and if one begins: `pins` is
// where that leaves the line. Precondition: as for tellTo(), in one picture.
bool Line12::tellPulses(Pins& pins, int last) {
  last = std::min(last, position(pulsesEnd(pins.line), 0) - 1);
  const Pulse pulse{chip_.s.control.background_table != 0};
  const int place = pulse.placeOf(pins.dot);
  const uint64_t dot_clocks = chip_.timing().dot_clocks;
  const bool in_pulse = place < pulse.length();
  // A low in it may be another one than the pulse's, and long.
  if (pins.high ? !pulse.isHigh(place) : in_pulse && !told.wasHighIn(pins.next, half_group * dot_clocks))
    return false;
  const int dots = last - position(pins.line, pins.dot), first_rise = dots_per_line - place;
  if (dots < first_rise) return false;
  const int lines = (dots - first_rise) / dots_per_line, end = (dots - first_rise) % dots_per_line;
  const auto clockOf = [&, next = pins.next](int dot) {
    return next + static_cast<uint64_t>(dot - 1) * dot_clocks;
  };
  if (in_pulse) told.changed(false, clockOf(pulse.length() - place));
  if (lines > 0)
    told.roseEachLine(static_cast<unsigned>(lines), clockOf(first_rise), dots_per_line * dot_clocks,
                      static_cast<uint64_t>(pulse.length()) * dot_clocks);
  const int rise = first_rise + lines * dots_per_line, fall = pulse.lastFall(end);
  const bool high = pulse.isHigh(end);
  told.changed(true, clockOf(rise));
  if (fall != 0) told.changed(false, clockOf(rise + fall));
  if (fall != 0 && high) told.changed(true, clockOf(rise + fall + half_group));
  told.wasHigh(clockOf(high ? dots : rise + fall));
  high_units_ = pulse.tiles ? 0 : all_high;
  pins = {last / dots_per_line, last % dots_per_line, clockOf(dots + 1), high};
  return true;
}

}  // namespace jumpscope::ppu::fast
