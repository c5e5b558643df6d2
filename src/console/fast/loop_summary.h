// Loops that wait, in closed form. Private to src/console.
//
// A turn is executed without effect. If the flow of control comes back to the head, and if it would come back the same
// way as long as nothing but the loop itself changes memory, then any number of turns is one step: registers and
// bytes that the loop changes each go through a map of their own value (and of the carry), which is applied as often
// as there are turns.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "cpu6502/registers.h"
#include "src/console/fast/lanes.h"

namespace jumpscope::console::fast {

// What any number of turns does to registers and RAM, as long as what the loop only reads stays the same.
struct LoopSummary {
  // Places of bytes: registers, and RAM by its lowest address ($0000-$07FF; the cartridge's, $6000-$7FFF).
  enum Place : int { place_a = 0x800, place_x, place_y, place_c, place_v, place_nz };
  static constexpr bool isRegister(int place) { return place >= place_a && place <= place_nz; }

  // A byte that later turns depend on, and with it the carry.
  struct Orbit {
    int place;  // source::carry: the carry alone
    bool with_carry;
    std::array<uint16_t, lane_count> next;  // index to index
    bool conditional = false;
    std::array<bool, lane_count> goes_on;  // whether the turn takes the same way
  };
  // What a turn leaves behind as it found an orbit.
  struct Output {
    int place;
    int orbit;  // -1: always `constant`
    uint32_t constant;
    Lanes values;
  };
  unsigned fixed_registers =
      0;  // that it depends on or that it keeps as they are: a bit each, A, X, Y, C, V, N and Z
  std::vector<Orbit> orbits;
  std::vector<Output> outputs;
};

// The last step of `turns` along an orbit from `index`, and the one before.
struct OrbitEnd {
  size_t last, before;
};
OrbitEnd follow(const LoopSummary::Orbit& orbit, size_t index, uint64_t turns);
// How many of at most `turns` turns take the same way.
uint64_t turnsTheSameWay(const LoopSummary::Orbit& orbit, size_t index, uint64_t turns);

}  // namespace jumpscope::console::fast
