// A law as source code with integers alone, which makes the same rows.
#pragma once

#include <string>

#include "src/physics/law.h"

namespace jumpscope::fit {

// language: cpp, csharp, gdscript, lua, python or rust. The code has a state and a function `frame(down, starts, x_speed)`.
// Throws std::runtime_error for another language.
std::string lawSnippet(const physics::Law& law, const std::string& language);

}  // namespace jumpscope::fit
