// Address line 12 for a board that watches it: what spans of dots did to the line, when it will rise next, and what the watcher
// was told ahead of the chip. The closed form of what Ppu::halfDot() tells.
#pragma once

#include <cstdint>
#include <optional>

#include "ppu/fast/access_log.h"
#include "ppu/fast/landmarks.h"
#include "ppu/fast/prediction.h"
#include "ppu/fast/reasons.h"
#include "ppu/fast/sprite_line_cache.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu::fast {

class Line12 {
 public:
  Line12(Ppu& chip, SpriteLineCache& sprite_lines, const Prediction& prediction)
      : chip_(chip), sprite_lines_(sprite_lines), prediction_(prediction) {}

  bool isWatched() const { return watchesA12(chip_); }
  // The chip, or what it remembers, was replaced.
  void forget() {
    told_ = {};
    last_high_ = 0;
  }
  // line12.cpp. The line may have risen this often, each time after a low of three falls of the CPU's M2 or more
  // (a dozen dots while rendering); count >= 1.
  A12Rise nextRise(unsigned count) const;
  // Whether a write of $2000 + reg leaves the line to the fetches, now and later.
  bool leaves(int reg) const { return leavesFetches(reg) && fetchesMove(); }

  // line12_ahead.cpp. Tells the watcher of all dots that begin before `now`. False: the chip has to run up to there.
  bool tellAhead(uint64_t now);
  // Where the line stands after a dot.
  struct Pins {
    int line = 0, dot = 0;  // the last dot that the watcher was told of
    uint64_t next = 0;      // when the next one begins
    bool high = false;      // the line
  };
  // Of the chip, which has done the last dot of the scanline before this one.
  Pins pinsBefore(int line) const {
    return {line - 1, last_dot, chip_.s.clock, (chip_.s.address_bus & a12) != 0};
  }
  // Tells the watcher of the dots after `from` up to this position, but for those that it knows. `rendered`: the chip has
  // been there, and knows from where it fetched. Returns where that leaves the line.
  Pins tellTo(Pins from, int last, bool rendered);
  // What an access that has arrived did to the line.
  void tell(const A12Move& move);
  // Half a dot of the chip. The watcher hears nothing that it knows.
  void halfDot() {
    if (isWatched())
      watchedHalfDot();
    else
      chip_.halfDot();
  }
  // From where the chip has fetched a sprite unit's pattern.
  void noteUnit(size_t unit, unsigned address) {
    const uint8_t bit = static_cast<uint8_t>(1 << unit);
    high_units_ = static_cast<uint8_t>((address & a12) ? high_units_ | bit : high_units_ & ~bit);
  }
  // Whether a pattern table of the background that was just selected shows on the pins in this dot, which reads.
  bool selectsTable(int dot) const;

 private:
  static constexpr uint8_t all_high = 0xFF;  // sprite units

  // line12.cpp
  uint8_t highUnitsOn(int line) const;
  bool reportSpan(int line, int from, int to, bool high, uint64_t clock);
  void reportLines(int first, int last, bool high, uint64_t clock);
  void reportUniformLines(int first, int last, uint64_t clock);
  bool unitsAreAlike(int line) const;
  bool leavesFetches(int reg) const;
  int nextChance(int line, int dot) const;
  bool tablesDiffer() const;
  bool fetchesMove() const;
  bool fetchesAloneMove() const { return fetchesMove() && !inVblankRun(chip_); }
  bool mayRiseSoon(int line, int dot) const;
  bool endsLongLow(const Pins& known, uint64_t rise) const;

  // line12_ahead.cpp
  Pins pinsOfChip() const {
    return {chip_.s.scanline, chip_.s.dot, prediction_.nextFirstHalf(), (chip_.s.address_bus & a12) != 0};
  }
  // Up to where the watcher knows what the line does.
  Pins knownPins() const { return isToldAhead() ? told_ : pinsOfChip(); }
  // Whether the watcher knows of dots that have not begun.
  bool isToldAhead() const { return told_.next > chip_.s.clock + chip_.secondHalfClocks(); }
  bool mayTellAhead() const;
  void watchedHalfDot();

  // line12_pulses.cpp
  int pulsesEnd(int line) const;
  std::optional<A12Rise> nextPulse(const Pins& known, unsigned count) const;
  bool tellPulses(Pins& pins, int last);

  // line12_units.cpp
  bool knowsUnits() const;
  std::optional<uint8_t> unitsOn(int line) const;
  bool unitsArePlain() const;
  A12Rise nextRiseByUnits(const Pins& known, unsigned count, std::optional<uint64_t> soon) const;

  Ppu& chip_;
  SpriteLineCache& sprite_lines_;
  const Prediction& prediction_;
  Pins told_;
  uint8_t high_units_ = 0;  // sprite units whose patterns were last fetched from $1000-$1FFF
  // A master clock until which the line was high. It may have been high since.
  uint64_t last_high_ = 0;
};

}  // namespace jumpscope::ppu::fast
