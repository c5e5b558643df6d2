// Nametables, pattern tables, palettes and sprites.
#pragma once

#include <array>
#include <memory>

#include "src/gui/host.h"
#include "src/gui/play_state.h"

namespace jumpscope::gui {

class PpuWindow {
 public:
  void draw(PlayState& player, bool& open);

 private:
  void drawNametables(const PlayState& player);
  void drawPatterns(const PlayState& player);
  void drawPalettes(const PlayState& player);
  void drawSprites(const PlayState& player);

  std::unique_ptr<Texture> nametables_, patterns_;
  std::array<std::unique_ptr<Texture>, 64> sprites_;
  int palette_ = 0;
  bool grid_ = false;
};

}  // namespace jumpscope::gui
