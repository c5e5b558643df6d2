// Movies that start from a save state of FCEUX.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/movie/fm2.h"

namespace jumpscope::movie {

// The state file that the movie starts from. Throws std::runtime_error when it is neither base64 nor hexadecimal.
// Precondition: the movie does not start from power-on.
std::vector<uint8_t> savestateOf(const Movie& movie);

// Throws std::runtime_error for a movie that starts from a save state; `what` names the command that cannot play one: "a sweep changes".
void requirePowerOn(const Movie& movie, const std::string& what);

}  // namespace jumpscope::movie
