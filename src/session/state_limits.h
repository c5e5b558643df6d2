// What the fields of a state have to do with one another: a forged state must not make the machine run without
// end or draw beside the screen. What a single field can hold is its type's to say (bits/bits.h).
#pragma once

#include "src/console/console.h"

namespace jumpscope::session {

// True if a console of this region could be in this state, as far as memory safety and run time depend on it.
bool isPlausible(const console::State& state, console::Region region);

}  // namespace jumpscope::session
