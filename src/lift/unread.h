// Removes assignments that are never read from structured code.
#pragma once

#include "src/lift/structure.h"

namespace jumpscope::lift {

// When code gets its structure, branches that lead to the same place go, and with them the last reads of variables and
// parameters. `bodies`: of the unit's functions.
void removeUnread(Unit& unit, std::vector<Lines>& bodies);

}  // namespace jumpscope::lift
