#include "src/play/file_list.h"

#include <algorithm>
#include <system_error>

namespace jumpscope::play {

namespace fs = std::filesystem;

namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

}  // namespace

FileList listFolder(const fs::path& folder, const std::vector<std::string>& extensions) {
  FileList list;
  std::error_code problem;
  const fs::directory_iterator none;
  for (fs::directory_iterator at(folder, problem); at != none && !problem; at.increment(problem)) {
    const fs::path name = at->path().filename();
    if (name.string().starts_with(".")) continue;
    std::error_code ignored;
    if (at->is_directory(ignored))
      list.folders.push_back(name.string());
    else if (extensions.empty() || std::find(extensions.begin(), extensions.end(),
                                             lower(name.extension().string())) != extensions.end())
      list.files.push_back(name.string());
  }
  if (problem) list.problem = problem.message();
  std::sort(list.folders.begin(), list.folders.end());
  std::sort(list.files.begin(), list.files.end());
  return list;
}

bool matchesTyped(std::string_view name, std::string_view typed) {
  return lower(name).find(lower(typed)) != std::string::npos;
}

}  // namespace jumpscope::play
