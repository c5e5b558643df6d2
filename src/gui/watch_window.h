// The watch list: values, and the profile that they make.
#pragma once

#include <array>

#include "src/gui/play_state.h"

namespace jumpscope::gui {

class WatchWindow {
 public:
  void draw(PlayState& player, bool& open);

 private:
  std::array<char, 160> typed_{};
  std::array<char, 512> path_{};
};

}  // namespace jumpscope::gui
