// What the executions that were seen show of a routine.
#pragma once

#include <span>

#include "src/prove/routine/routine.h"

namespace jumpscope::prove {

// Finds Routine::computed, pointers, code and refused of each way (ways.h) in its entries, and `unexplained` in those of
// all: what one traced frame contradicts is proved of no way.
void noteFacts(std::span<Routine> ways);

}  // namespace jumpscope::prove
