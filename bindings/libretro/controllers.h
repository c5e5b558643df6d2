// What the frontend's devices are on the console, and what they sense.
#pragma once

#include <array>
#include <string>

#include "bindings/libretro/frontend.h"
#include "bindings/libretro/picture.h"
#include "bindings/libretro/settings.h"
#include "jumpscope.h"

namespace jumpscope::libretro {

// Beside RETRO_DEVICE_NONE, RETRO_DEVICE_JOYPAD (a pad, or what the cartridge's header names) and RETRO_DEVICE_LIGHTGUN
// (a Zapper).
inline constexpr unsigned pointed_zapper = RETRO_DEVICE_SUBCLASS(RETRO_DEVICE_POINTER, 0);
inline constexpr unsigned paddle = RETRO_DEVICE_SUBCLASS(RETRO_DEVICE_POINTER, 1);

// Tells the frontend which devices each port takes and what the buttons are called.
void declareControllers(const Frontend& frontend);

class Controllers {
 public:
  // `by_header`: what jumpscope_devices() says of a console that was made as the cartridge's header says.
  void setHeader(std::string by_header) { by_header_ = std::move(by_header); }
  // False: the port does not take the device.
  bool setDevice(unsigned port, unsigned device);
  // As jumpscope_set_devices() takes them.
  std::string devices(FourScore four_score) const;
  // Asks the frontend what is held down and tells the console. `plugged`: as jumpscope_devices() says.
  void latch(const Frontend& frontend, const Settings& settings, const Picture& picture,
             const std::string& plugged, jumpscope_console* console);

 private:
  uint8_t pad(const Frontend& frontend, unsigned port, bool opposite_directions) const;
  void latchDevice(const Frontend& frontend, const Picture& picture, const std::string& plugged,
                   const char* name, int port, jumpscope_console* console) const;

  std::string by_header_;
  std::array<unsigned, 4> types_ = {RETRO_DEVICE_JOYPAD, RETRO_DEVICE_JOYPAD, RETRO_DEVICE_JOYPAD,
                                    RETRO_DEVICE_JOYPAD};
};

}  // namespace jumpscope::libretro
