// From instructions to functions of blocks.
#pragma once

#include "src/lift/code.h"
#include "src/lift/translate.h"
#include "src/lift/unit.h"

namespace jumpscope::lift {

// Follows what is known of registers and flags through all functions, and translates what can be reached. Throws
// std::runtime_error with a sentence for what cannot be lifted.
Unit build(const Code& code, const Machine& machine);

}  // namespace jumpscope::lift
