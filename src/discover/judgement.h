// What tells a jump from other things that rise and fall after a press, by experiments.
#pragma once

#include <cstdint>

#include "src/discover/bench.h"
#include "src/discover/sprites.h"

namespace jumpscope::discover {

// Frames that are filmed of a jump.
inline constexpr size_t jump_frames = 160;

enum class Judgement : uint8_t {
  Jump,
  JumpOnRelease,  // nothing rises before the button is let go
  Thrust,         // rises as long as the button is held
  Other,          // a shot, a ball that was served, a cursor, …
};

// `arc`: what a press of `button` for `hold` frames makes of the sprites in this state.
Judgement judge(Bench& bench, const console::State& state, Buttons button, size_t hold, const Arc& arc);

}  // namespace jumpscope::discover
