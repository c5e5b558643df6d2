// A scanline in which registers are written and of which only v and t are followed: the closed form of Ppu::moveScroll
// and Ppu::commitFetch beside accesses.cpp.
#pragma once

#include <cstdint>
#include <span>

#include "ppu/fast/access_log.h"
#include "ppu/fast/scroll_math.h"
#include "ppu/latches.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu::fast {

class WrittenLine {
 public:
  // `begins`: master clock of dot 0.
  WrittenLine(Ppu& chip, uint64_t begins)
      : chip_(chip),
        begins_(begins),
        counts_y_at_(begins + (firstDot(action::IncrementY) + 1) * chip.timing().dot_clocks) {}

  // Writes that make all of t anew, the last of which has v take it when v has counted for the last time: what both
  // were before does not matter.
  void makeAnew(std::span<const LoggedAccess> writes) {
    for (const LoggedAccess& write : writes) {
      follow(write.reg, write.value);
      end(write);
    }
    chip_.copyAddress(false, false);
    left_ = dots_per_line;
  }
  // Dots before this one are left: v counts lines, and takes t's X.
  void leaveDots(int dot) {
    constexpr int counts_y = firstDot(action::IncrementY);
    State& s = chip_.s;
    if (left_ <= counts_y && dot > counts_y) s.v.incrementY();
    if (left_ <= copies_x && dot > copies_x) s.v.copyX(s.t);
    left_ = dot;
  }

  // A write to $2000, $2001, $2005 or $2006, in the order of time, but for the I/O bus. Precondition: nothing looks at
  // what else it changes, and if v takes t, that happens before v counts the next scanline's tiles.
  void make(const LoggedAccess& write) {
    const bool copies = write.reg == 6 && chip_.s.w;
    if (write.began + data_clocks > counts_y_at_) leaveDotsBefore(write);
    follow(write.reg, write.value);
    end(write);
    if (copies) copyAddress(dotBefore(write.began + end_clocks) + 1);
  }

 private:
  static constexpr int copies_x = firstDot(action::CopyX);

  // As Ppu::followBus(), in line for the scroll, which is written most.
  void follow(int reg, uint8_t bus) {
    if (reg == 6)
      chip_.followAddressByte(bus);
    else if (reg == 5)
      chip_.followScrollByte(bus);
    else
      chip_.followBus(reg, bus);
  }
  void end(const LoggedAccess& write) {
    if (write.reg >= 5)
      chip_.s.w = !chip_.s.w;
    else
      chip_.endAccess(true, write.reg, write.value);
  }
  // Those that are left before the chip takes what is written.
  void leaveDotsBefore(const LoggedAccess& write) {
    if (left_ > copies_x) return;
    const int dot = dotBefore(write.began + stale_clocks), next = dotBefore(write.began + data_clocks);
    // What was on the bus before is seen by the copy of X, if by anything.
    if (dot <= copies_x && copies_x < next) {
      leaveDots(dot);
      follow(write.reg, write.stale);
    }
    leaveDots(next);
  }

  // The dot that has begun when what happens at this clock happens. A write may begin in the last dot of the scanline
  // before, of which the chip has done both halves.
  int dotBefore(uint64_t clock) const {
    if (clock <= begins_) return 0;
    return static_cast<int>(chip_.timing().dotsIn(clock - begins_ - 1));
  }

  // v takes t as this dot is left.
  void copyAddress(int dot) {
    State& s = chip_.s;
    const bool counts_x = dot <= picture_width && fetchStep(dot) == FetchStep::High;
    if (counts_x) s.v = tilesOn(s.v, (dot - x_dot_) / fetch_steps);
    leaveDots(dot + 1);
    chip_.copyAddress(counts_x, dot == firstDot(action::IncrementY));
    x_dot_ = dot / fetch_steps * fetch_steps;
  }

  Ppu& chip_;
  const uint64_t begins_, counts_y_at_;
  int left_ = 0;
  int x_dot_ = 0;  // v's X has counted the tiles up to this one
};

}  // namespace jumpscope::ppu::fast
