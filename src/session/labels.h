// Labels for the commands that show or take addresses.
#pragma once

#include <string>
#include <vector>

#include "src/console/cartridge.h"
#include "src/trace/symbols.h"

namespace jumpscope::session {

struct LabelChoice {
  std::vector<std::string> files;
};

// Reads the files, in their order. Throws std::runtime_error.
trace::Symbols loadLabels(const LabelChoice& choice, const console::Cartridge& cartridge);
// The same for a trace, whose cartridge is not at hand: it is taken as one of 32 KiB of PRG-ROM.
trace::Symbols loadLabels(const LabelChoice& choice);

}  // namespace jumpscope::session
