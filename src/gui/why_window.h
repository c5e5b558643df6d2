// The window "Why": which bytes, buttons and instructions the value of a watch was computed from.
#pragma once

#include <string>

#include "src/gui/play_state.h"

namespace jumpscope::gui {

class WhyWindow {
 public:
  // Asks about the last frame that ended, and shows the window.
  void ask(PlayState& player, const trace::Watch& watch);
  void draw(PlayState& player);
  bool& open() { return open_; }

 private:
  void drawLines(PlayState& player) const;

  trace::Watch watch_;
  std::string text_;
  int depth_ = 1;
  bool open_ = false;
};

}  // namespace jumpscope::gui
