// SDL's events of keyboard and game controllers, handed to a Control.
#pragma once

#include <SDL_events.h>
#include <SDL_gamecontroller.h>

#include <map>
#include <string>

#include "src/play/control.h"

namespace jumpscope::play {

// Bits of Chord::modifiers.
uint8_t modifiersOf(uint16_t sdl_modifiers);

// The game controllers that are plugged in, open.
class Controllers {
 public:
  Controllers() = default;
  ~Controllers();
  Controllers(const Controllers&) = delete;
  Controllers& operator=(const Controllers&) = delete;

  // Asks SDL for game controllers. Without any support for them the keyboard is enough: returns why, or "".
  std::string start();
  // Hands `event` over; others than keys, controllers and the loss of the keyboard are ignored. Returns words
  // for the player when a controller comes or goes, or "".
  std::string feed(Control& control, const SDL_Event& event);
  std::string name(int id) const;

 private:
  std::map<int, SDL_GameController*> open_;
  bool started_ = false;
};

}  // namespace jumpscope::play
