// What the window opens, and how.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/session/engine_choice.h"
#include "src/session/labels.h"
#include "src/session/machine.h"

namespace jumpscope::session {

// What --keys takes besides a file.
inline constexpr std::array<std::string_view, 4> key_presets = {"default", "fceux", "mesen", "retroarch"};

struct PlayOptions {
  session::RomChoice rom;  // may name none: the window opens empty, and takes a file that is dropped on it
  session::MachineChoice machine;
  std::optional<uint64_t> scale;
  bool fullscreen = false;
  LabelChoice labels;  // of `rom`
  std::string profile, keys, palette;
  std::string movie;                              // played, read-only
  std::string load_state;                         // what the game continues from; empty: it is powered on
  std::string record;                             // written when the window closes
  std::optional<uint64_t> frames;                 // the window closes after so many
  std::string state;                              // written when the window closes
  std::string battery;                            // where the battery's RAM is kept; empty: findBattery()
  bool no_battery = false;                        // it is not kept
  std::string case_folder;                        // where "save as case" writes
  std::string model;                              // a name or a law's file; empty: the profile's
  EngineChoice engine;                            // judges the flights; empty: the profile's model may
  std::vector<std::string> settings, tolerances;  // of it
  bool fast = false, mute = false, stats = false;
};

}  // namespace jumpscope::session
