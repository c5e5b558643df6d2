// The log: writes to registers that wait, in the order of time, because nothing that somebody looks at can depend on
// them yet. accelerator.h appends, and replays them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "ppu/wiring.h"

namespace jumpscope::ppu::fast {

constexpr uint64_t never = UINT64_MAX;  // a master clock

// Beside the numbers of the registers: a change of the chip's wiring.
constexpr uint8_t rewiring = 8;

// A write to a register, or that.
struct LoggedAccess {
  uint64_t began = 0;  // master clock
  uint8_t reg = 0;
  uint8_t value = 0;  // of a rewiring: its number in AccessLog::wiring
  uint8_t stale = 0;  // what was on the bus before
};
// True if this is a write to $2005 or $2006.
constexpr bool writesScroll(const LoggedAccess& access) { return access.reg == 5 || access.reg == 6; }

// A time in which nothing is rendered.
struct Blank {
  uint64_t until = 0;    // master clock up to which nothing looks at v, t and colors
  bool painted = false;  // but the screen, dot by dot
  // Writes to $2005, $2006 and $2007 that begin up to here wait whatever they hold; 0: each has to be asked.
  uint64_t last_write = 0;
};

// Why the accesses in the log wait.
enum class Waits : uint8_t {
  ForNothing,  // there are none
  InBlank,  // nothing is rendered: each has arrived before the next one begins, all of them before the blank ends
  Harmless,  // it is one, which leaves everything as it is
  InPicture  // they only change how the picture goes on that is being made
};

struct AccessLog {
  static constexpr size_t capacity = 512;  // six in each scanline of a large part of a picture

  // Master clocks before which writes of $2005, $2006 and $2007 wait whatever they hold, as long as they are as far apart as
  // instructions are; 0: each has to be asked. Translated code appends by itself then.
  std::array<uint64_t, 3> open{};
  uint32_t count = 0;
  Waits waits = Waits::ForNothing;
  Blank blank{};
  std::array<LoggedAccess, capacity> all;
  size_t wirings = 0;
  std::array<Wiring, 32> wiring;

  bool empty() const { return count == 0; }
  bool full() const { return count == all.size(); }
  const LoggedAccess& last() const { return all[count - 1]; }
  bool opens(int reg, uint64_t now) const { return reg >= 5 && now < open[static_cast<size_t>(reg - 5)]; }
  void close() { open = {}; }
  void append(const LoggedAccess& access) { all[count++] = access; }
  void clear() {
    close();
    count = 0;
    wirings = 0;
    waits = Waits::ForNothing;
  }
};

}  // namespace jumpscope::ppu::fast
