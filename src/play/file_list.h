// What a dialog shows of a folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace jumpscope::play {

struct FileList {
  std::vector<std::string> folders, files;  // names, sorted; hidden ones are left out
  std::string problem;                      // why the folder cannot be read; else empty
};

// `extensions`: of the files, e.g. ".nes", in upper or lower case; none: all files.
FileList listFolder(const std::filesystem::path& folder, const std::vector<std::string>& extensions);

// True if a name contains the typed text, ignoring case.
bool matchesTyped(std::string_view name, std::string_view typed);

}  // namespace jumpscope::play
