// Runs a case on two consoles, in lockstep and with catch-up, and compares them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tests/fuzz/programs/case.h"

namespace jumpscope::fuzz {

// How the two consoles first differ, or why a state was refused.
struct Finding {
  int frame;
  std::string what;      // a field of the state, "pixels", "samples", or a message
  bool refused = false;  // a state was not read back
};

// Compares whole states after every disturbance and at the end of every frame, where the state is also
// written to a file and read back.
std::optional<Finding> runCase(const Case& what);

}  // namespace jumpscope::fuzz
