#include "src/play/controllers.h"

#include <SDL.h>

#include "src/base/concat.h"

namespace jumpscope::play {

uint8_t modifiersOf(uint16_t sdl_modifiers) {
  uint8_t modifiers = 0;
  if (sdl_modifiers & KMOD_CTRL) modifiers |= ctrl;
  if (sdl_modifiers & KMOD_SHIFT) modifiers |= shift;
  if (sdl_modifiers & KMOD_ALT) modifiers |= alt;
  return modifiers;
}

Controllers::~Controllers() {
  for (const auto& entry : open_) SDL_GameControllerClose(entry.second);
  if (started_) SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
}

std::string Controllers::start() {
  if (SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0) {
    started_ = true;
    return "";
  }
  return base::concat({"game controllers cannot be used (", SDL_GetError(), ")"});
}

std::string Controllers::name(int id) const {
  const auto found = open_.find(id);
  const char* name = found == open_.end() ? nullptr : SDL_GameControllerName(found->second);
  return name ? name : "a controller";
}

std::string Controllers::feed(Control& control, const SDL_Event& event) {
  switch (event.type) {
    case SDL_KEYDOWN:
      control.keyDown(event.key.keysym.scancode, modifiersOf(event.key.keysym.mod), event.key.repeat != 0,
                      event.key.timestamp);
      break;
    case SDL_KEYUP:
      control.keyUp(event.key.keysym.scancode, event.key.timestamp);
      break;
    case SDL_WINDOWEVENT:
      if (event.window.event == SDL_WINDOWEVENT_FOCUS_LOST) control.letGo(event.window.timestamp);
      break;
    case SDL_CONTROLLERBUTTONDOWN:
      control.buttonDown(event.cbutton.which, static_cast<SDL_GameControllerButton>(event.cbutton.button),
                         event.cbutton.timestamp);
      break;
    case SDL_CONTROLLERBUTTONUP:
      control.buttonUp(event.cbutton.which, static_cast<SDL_GameControllerButton>(event.cbutton.button),
                       event.cbutton.timestamp);
      break;
    case SDL_CONTROLLERAXISMOTION:
      control.axisMoved(event.caxis.which, static_cast<SDL_GameControllerAxis>(event.caxis.axis),
                        event.caxis.value, event.caxis.timestamp);
      break;
    case SDL_CONTROLLERDEVICEADDED: {
      SDL_GameController* controller = SDL_GameControllerOpen(event.cdevice.which);
      if (!controller) return base::concat({"a game controller cannot be used (", SDL_GetError(), ")"});
      const int id = SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(controller));
      if (!open_.emplace(id, controller).second) SDL_GameControllerClose(controller);  // it was counted twice
      const int pad = control.controllerAdded(id);
      if (pad < 0) return base::concat({name(id), " is connected, but four others play"});
      return base::concat({name(id), " plays pad ", std::to_string(pad + 1)});
    }
    case SDL_CONTROLLERDEVICEREMOVED: {
      const auto found = open_.find(event.cdevice.which);
      if (found == open_.end()) break;
      const std::string words = base::concat({name(found->first), " is disconnected"});
      control.controllerRemoved(found->first, event.cdevice.timestamp);
      SDL_GameControllerClose(found->second);
      open_.erase(found);
      return words;
    }
    default:
      break;
  }
  return "";
}

}  // namespace jumpscope::play
