// Makes lifted code short without changing what it does.
#pragma once

#include "src/lift/unit.h"

namespace jumpscope::lift {

// Joins blocks that always follow each other; finds what functions take and give; removes what nobody reads; puts
// values where they are used. Function::inputs, outputs, Statement::arguments and Block::returns are set by this.
void optimize(Unit& unit);

// Passes over blocks that do nothing, makes one of all returns that are alike, and lets no branch choose between two ways
// to the same block. False: there was nothing to do.
bool shortenWays(Function& function);

}  // namespace jumpscope::lift
