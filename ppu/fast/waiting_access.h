// Accesses to registers that wait, because nobody can see before the next one what they do.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ppu/wiring.h"

namespace jumpscope::ppu::fast {

constexpr uint64_t never = UINT64_MAX;  // a master clock

// A time in which nothing is rendered.
struct Blank {
  uint64_t until = 0;    // master clock up to which nothing looks at v, t and colors
  bool painted = false;  // but the screen, dot by dot
  // Writes to $2005, $2006 and $2007 that begin up to here wait whatever they hold; 0: each has to be asked.
  uint64_t last_write = 0;
};

constexpr uint8_t data_read = 8;  // stands for a read of $2007; what it reads is known

// What an access does to address line 12, where somebody watches it, until it has arrived.
struct A12Move {
  unsigned times = 0;  // the line changes so often
  bool high = false;   // and is so then
  uint64_t clock = 0;  // since this master clock
};

// The last access of a row while the picture is blank, or one that is harmless at any time.
struct PostponedAccess {
  bool waits = false;
  bool harmless = false;  // as Accelerator::isHarmless() says
  uint8_t reg = 0;        // or data_read
  uint8_t value = 0;
  uint8_t stale = 0;
  uint64_t began = 0;  // master clock
  // A master clock by which it has arrived everywhere; never: the blank may have ended before.
  uint64_t arrives = 0;
  A12Move a12{};  // at most one change
  Blank blank{};
};

// The write of $2005, $2006 or $2007 that waits, and those behind it, noted by a CPU that asks nothing but whether the row is
// open. It counts time in units of its own. The row holds what can be noted while it is open: writes are a few units
// apart.
struct WriteRow {
  static constexpr size_t capacity = 512;
  struct Write {
    uint8_t value = 0, reg = 0, stale = 0, unused = 0;
    uint32_t began = 0;  // in units, the lower half
  };

  uint64_t last = 0;          // in units: a write may be noted that begins up to here; 0: the row is closed
  uint64_t last_address = 0;  // likewise one of $2006
  uint64_t began = 0;         // in units: the last one noted
  uint32_t count = 0;
  std::array<Write, capacity> all;
  uint64_t unit = 1;  // master clocks

  void close() { last = last_address = 0; }
  // The master clock at which a noted write began.
  uint64_t beganOf(const Write& write) const {
    return (began - static_cast<uint32_t>(static_cast<uint32_t>(began) - write.began)) * unit;
  }
};

// Stands for a change of the chip's wiring, to the one with the number `value` in ScrollWrites::wiring.
constexpr uint8_t rewiring = 9;

// A write to $2005, $2006, $2000 or $2001 that only changes how the picture goes on that is being made, or one to the board
// that has other pages lie on the chip's bus.
struct ScrollWrite {
  uint64_t began = 0;  // master clock
  uint8_t reg = 0, value = 0, stale = 0;
};
// Whether this is a write to $2005 or $2006.
constexpr bool writesScroll(const ScrollWrite& write) { return write.reg == 5 || write.reg == 6; }
struct ScrollWrites {
  size_t count = 0;
  std::array<ScrollWrite, 512> all;  // six in each scanline of a large part of a picture
  size_t wirings = 0;
  std::array<Wiring, 32> wiring;

  void clear() { count = wirings = 0; }
};

}  // namespace jumpscope::ppu::fast
