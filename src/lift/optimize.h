// Makes lifted code short without changing what it does.
#pragma once

#include "src/lift/unit.h"

namespace jumpscope::lift {

// Joins blocks that always follow each other; finds what functions take and give; removes what nobody reads; puts
// values where they are used. Function::inputs, outputs, Statement::arguments and Block::returns are set by this.
void optimize(Unit& unit);

}  // namespace jumpscope::lift
