#include "src/play/fonts.h"

#include <array>
#include <string>
#include <vector>

namespace jumpscope::play {

namespace fs = std::filesystem;

namespace {

// Where Debian, Fedora and Arch install them, and where people put their own.
constexpr std::array files = {
    "truetype/dejavu/DejaVuSansMono.ttf",
    "dejavu-sans-mono-fonts/DejaVuSansMono.ttf",
    "TTF/DejaVuSansMono.ttf",
    "DejaVuSansMono.ttf",
    "truetype/noto/NotoSansMono-Regular.ttf",
    "google-noto/NotoSansMono-Regular.ttf",
    "noto/NotoSansMono-Regular.ttf",
    "truetype/liberation/LiberationMono-Regular.ttf",
    "liberation-mono/LiberationMono-Regular.ttf",
    "liberation/LiberationMono-Regular.ttf",
    "truetype/ubuntu/UbuntuMono-R.ttf",
    "truetype/freefont/FreeMono.ttf",
};

std::vector<fs::path> dataFolders(const base::Environment& environment) {
  std::vector<fs::path> folders;
  const std::string home = environment("HOME").value_or(""), data = environment("XDG_DATA_HOME").value_or("");
  if (!data.empty())
    folders.emplace_back(data);
  else if (!home.empty())
    folders.emplace_back(fs::path(home) / ".local/share");
  std::string rest = environment("XDG_DATA_DIRS").value_or("");
  if (rest.empty()) rest = "/usr/local/share:/usr/share";
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(':'), rest.size());
    if (end > 0) folders.emplace_back(rest.substr(0, end));
    rest.erase(0, end + 1);
  }
  return folders;
}

}  // namespace

std::optional<fs::path> findFont(const base::Environment& environment) {
  const std::vector<fs::path> folders = dataFolders(environment);
  for (const char* file : files)
    for (const fs::path& folder : folders) {
      const fs::path path = folder / "fonts" / file;
      std::error_code unknown;
      if (fs::is_regular_file(path, unknown)) return path;
    }
  return std::nullopt;
}

}  // namespace jumpscope::play
