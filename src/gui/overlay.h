// The physics over the game's picture.
#pragma once

#include <imgui.h>

#include "src/gui/play_state.h"

namespace jumpscope::gui {

// Position of the 256 x 240 picture in the window, and the size of its pixels.
struct PictureArea {
  ImVec2 origin;  // of the picture's pixel 0, 0, which cropping may have put outside
  ImVec2 scale;
  ImVec2 from, to;            // what is seen of it
  ImVec2 room_from, room_to;  // what it stands in: the window, less the menu and the tools beside the picture

  ImVec2 at(float x, float y) const { return {origin.x + x * scale.x, origin.y + y * scale.y}; }
};

// Draws all enabled parts behind ImGui's windows.
void drawOverlay(PlayState& player, const PictureArea& area);

}  // namespace jumpscope::gui
