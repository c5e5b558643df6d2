// Additions and subtractions of several bytes as one.
#pragma once

#include "src/lift/unit.h"

namespace jumpscope::lift {

// The 6502 adds numbers of 16 and 24 bits byte by byte, with the carry between them. Where such a chain stands in one
// piece, and nobody else reads its carries, it becomes one sum whose bytes are stored.
void joinChains(Function& function);

}  // namespace jumpscope::lift
