// Two standard pads behind $4016 and $4017, brought up to date when somebody can tell the difference.
#pragma once

#include "src/console/state.h"

namespace jumpscope::console {

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
      pad.shift = static_cast<uint8_t>(pad.shift >> 1 | 0x80);
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
    for (Pad& pad : c.pads) pad.shift = pad.buttons;
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
