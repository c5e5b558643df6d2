// Which variables are still read.
#pragma once

#include <set>
#include <vector>

#include "src/lift/unit.h"

namespace jumpscope::lift {

using Live = std::set<Variable>;

// Goes back over a statement: from what is read behind it to what is read from it on.
void liveBefore(const Unit& unit, const Statement& statement, Live& live);

// What is read behind each block.
std::vector<Live> liveBehind(const Unit& unit, const Function& function);
// The same with what the end of the block itself reads.
Live liveAtEnd(const Block& block, Live behind);

// Sets Function::inputs and outputs: what a function reads before it sets it, and what its callers read of what it sets.
void findInterfaces(Unit& unit);

}  // namespace jumpscope::lift
