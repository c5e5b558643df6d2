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
// The same for a trace: its header has the banks of a board that switches them.
trace::Symbols loadLabels(const LabelChoice& choice, const trace::Header& header);
// The same where nothing is known of the cartridge. Offsets into the first 32 KiB of PRG-ROM are placed as in a
// cartridge of that size; others are left out.
trace::Symbols loadLabels(const LabelChoice& choice);

}  // namespace jumpscope::session
