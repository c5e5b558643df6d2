// Address line 12 for a board that watches it: what spans of dots did to the line, when it will rise next, and what fetches will
// do to it that the chip has still to make. The closed form of what Ppu::halfDot() tells.
#pragma once

#include <cstdint>
#include <optional>

#include "ppu/fast/landmarks.h"
#include "ppu/fast/prediction.h"
#include "ppu/fast/reasons.h"
#include "ppu/fast/sprite_line_cache.h"
#include "ppu/fast/told_pins.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu::fast {

class Line12 {
 public:
  Line12(Ppu& chip, SpriteLineCache& sprite_lines, const Prediction& prediction)
      : told(chip), chip_(chip), sprite_lines_(sprite_lines), prediction_(prediction) {}

  ToldPins told;

  bool isWatched() const { return watchesA12(chip_); }
  // line12.cpp. The line may have risen this often, each time after a low of three falls of the CPU's M2 or more
  // (a dozen dots while rendering); count >= 1.
  A12Rise nextRise(unsigned count) const;
  // True if a write of $2000 + reg leaves the line to the fetches, now and later.
  bool leaves(int reg) const { return leavesFetches(reg) && fetchesMove(); }

  // line12_ahead.cpp. Tells the board of all dots that begin before `now`. False: the chip has to run up to there.
  bool tellAhead(uint64_t now);
  // Of the chip, which has done the last dot of the scanline before this one.
  Pins pinsBefore(int line) const {
    return {line - 1, last_dot, chip_.s.clock, (chip_.s.address_bus & a12) != 0};
  }
  // Tells the board of the dots after `from` up to this position, but for those that it knows. `rendered`: the chip has
  // been there, and knows from where it fetched. Returns where that leaves the line.
  Pins tellTo(Pins from, int last, bool rendered);
  // From where the chip has fetched a sprite unit's pattern.
  void noteUnit(size_t unit, unsigned address) {
    const uint8_t bit = static_cast<uint8_t>(1 << unit);
    high_units_ = static_cast<uint8_t>((address & a12) ? high_units_ | bit : high_units_ & ~bit);
  }
  // True if a pattern table of the background that was just selected shows on the pins in this dot, which reads.
  bool selectsTable(int dot) const;

 private:
  static constexpr uint8_t all_high = 0xFF;  // sprite units

  // line12.cpp
  uint8_t highUnitsOn(int line) const;
  bool reportSpan(int line, int from, int to, bool high, uint64_t clock);
  bool leavesFetches(int reg) const;
  bool isOneTable() const;
  bool fetchesMove() const;
  bool fetchesAloneMove() const { return fetchesMove() && !inVblankRun(chip_); }
  bool mayRiseSoon(int line, int dot) const;
  bool endsLongLow(const Pins& known, uint64_t rise) const;
  A12Rise walkToRise(const Pins& known, unsigned count, std::optional<uint64_t> soon) const;

  // line12_ahead.cpp
  // Up to where the board knows what the line does.
  Pins knownPins() const {
    if (told.isAhead()) return told.ahead();
    return {chip_.s.scanline, chip_.s.dot, prediction_.nextFirstHalf(), (chip_.s.address_bus & a12) != 0};
  }
  bool mayTellAhead() const;
  bool passLinesOfOneTable(Pins& pins, int last);

  // line12_pulses.cpp
  int pulsesEnd(int line) const;
  std::optional<A12Rise> nextPulse(const Pins& known, unsigned count) const;
  bool tellPulses(Pins& pins, int last);

  // line12_units.cpp
  bool knowsUnits() const;
  std::optional<uint8_t> unitsOn(int line) const;
  bool unitsArePlain() const;

  Ppu& chip_;
  SpriteLineCache& sprite_lines_;
  const Prediction& prediction_;
  uint8_t high_units_ = 0;  // sprite units whose patterns were last fetched from $1000-$1FFF
};

}  // namespace jumpscope::ppu::fast
