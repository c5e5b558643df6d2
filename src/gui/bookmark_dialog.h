// The bookmarks of a cartridge: to set one here, to go to one, and to remove one.
#pragma once

#include <SDL_scancode.h>

#include <array>

#include "src/gui/play_state.h"

namespace jumpscope::gui {

class BookmarkDialog {
 public:
  // `here`: what a new one would be.
  void ask(play::Bookmark here);
  // True while it is shown and takes all keys.
  bool shown() const { return shown_; }
  void cancel() { escaped_ |= shown_; }
  void press(SDL_Scancode key) { escaped_ |= key == SDL_SCANCODE_ESCAPE; }
  // To be called in every frame.
  void draw(PlayState& player);

 private:
  bool enter(PlayState& player);
  bool drawList(PlayState& player);

  bool asked_ = false, shown_ = false, escaped_ = false;
  play::Bookmark here_;
  std::array<char, 80> typed_{};
};

}  // namespace jumpscope::gui
