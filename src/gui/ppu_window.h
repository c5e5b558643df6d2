// Nametables, pattern tables, palettes and sprites.
#pragma once

#include <array>
#include <memory>

#include "src/gui/host.h"
#include "src/gui/player.h"

namespace jumpscope::gui {

class PpuWindow {
 public:
  void draw(Player& player, bool& open);

 private:
  void drawNametables(const Player& player);
  void drawPatterns(const Player& player);
  void drawPalettes(const Player& player);
  void drawSprites(const Player& player);

  std::unique_ptr<Texture> nametables_, patterns_;
  std::array<std::unique_ptr<Texture>, 64> sprites_;
  int palette_ = 0;
};

}  // namespace jumpscope::gui
