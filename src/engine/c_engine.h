// The engines of the C interface.
#pragma once

#include <string>

#include "jumpscope.h"
#include "src/engine/engine.h"

namespace jumpscope::engine {

// Throws std::runtime_error where the struct lacks something.
Engine cEngine(const std::string& name, const jumpscope_engine& engine);

}  // namespace jumpscope::engine
