// The bookmarks of a cartridge: to set one here, to go to one, and to remove one.
#pragma once

#include <array>

#include "src/gui/modal_dialog.h"
#include "src/gui/play_state.h"

namespace jumpscope::gui {

class BookmarkDialog : public ModalDialog {
 public:
  // `here`: what a new one would be.
  void ask(play::Bookmark here);
  // To be called in every frame.
  void draw(PlayState& player);

 private:
  bool enter(PlayState& player);
  bool drawList(PlayState& player);

  play::Bookmark here_;
  std::array<char, 80> typed_{};
};

}  // namespace jumpscope::gui
