// --engine and --engine-timeout.
#pragma once

#include <cstdint>
#include <string>

#include "src/cli/arguments.h"
#include "src/engine/engine.h"

namespace jumpscope::cli {

struct EngineChoice {
  std::string command;
  uint64_t timeout = 5;  // seconds
};
void declareEngine(Arguments& arguments, EngineChoice& choice);
// The engine that --engine names; what it writes to its standard error goes to ours. Throws std::runtime_error.
engine::Engine makeEngine(const EngineChoice& choice);

}  // namespace jumpscope::cli
