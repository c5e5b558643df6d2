// Pointers that a routine finds in the zero page and stores through.
#pragma once

#include <vector>

#include "src/prove/routine/routine.h"

namespace jumpscope::prove {

// Those that have one value in all entries and hold none of Routine::compared or motion. Reads Routine::computed.
std::vector<FixedPointer> fixedPointers(const Routine& routine);

}  // namespace jumpscope::prove
