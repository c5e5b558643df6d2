// A loaded cartridge on its console.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bindings/libretro/controllers.h"
#include "bindings/libretro/frontend.h"
#include "bindings/libretro/picture.h"
#include "bindings/libretro/settings.h"
#include "jumpscope.h"

namespace jumpscope::libretro {

inline constexpr int sample_rate = 48000;

class Game {
 public:
  // Powers on. Throws std::runtime_error.
  Game(const Frontend& frontend, const retro_game_info& info);

  retro_system_av_info audioVideo() const;
  bool isPal() const { return region() != JUMPSCOPE_REGION_NTSC; }
  void runFrame();
  void reset() { jumpscope_reset(console_.get()); }

  size_t stateSize() { return jumpscope_snapshot_size(console_.get()); }
  bool save(void* state, size_t size);
  bool load(const void* state, size_t size);

  // The part of a cartridge's RAM that has no battery is not to be saved.
  uint8_t* memory(unsigned id, size_t& size);
  void describeMemory();

  void setDevice(unsigned port, unsigned device);
  void setCheat(unsigned index, bool enabled, const std::string& code);
  void forgetCheats() { cheats_.clear(); }

 private:
  struct FreeCartridge {
    void operator()(jumpscope_cartridge* cartridge) const { jumpscope_cartridge_free(cartridge); }
  };
  struct FreeConsole {
    void operator()(jumpscope_console* console) const { jumpscope_console_free(console); }
  };
  struct Poke {
    uint16_t address;
    uint8_t value;
  };

  jumpscope_region region() const { return jumpscope_console_region(console_.get()); }
  void adoptSettings();
  void plugIn();
  void sound(bool wanted);

  const Frontend& frontend_;
  Settings settings_;
  Picture picture_;
  Controllers controllers_;
  std::string plugged_;  // as jumpscope_devices() says
  std::unique_ptr<jumpscope_cartridge, FreeCartridge> cartridge_;
  std::unique_ptr<jumpscope_console, FreeConsole> console_;
  std::map<unsigned, std::vector<Poke>> cheats_;
  std::vector<int16_t> mono_, stereo_;
};

}  // namespace jumpscope::libretro
