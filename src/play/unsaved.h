// Tells if closing the game would lose unsaved play.
#pragma once

#include "src/movie/player.h"

namespace jumpscope::play {

class Unsaved {
 public:
  // A frame has run. `own`: its input is the player's, not a movie's. Moving the mouse alone is no input.
  void ran(movie::FrameInput input, bool own) {
    for (console::DeviceInput& device : input.inputs) device = {.buttons = device.buttons};
    any_ |= own && input != movie::FrameInput{};
  }
  // What was played is in a file now, or was given up.
  void settled() { any_ = false; }
  bool any() const { return any_; }

 private:
  bool any_ = false;
};

}  // namespace jumpscope::play
