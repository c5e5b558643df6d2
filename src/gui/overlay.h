// The physics over the game's picture.
#pragma once

#include <imgui.h>

#include "src/gui/play_state.h"

namespace jumpscope::gui {

// Where the 256 x 240 picture lies in the window, and how large a pixel of it is.
struct PictureArea {
  ImVec2 origin;  // of the picture's pixel 0, 0, which cropping may have put outside
  ImVec2 scale;
  ImVec2 from, to;  // what is seen of it

  ImVec2 at(float x, float y) const { return {origin.x + x * scale.x, origin.y + y * scale.y}; }
};

// Draws every part that is switched on, into the list behind ImGui's windows.
void drawOverlay(PlayState& player, const PictureArea& area);

}  // namespace jumpscope::gui
