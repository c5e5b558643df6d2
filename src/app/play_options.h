// What `play` and `lab` are asked for on the command line. jumpscope and the window program declare the same.
#pragma once

#include <optional>
#include <string>

#include "src/app/machine.h"

namespace jumpscope::app {

struct PlayOptions {
  RomChoice rom;  // may name none: the window opens empty, and takes a file that is dropped on it
  MachineChoice machine;
  std::optional<uint64_t> scale;
  bool fullscreen = false;
  std::string profile, keys, palette;
  std::string movie;               // played, read-only
  std::string record;              // written when the window closes
  std::optional<uint64_t> frames;  // the window closes after so many
  std::string state;               // written when the window closes
  std::string case_folder;         // where "save as case" writes
  bool fast = false, mute = false, stats = false;
};

void declarePlay(Arguments& arguments, PlayOptions& options);

struct LabOptions {
  std::string setting;  // a file as lab saves it
};

void declareLab(Arguments& arguments, LabOptions& options);

}  // namespace jumpscope::app
