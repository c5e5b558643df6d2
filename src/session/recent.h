// The cartridges that the window opened last: recent.json in the state folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/environment.h"

namespace jumpscope::session {

inline constexpr size_t most_recent = 10;

// Absolute paths, newest first, `most_recent` at most. Throws std::runtime_error for text that is no such list.
std::vector<std::string> parseRecent(std::string_view text, const std::string& file_name);
std::string recentText(const std::vector<std::string>& paths);

// The list of the user with this environment; empty when there is none or it cannot be read.
std::vector<std::filesystem::path> recentCartridges(const base::Environment& environment);

}  // namespace jumpscope::session
