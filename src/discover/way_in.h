// The way from power-on to a moment in which a character can be made to jump.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "src/discover/bench.h"
#include "src/discover/judgement.h"
#include "src/discover/sprites.h"

namespace jumpscope::discover {

// A jump that a press of `button` makes in `start`, which `way` leads to.
struct JumpScene {
  Script way;  // from power-on
  console::State start;
  Buttons button = 0;
  size_t hold = 0;  // frames
  Arc arc;
  bool on_release = false;  // it begins when the button is let go
};

struct WayIn {
  std::optional<JumpScene> jump;
  size_t situations = 0;  // that were tried
  size_t in_control = 0;  // in which sprites answered to Left or Right
  bool ended = false;     // before its time: there is nothing more to try
  Buttons thrust = 0;     // the first that lifts sprites as long as it is held
  Buttons tried = 0;      // in the situation that was not tried to its end
};

// Tries waiting, Start, A and the other buttons until something jumps. Ends early, with what is known, at the
// bench's deadline.
WayIn findWayIn(Bench& bench, size_t most_situations);
// Looks along an input that is given, instead: it has the last frame's buttons released.
WayIn followInput(Bench& bench, const Script& input);

// The jump that a press of `button`, held for `hold` frames, makes here.
std::optional<Arc> jumpHere(Bench& bench, const console::State& start, Buttons button, size_t hold);

}  // namespace jumpscope::discover
