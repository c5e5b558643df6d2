// When what is written to a register has arrived, counted in dots: what follows from latches.h, oam.cpp, pixel.cpp and
// data_port.cpp, and is counted nowhere else in this folder. tests/ppu/fast/arrivals_test.cpp holds it to the chip.
#pragma once

#include <array>

#include "ppu/latches.h"
#include "ppu/state.h"
#include "ppu/timetable.h"

namespace jumpscope::ppu::fast {

// From the first dot that begins after the end of an access until everything has noticed: to $2000, $2001, and so on.
constexpr std::array<int, 8> dots_to_arrive = {1, pixel_delay, 1, 1, 3, 1, 3, 5};
// From the dot in whose second half $2007's first latch takes the request to the one in which v steps.
constexpr int dots_to_step = 3;
// From that same dot until the port is at rest.
constexpr int dots_to_rest = dots_to_step + 2;
// From the end of the dot in which a second write to $2006 ended until v has taken t.
constexpr int dots_to_copy = 2;
// A second write to $2006 that begins in a dot, and v has taken t as the one that is so many later begins.
constexpr int dots_of_address_write = 6;
// From the end of an access to $2000, $2001, $2005, $2006 or $2007 until everything has arrived, wherever its halves lie.
constexpr int dots_to_settle = 9;

inline bool accesses(const State& s) { return s.access.stage != Access::Stage::None; }
// What v will take.
inline Scroll addressToCome(const State& s) {
  Scroll t = s.t;
  if (accesses(s)) s.w ? t.setLowByte(s.access.value) : t.setHighByte(s.access.value);
  return t;
}
inline bool copiesAddress(const State& s) {
  return s.address_copy != AddressCopy::None || (accesses(s) && s.access.write && s.access.reg == 6 && s.w);
}

// Of a port whose chains are at rest.
inline bool requestsWrite(const State& s) { return s.port.write_request || (accesses(s) && s.access.write); }
inline bool requestsOnce(const State& s) {
  if (!accesses(s)) return s.port.read_request != s.port.write_request;
  return s.access.reg == 7 && !(s.access.write ? s.port.read_request : s.port.write_request);
}

}  // namespace jumpscope::ppu::fast
