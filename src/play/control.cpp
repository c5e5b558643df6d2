#include "src/play/control.h"

#include <algorithm>
#include <utility>

namespace jumpscope::play {

namespace {

constexpr int stick_offset = 1000;
constexpr int up = 4, down = 5, left = 6, right = 7;  // bits of console::Buttons

bool repeats(Action action) {
  return action == Action::FrameAdvance || action == Action::StepInstruction || action == Action::StepOver ||
         action == Action::StepBack || action == Action::StepScanline || action == Action::VolumeUp ||
         action == Action::VolumeDown;
}

}  // namespace

void Control::setKeys(KeyMap keys) {
  letGo(0);
  first_unread_.reset();
  keys_ = std::move(keys);
}

// True if every held modifier is a key of its own, such as right Shift for the pad's Select.
bool Control::ownModifiersOnly(uint8_t modifiers) const {
  uint8_t own = 0;
  for (const auto& entry : pressed_keys_) own |= modifierOf(entry.first);
  return (modifiers & ~own) == 0;
}

std::optional<Action> Control::actionOf(SDL_Scancode key, uint8_t modifiers) const {
  // Shift itself is not pressed together with Shift.
  const auto held = static_cast<uint8_t>(modifiers & ~modifierOf(key));
  if (const auto found = keys_.keys.find({key, held}); found != keys_.keys.end()) return found->second;
  const auto found = keys_.keys.find({key, 0});
  if (found == keys_.keys.end()) return std::nullopt;
  if (!padButton(found->second) && !ownModifiersOnly(held)) return std::nullopt;
  return found->second;
}

void Control::keyDown(SDL_Scancode key, uint8_t modifiers, bool repeat, uint32_t time) {
  const auto pressed = pressed_keys_.find(key);
  if (pressed != pressed_keys_.end()) {
    if (repeat && repeats(pressed->second)) happened_.push_back(pressed->second);
    return;
  }
  if (repeat) return;  // pressed before the window had the keyboard
  const auto action = actionOf(key, modifiers);
  if (!action) return;
  pressed_keys_.emplace(key, *action);
  press(*action, -1, time);
}

void Control::keyUp(SDL_Scancode key, uint32_t time) {
  const auto pressed = pressed_keys_.find(key);
  if (pressed == pressed_keys_.end()) return;
  const Action action = pressed->second;
  pressed_keys_.erase(pressed);
  release(action, -1, time);
}

void Control::letGo(uint32_t time) {
  while (!pressed_keys_.empty()) keyUp(pressed_keys_.begin()->first, time);
  while (!pressed_buttons_.empty()) releaseSource(pressed_buttons_.begin()->first, time);
}

int Control::freePad() const {
  for (int pad = 0; pad < 4; ++pad) {
    const bool taken = std::any_of(controllers_.begin(), controllers_.end(),
                                   [&](const auto& entry) { return entry.second == pad; });
    if (!taken) return pad;
  }
  return -1;
}

int Control::controllerAdded(int id) {
  const auto known = controllers_.find(id);
  if (known != controllers_.end()) return known->second;
  const int pad = freePad();
  controllers_.emplace(id, pad);
  return pad;
}

void Control::controllerRemoved(int id, uint32_t time) {
  releaseController(id, time);
  controllers_.erase(id);
}

void Control::assign(int id, int pad, uint32_t time) {
  const auto mine = controllers_.find(id);
  if (mine == controllers_.end() || mine->second == pad) return;
  releaseController(id, time);
  for (auto& entry : controllers_) {
    if (pad < 0 || entry.second != pad) continue;
    releaseController(entry.first, time);
    entry.second = mine->second;
  }
  mine->second = pad;
}

void Control::releaseController(int id, uint32_t time) {
  for (auto next = pressed_buttons_.lower_bound({id, 0});
       next != pressed_buttons_.end() && next->first.first == id;
       next = pressed_buttons_.lower_bound({id, 0}))
    releaseSource(next->first, time);
}

void Control::buttonDown(int id, SDL_GameControllerButton button, uint32_t time) {
  pressSource({id, button}, button, time);
}

void Control::buttonUp(int id, SDL_GameControllerButton button, uint32_t time) {
  releaseSource({id, button}, time);
}

void Control::axisMoved(int id, SDL_GameControllerAxis axis, int value, uint32_t time) {
  if (axis != SDL_CONTROLLER_AXIS_LEFTX && axis != SDL_CONTROLLER_AXIS_LEFTY) return;
  const bool x = axis == SDL_CONTROLLER_AXIS_LEFTX;
  const auto way = [&](SDL_GameControllerButton button, int amount) {
    const Source source = {id, button + stick_offset};
    // A stick that trembles at the edge of the dead zone does not flicker.
    const int edge = pressed_buttons_.contains(source) ? keys_.dead_zone * 3 / 4 : keys_.dead_zone;
    if (amount > edge)
      pressSource(source, button, time);
    else
      releaseSource(source, time);
  };
  way(x ? SDL_CONTROLLER_BUTTON_DPAD_LEFT : SDL_CONTROLLER_BUTTON_DPAD_UP, -value);
  way(x ? SDL_CONTROLLER_BUTTON_DPAD_RIGHT : SDL_CONTROLLER_BUTTON_DPAD_DOWN, value);
}

void Control::pressSource(Source source, SDL_GameControllerButton button, uint32_t time) {
  const auto player = controllers_.find(source.first);
  const auto mapped = keys_.buttons.find(button);
  if (player == controllers_.end() || mapped == keys_.buttons.end()) return;
  if (padButton(mapped->second) && player->second < 0) return;
  if (!pressed_buttons_.emplace(source, PressedButton{mapped->second, player->second}).second) return;
  press(mapped->second, player->second, time);
}

void Control::releaseSource(Source source, uint32_t time) {
  const auto pressed = pressed_buttons_.find(source);
  if (pressed == pressed_buttons_.end()) return;
  const PressedButton button = pressed->second;
  pressed_buttons_.erase(pressed);
  release(button.action, button.pad, time);
}

void Control::press(Action action, int pad, uint32_t time) {
  const auto button = padButton(action);
  if (!button) {
    ++holds_[static_cast<size_t>(action)];
    happened_.push_back(action);
    return;
  }
  auto& bits = (button->turbo ? turbo_ : plain_)[static_cast<size_t>(pad < 0 ? button->pad : pad)];
  PadBit& bit = bits[static_cast<size_t>(button->bit)];
  ++bit.holds;
  bit.latched = true;
  bit.since = time;
  bit.reads = 0;
  changed(time);
}

void Control::release(Action action, int pad, uint32_t time) {
  const auto button = padButton(action);
  if (!button) {
    --holds_[static_cast<size_t>(action)];
    return;
  }
  auto& bits = (button->turbo ? turbo_ : plain_)[static_cast<size_t>(pad < 0 ? button->pad : pad)];
  --bits[static_cast<size_t>(button->bit)].holds;
  changed(time);
}

void Control::changed(uint32_t time) {
  if (!first_unread_) first_unread_ = time;
}

uint8_t Control::readPad(size_t pad) {
  uint8_t buttons = 0;
  for (size_t bit = 0; bit < 8; ++bit) {
    PadBit& plain = plain_[pad][bit];
    PadBit& turbo = turbo_[pad][bit];
    if (plain.holds > 0 || plain.latched || turbo.latched || (turbo.holds > 0 && turbo.reads % 2 == 0))
      buttons |= static_cast<uint8_t>(1 << bit);
    plain.latched = turbo.latched = false;
    ++turbo.reads;
  }
  if (allow_opposite_) return buttons;
  for (const auto& [one, other] : {std::pair{up, down}, std::pair{left, right}}) {
    const auto one_bit = static_cast<uint8_t>(1 << one), other_bit = static_cast<uint8_t>(1 << other);
    if ((buttons & one_bit) == 0 || (buttons & other_bit) == 0) continue;
    // SDL's time stamps wrap around.
    const auto later = static_cast<int32_t>(plain_[pad][static_cast<size_t>(one)].since -
                                            plain_[pad][static_cast<size_t>(other)].since);
    if (later <= 0) buttons &= static_cast<uint8_t>(~one_bit);
    if (later >= 0) buttons &= static_cast<uint8_t>(~other_bit);
  }
  return buttons;
}

Pads Control::readPads() {
  Pads pads{};
  for (size_t pad = 0; pad < pads.size(); ++pad) pads[pad] = readPad(pad);
  first_unread_.reset();
  return pads;
}

std::vector<Action> Control::takeActions() { return std::exchange(happened_, {}); }

}  // namespace jumpscope::play
