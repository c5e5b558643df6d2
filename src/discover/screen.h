// Where the character is on the screen, from the films of its jump and its walk.
#pragma once

#include <optional>

#include "src/discover/laboratory.h"
#include "src/trace/profile.h"

namespace jumpscope::discover {

// nullopt: the sprites are not at a fixed distance from the position, or their way there is no profile's to say.
std::optional<trace::OnScreen> onScreen(Laboratory& laboratory, const Position& x, const Position& y);

}  // namespace jumpscope::discover
