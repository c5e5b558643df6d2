// What the executions that were seen show of a routine.
#pragma once

#include "src/prove/routine/routine.h"

namespace jumpscope::prove {

// Finds Routine::computed, pointers, code, refused and unexplained in its entries.
void noteFacts(Routine& routine);

}  // namespace jumpscope::prove
