// Labels for the commands that show or take addresses.
#pragma once

#include <string>
#include <vector>

#include "mappers/cartridge.h"
#include "src/app/arguments.h"
#include "src/trace/symbols.h"

namespace jumpscope::app {

struct LabelChoice {
  std::vector<std::string> files;
};

// Declares --symbols.
void declareLabels(Arguments& arguments, LabelChoice& choice);

// Reads the files, in their order. Throws std::runtime_error.
trace::Symbols loadLabels(const LabelChoice& choice, const mappers::Cartridge& cartridge);

}  // namespace jumpscope::app
