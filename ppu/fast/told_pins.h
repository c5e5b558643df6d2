// What a board that watches address line 12 was told of it: up to which dot, which may lie ahead of the chip, and what an access
// that waits in the log will do to the line. Nobody else in this folder speaks to the board of it.
#pragma once

#include <cstdint>

#include "ppu/fast/reasons.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu::fast {

// What an access does to the line until it has arrived.
struct A12Move {
  unsigned times = 0;  // the line changes so often
  bool high = false;   // and is so then
  uint64_t clock = 0;  // since this master clock
};

// Where the line stands after a dot.
struct Pins {
  int line = 0, dot = 0;  // the dot
  uint64_t next = 0;      // when the next one begins
  bool high = false;      // the line
};

class ToldPins {
 public:
  explicit ToldPins(Ppu& chip) : chip_(chip) {}

  // The chip, or what it remembers, was replaced.
  void forget() {
    ahead_ = {};
    last_high_ = 0;
    expected_ = {};
  }
  // True if the board knows of dots that have not begun: all up to this one.
  bool isAhead() const { return ahead_.next > chip_.s.clock + chip_.secondHalfClocks(); }
  const Pins& ahead() const { return ahead_; }
  void aheadTo(const Pins& pins) { ahead_ = pins; }

  void changed(bool high, uint64_t clock) {
    chip_.watcher()->a12Changed(high, clock);
    if (!high) last_high_ = clock;
  }
  void roseEachLine(unsigned lines, uint64_t first_rise, uint64_t line_clocks, uint64_t high_clocks) {
    chip_.watcher()->a12RoseEachLine(lines, first_rise, line_clocks, high_clocks);
  }
  // A master clock until which the line was high. It may have been high since.
  uint64_t lastHigh() const { return last_high_; }
  // True if it was, so few clocks before this one.
  bool wasHighIn(uint64_t before, uint64_t clocks) const {
    return last_high_ <= before && before - last_high_ <= clocks;
  }
  void wasHigh(uint64_t clock) { last_high_ = clock; }

  // Of the accesses that wait in blank the first one does this, and none of the others anything.
  void expect(const A12Move& move) { expected_ = move; }
  const A12Move& expected() const { return expected_; }
  bool expectsRise() const { return expected_.times != 0 && expected_.high; }
  // It has arrived.
  void tellExpected() {
    if (expected_.times != 0) changed(expected_.high, expected_.clock);
    expected_ = {};
  }

  // Half a dot of the chip. The board hears nothing that it knows.
  void halfDot() {
    if (watchesA12(chip_))
      watchedHalfDot();
    else
      chip_.halfDot();
  }

 private:
  [[gnu::noinline]] void watchedHalfDot() {
    if (!isAhead()) {
      if (chip_.s.address_bus & a12) last_high_ = chip_.s.clock;
      return chip_.halfDot();
    }
    PinWatcher* const watcher = chip_.watcher();
    chip_.watchPins(Watching::Nothing, watcher);
    chip_.halfDot();
    chip_.watchPins(Watching::A12, watcher);
  }

  Ppu& chip_;
  Pins ahead_;
  uint64_t last_high_ = 0;
  A12Move expected_;
};

}  // namespace jumpscope::ppu::fast
