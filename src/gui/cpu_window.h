// The processor: registers, the program around it, steps and breakpoints.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "src/gui/player.h"

namespace jumpscope::gui {

class CpuWindow {
 public:
  void draw(Player& player, bool& open);

 private:
  void drawBreakpoints(Player& player);

  std::array<char, 120> typed_{};
};

}  // namespace jumpscope::gui
