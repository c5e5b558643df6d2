// cut-jump: a jump by one gravity, which ends early because releasing the button cuts the speed. Gravity adds to the
// speed, then the speed to the position; both have 8 fractional bits and 16 in all. The form of nesdoug's platformer
// (https://github.com/nesdoug/26_Full_Game, platformer.c, movement()), with its constants.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

#include "src/bits/plain.h"

namespace jumpscope::physics {

struct CutConstants {
  int gravity = 0x4C;       // 1/256 px/frame^2
  int max_speed = 0x300;    // 1/256 px/frame: once it is reached, no fall is faster
  int jump_speed = -0x600;  // 1/256 px/frame, down positive
  int cut_speed = -0x200;   // 1/256 px/frame: what a release leaves of a faster rise
  uint8_t cut_frames = 30;  // after the start, in which a release counts

  bool operator==(const CutConstants&) const = default;
};

template <template <class> class Number>
struct BasicCutState {
  Number<uint16_t> y = 176 * 256;  // 1/256 px, down positive
  Number<int16_t> speed = 0;       // 1/256 px/frame
  Number<uint8_t> cut_timer = 0;   // frames since the start, counted from 1; 0: a release does not count

  bool operator==(const BasicCutState&) const = default;
};
using CutState = BasicCutState<Plain>;

// The speed by gravity, then the position by the new speed.
template <template <class> class Number>
constexpr void cutMove(BasicCutState<Number>& state, const CutConstants& constants) {
  if (state.speed < constants.max_speed)
    state.speed = static_cast<Number<int16_t>>(state.speed + constants.gravity);
  else
    state.speed = static_cast<int16_t>(constants.max_speed);
  state.y = static_cast<Number<uint16_t>>(state.y + state.speed);
}

// After the motion and its contacts. `starts`: the button went down, and there is ground to start from.
template <template <class> class Number>
constexpr void cutDecide(BasicCutState<Number>& state, const std::type_identity_t<Number<bool>>& a_down,
                         const std::type_identity_t<Number<bool>>& starts, const CutConstants& constants) {
  if (starts) {
    state.speed = static_cast<int16_t>(constants.jump_speed);
    state.cut_timer = 1;
  }
  if (state.cut_timer != 0) ++state.cut_timer;
  if (state.cut_timer > constants.cut_frames) state.cut_timer = 0;
  if (state.cut_timer != 0 && !a_down && state.speed < constants.cut_speed) {
    state.speed = static_cast<int16_t>(constants.cut_speed);
    state.cut_timer = 0;
  }
}

}  // namespace jumpscope::physics
