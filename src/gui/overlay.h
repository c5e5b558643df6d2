// The physics over the game's picture.
#pragma once

#include <imgui.h>

#include <optional>

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

// A part of the window.
struct Box {
  ImVec2 from, to;
  bool meets(const Box& other) const {
    return from.x < other.to.x && to.x > other.from.x && from.y < other.to.y && to.y > other.from.y;
  }
};

// Draws all enabled parts behind ImGui's windows. Returns what is free below the panels: messages end there.
float drawOverlay(PlayState& player, const PictureArea& area);
// Where the character is seen; nullopt: the profile does not tell.
std::optional<Box> characterBox(const PlayState& player, const PictureArea& area);

}  // namespace jumpscope::gui
