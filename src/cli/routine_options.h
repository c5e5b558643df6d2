// Options of `prove` and `lift`: the routine, and the frames in which to find it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/arguments.h"
#include "src/console/console.h"
#include "src/prove/routine/routine.h"
#include "src/session/machine.h"

namespace jumpscope::cli {

struct FramesChoice {
  std::vector<std::string> movies, press;
  std::optional<uint64_t> frames;  // of each movie or script
};

// --movie, --press and --frames, of `command`.
void declareFrames(Arguments& arguments, FramesChoice& choice, const std::string& command);

// A run for each movie and one for the presses. Empty: prove::findRoutine explores by itself. Messages name
// `command`. Notes on movies go to stderr.
std::vector<prove::Run> routineRuns(const FramesChoice& choice, const session::MachineChoice& machine,
                                    const console::Cartridge& cartridge, const std::string& command);

// The address that an option names. Throws std::runtime_error.
uint16_t routineAddress(const std::string& option, const std::string& text);

}  // namespace jumpscope::cli
