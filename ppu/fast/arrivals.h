// What is about to arrive of a write. Private to this folder.
#pragma once

#include "ppu/state.h"

namespace jumpscope::ppu::fast {

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
