// Two standard pads, or four on a Four Score, behind $4016 and $4017, brought up to date when they are
// read or written.
#pragma once

#include <array>

#include "src/console/state.h"

namespace jumpscope::console {

// What a port shifts out, bit 0 first; after it come ones. A pad alone: its eight buttons. A Four Score: the
// port's first pad, its second, and a byte that tells the ports apart. Source: NESdev "Four Score".
inline uint32_t shiftedOut(const Controllers& c, size_t port) {
  constexpr std::array<uint32_t, 2> signatures = {0xFF08'0000, 0xFF04'0000};
  const Pad& pad = c.pads[port];
  if (!c.four_score) return 0xFFFF'FF00 | pad.buttons;
  return signatures[port] | static_cast<uint32_t>(pad.second << 8 | pad.buttons);
}

// Accounts for the CPU cycles up to `cycle`. `get_first`: whether the first of them is a get cycle.
// A strobe loads the pads only at the end of a get cycle; a register shifts when its port was not read for a
// whole cycle. Source: NESdev "Controller reading", "2A03 OUT pins change only between APU cycles";
// AccuracyCoin "Controller Strobing".
inline void runControllersTo(Controllers& c, uint64_t cycle, bool get_first) {
  if (c.cycle >= cycle) return;
  const uint64_t cycles = cycle - c.cycle;
  const bool had_get = cycles > 1 || get_first;
  c.cycle = cycle;
  for (Pad& pad : c.pads) {
    if (pad.shift_delay == 0) continue;
    if (c.strobe) {
      pad.shift_delay = 0;
    } else if (cycles >= pad.shift_delay) {
      pad.shift_delay = 0;
      pad.shift = pad.shift >> 1 | 0x8000'0000;
    } else {
      pad.shift_delay = static_cast<uint8_t>(pad.shift_delay - cycles);
    }
  }
  if (!had_get) return;
  if (!c.strobe) {
    c.loaded = false;
  } else if (!c.loaded) {
    c.loaded = true;
    c.polled = true;
    for (size_t port = 0; port < c.pads.size(); ++port) c.pads[port].shift = shiftedOut(c, port);
  }
}

// Precondition: runControllersTo(this cycle). Bit 0 of the port.
inline uint8_t readPad(Controllers& c, int port) {
  Pad& pad = c.pads[static_cast<size_t>(port)];
  pad.shift_delay = 2;
  c.loaded = false;
  c.polled = true;
  return pad.shift & 1;
}

inline void writeStrobe(Controllers& c, uint8_t value) {
  c.strobe = value & 1;
  if (!c.strobe) c.loaded = false;
}

}  // namespace jumpscope::console
