// The allowed values of saved fields: a forged state must not make the machine read outside its tables or
// run without end.
#pragma once

#include "src/console/console.h"

namespace jumpscope::session {

// Whether a console of this region could be in such a state, as far as memory safety and time depend on it.
bool isPlausible(const console::State& state, console::Region region);

}  // namespace jumpscope::session
