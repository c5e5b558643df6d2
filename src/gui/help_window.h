// The window "Keys": which key does what, and another key for it by a click.
#pragma once

#include <SDL_events.h>

#include <functional>
#include <optional>
#include <string>

#include "src/play/keys.h"

namespace jumpscope::gui {

class KeysWindow {
 public:
  // A chord without a key: the action is to have none.
  using Bind = std::function<void(play::Action, play::Chord)>;
  void draw(const play::KeyMap& keys, bool& open, const Bind& bind);
  // True while the next key is for an action and for nothing else.
  bool waits() const { return waiting_.has_value(); }
  // Precondition: waits(). Esc gives up.
  void key(const SDL_KeyboardEvent& event);

 private:
  std::optional<play::Action> waiting_;
  std::optional<play::Chord> pressed_;
  play::ChordReader reader_;
};

}  // namespace jumpscope::gui
