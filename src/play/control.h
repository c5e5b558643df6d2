// Translates keys and game controllers into the pads of the next frame and actions of the window. It does
// not call SDL: events are passed in, so that tests can drive it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "src/play/keys.h"

namespace jumpscope::play {

// What each of four pads holds down, console::Buttons (bit 7 Right ... bit 0 A).
using Pads = std::array<uint8_t, 4>;

class Control {
 public:
  explicit Control(KeyMap keys) : keys_(std::move(keys)) {}

  const KeyMap& keys() const { return keys_; }
  // Releases everything.
  void setKeys(KeyMap keys);
  // Left with Right, and Up with Down, which no real pad can press. Otherwise the newer of the two is
  // reported, and neither when both came in the same millisecond.
  void allowOpposite(bool allow) { allow_opposite_ = allow; }

  // Events, with SDL's time stamp in ms. `modifiers` are bits of Chord; `repeat`: the keyboard's own, of a
  // key held for long.
  void keyDown(SDL_Scancode key, uint8_t modifiers, bool repeat, uint32_t time);
  void keyUp(SDL_Scancode key, uint32_t time);
  // Releases everything, because key releases will not be reported: the window or a text field took the
  // focus.
  void letGo(uint32_t time);

  // A controller came; it plays the first pad that no other one plays. Returns that pad, 0-3, or -1.
  int controllerAdded(int id);
  void controllerRemoved(int id, uint32_t time);
  // `pad` 0-3, or -1: none. Its former controller gets this controller's former pad.
  void assign(int id, int pad, uint32_t time);
  // Controllers by id, with their pads.
  const std::map<int, int>& controllers() const { return controllers_; }
  void buttonDown(int id, SDL_GameControllerButton button, uint32_t time);
  void buttonUp(int id, SDL_GameControllerButton button, uint32_t time);
  // A stick, -32768 to 32767. Axes other than the left stick's are ignored.
  void axisMoved(int id, SDL_GameControllerAxis axis, int value, uint32_t time);

  // What the pads hold during the next frame; to be called once for each. A press that ended before
  // it was read still counts in one frame.
  Pads readPads();
  // The time stamp of the first change of a pad since readPads(): for measuring how late a frame sees it.
  std::optional<uint32_t> firstUnread() const { return first_unread_; }

  // The actions requested since the last call, in order. FrameAdvance, the steps and the volume
  // repeat while their key is held.
  std::vector<Action> takeActions();
  // For FastForward and Rewind.
  bool held(Action action) const { return holds_[static_cast<size_t>(action)] > 0; }

 private:
  struct PadBit {
    int holds = 0;  // keys and buttons that press it
    bool latched = false;
    uint32_t since = 0;  // the newest press
    uint32_t reads = 0;  // frames since then, for turbo
  };
  // The left stick's four ways count as the d-pad's buttons, on a stick of their own.
  using Source = std::pair<int, int>;  // controller; button, or button + stick_offset

  KeyMap keys_;
  bool allow_opposite_ = false;
  std::map<SDL_Scancode, Action> pressed_keys_;
  std::map<int, int> controllers_;
  struct PressedButton {
    Action action;
    int pad;
  };
  std::map<Source, PressedButton> pressed_buttons_;
  std::array<std::array<PadBit, 8>, 4> plain_{}, turbo_{};
  std::array<int, action_count> holds_{};
  std::vector<Action> happened_;
  std::optional<uint32_t> first_unread_;

  std::optional<Action> actionOf(SDL_Scancode key, uint8_t modifiers) const;
  bool ownModifiersOnly(uint8_t modifiers) const;
  // `pad`: instead of the action's own, -1 for that.
  void press(Action action, int pad, uint32_t time);
  void release(Action action, int pad, uint32_t time);
  void pressSource(Source source, SDL_GameControllerButton button, uint32_t time);
  void releaseSource(Source source, uint32_t time);
  void releaseController(int id, uint32_t time);
  void changed(uint32_t time);
  int freePad() const;
  uint8_t readPad(size_t pad);
};

}  // namespace jumpscope::play
