// Which values a saved field may have: a forged state must not make the machine look outside its tables or
// run for ages.
#pragma once

#include "src/console/console.h"

namespace jumpscope::session {

// Whether a console of this region could be in such a state, as far as memory safety and time depend on it.
bool isPlausible(const console::State& state, console::Region region);

}  // namespace jumpscope::session
