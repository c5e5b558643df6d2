// dk-jump: the jump of Donkey Kong, whose height depends on a counter alone: 1.48 (hexadecimal) px up, and
// 8 * (2 * counter + 1) / 256 px down, each update.
// Source of the facts: tests/data/physics/README.md, "dk_jump".
//
// After n updates the player stands (328 n - 8 n^2) / 256 px above the start, which is the second difference
// S(n+2) = 2 S(n+1) - S(n) - 16 with v0 = 328 and g = 16 in 1/256 px (second_difference.h): the counter is
// gravity, written without a speed.
#pragma once

#include <cstdint>

#include "src/bits/plain.h"

namespace jumpscope::physics {

// Int: the article's, which counts on. Byte: the cartridge's, which wraps at 256. What an update adds is the same.
enum class DkCounter : uint8_t { Int, Byte };

struct DkConstants {
  int rise = 0x148;  // 1/256 px, taken off in every update: v0 of the recurrence
  int step = 8;      // 1/256 px, half of g of the recurrence
  DkCounter counter = DkCounter::Int;

  bool operator==(const DkConstants&) const = default;
};

template <template <class> class Number>
struct BasicDkState {
  Number<int64_t> y = 176 * 256;  // 1/256 px, down positive
  Number<int64_t> counter = 0;    // updates since the press; stays after the landing
  Number<bool> jumping = false;
  Number<bool> a_previous = false;

  bool operator==(const BasicDkState&) const = default;
};
using DkState = BasicDkState<Plain>;

template <template <class> class Number>
struct BasicDkInput {
  Number<bool> a_down = false;
  Number<int64_t> start_y = 176;  // px: where the player stands, and lands
  Number<bool> lands = true;
};
using DkInput = BasicDkInput<Plain>;

template <template <class> class Number>
constexpr BasicDkState<Number> step(BasicDkState<Number> state, const BasicDkInput<Number>& input,
                                    const DkConstants& constants = {}) {
  if (!state.jumping && input.a_down && !state.a_previous) {
    state.jumping = true;
    state.counter = 0;
  }
  state.a_previous = input.a_down;
  if (!state.jumping) return state;
  state.y -= constants.rise;
  // The article masks its two parts as the cartridge's byte does: px (counter >> 4) & 15, fraction 8 (2 counter + 1) & 255.
  state.y += constants.step * (2 * (state.counter & 0xFF) + 1) & 0xFFFF;
  ++state.counter;
  if (constants.counter == DkCounter::Byte) state.counter &= 0xFF;
  if (input.lands && state.y >= input.start_y * 256) {
    state.y = input.start_y * 256;
    state.jumping = false;
  }
  return state;
}

}  // namespace jumpscope::physics
