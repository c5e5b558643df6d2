// The dialog for the label and the comment of an address.
#pragma once

#include <array>
#include <optional>

#include "src/gui/modal_dialog.h"
#include "src/gui/play_state.h"

namespace jumpscope::gui {

class LabelDialog : public ModalDialog {
 public:
  // For what is kept there.
  void ask(const PlayState& player, const play::LabelPlace& place);
  // To be called in every frame.
  void draw(PlayState& player);

 private:
  void load(const PlayState& player, const play::LabelPlace& place);
  bool save(PlayState& player, bool removes);

  std::optional<play::LabelPlace> place_;  // nullopt: what is typed is none
  std::string why_no_place_;
  std::array<char, 48> address_{};
  std::array<char, 128> name_{};
  std::array<char, 1024> comment_{};
};

}  // namespace jumpscope::gui
