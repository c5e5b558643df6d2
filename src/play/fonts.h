// Finds a font for the windows, where systems keep theirs.
#pragma once

#include <filesystem>
#include <optional>

#include "src/base/environment.h"

namespace jumpscope::play {

// A scalable monospaced font in the folders `fonts` of the data folders of the XDG Base Directory Specification.
std::optional<std::filesystem::path> findFont(const base::Environment& environment);

}  // namespace jumpscope::play
