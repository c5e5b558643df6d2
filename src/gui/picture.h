// The game's picture in the window.
#pragma once

#include <memory>
#include <span>

#include "src/gui/host.h"
#include "src/gui/overlay.h"
#include "src/gui/play_state.h"

namespace jumpscope::gui {

class Picture {
 public:
  // Palette indices as Game::pixels() gives them; empty: the picture before stays.
  void set(std::span<const uint16_t> pixels, std::span<const uint32_t, 512> colors);
  // Draws it behind ImGui's windows in the middle of this part of the window, as large as possible: at an integer scale
  // unless the settings say otherwise or there is no room for one.
  PictureArea draw(const PlayState& player, ImVec2 from, ImVec2 to);

 private:
  const Texture& textureFor(ImVec2 scale);

  std::unique_ptr<Texture> texture_, large_;
  std::vector<uint32_t> rgba_, large_rgba_;
};

// The window's size that shows the picture at this scale and nothing else.
struct WindowSize {
  int width, height;
};
WindowSize windowSize(const play::Settings& settings, int scale, float menu_height);

}  // namespace jumpscope::gui
