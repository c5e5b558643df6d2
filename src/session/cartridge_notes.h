// What is wrong with a cartridge that runs all the same.
#pragma once

#include <string>
#include <vector>

#include "src/console/cartridge.h"

namespace jumpscope::session {

// Each a sentence without a full stop: what in the header cannot be true, and what of the file is missing. Empty: nothing.
std::vector<std::string> notesOn(const console::Cartridge& cartridge);

}  // namespace jumpscope::session
