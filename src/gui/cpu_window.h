// The processor: registers, the program around it, steps and breakpoints.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "src/gui/play_state.h"

namespace jumpscope::gui {

class CpuWindow {
 public:
  void draw(PlayState& player, bool& open);

 private:
  void drawBreakpoints(PlayState& player);

  std::array<char, 120> typed_{};
};

}  // namespace jumpscope::gui
