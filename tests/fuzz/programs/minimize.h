// Makes a failing case smaller while it still fails.
#pragma once

#include <functional>

#include "tests/fuzz/programs/case.h"

namespace jumpscope::fuzz {

// Fewer frames, fewer disturbances, plainer settings, and as many bytes of the program as possible that do
// nothing: NOP, and 0 in the pattern tables. `fails`: whether a case shows what is looked for; `failing` does.
Case minimized(Case failing, const std::function<bool(const Case&)>& fails);

}  // namespace jumpscope::fuzz
