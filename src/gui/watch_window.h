// The watch list: values, and the profile that they make.
#pragma once

#include <array>

#include "src/gui/play_state.h"
#include "src/gui/why_window.h"

namespace jumpscope::gui {

class WatchWindow {
 public:
  // `why`: where the questions of the list go.
  void draw(PlayState& player, WhyWindow& why, bool& open);

 private:
  std::array<char, 160> typed_{};
  std::array<char, 512> path_{};
};

}  // namespace jumpscope::gui
