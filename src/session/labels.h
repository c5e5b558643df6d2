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

// Reads the files, in their order; without a cartridge, for labels of RAM. Throws std::runtime_error.
trace::Symbols loadLabels(const LabelChoice& choice);
trace::Symbols loadLabels(const LabelChoice& choice, const console::Cartridge& cartridge);

}  // namespace jumpscope::session
