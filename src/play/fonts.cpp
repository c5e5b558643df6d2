#include "src/play/fonts.h"

#include <array>
#include <cstdio>
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

std::optional<fs::path> fontWith(char32_t character) {
  char command[64];
  std::snprintf(command, sizeof command, "fc-match -f '%%{file}' :charset=%x 2>/dev/null",
                static_cast<unsigned>(character));
  FILE* const pipe = popen(command, "r");
  if (!pipe) return std::nullopt;
  std::string name;
  std::array<char, 512> part{};
  while (std::fgets(part.data(), part.size(), pipe)) name += part.data();
  pclose(pipe);
  std::error_code unknown;
  if (name.empty() || !fs::is_regular_file(name, unknown)) return std::nullopt;
  return fs::path(name);
}

bool ShownCharacters::isUsual(char32_t character) {
  return character < 0x250 || (character >= 0x370 && character < 0x530) ||
         (character >= 0x2010 && character <= 0x2027) || (character >= 0x2190 && character <= 0x2193);
}

void ShownCharacters::add(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const auto first = static_cast<uint8_t>(text[i]);
    const size_t length = first < 0x80 ? 1 : first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (length == 0 || i + length > text.size()) {
      ++i;
      continue;
    }
    char32_t character = length == 1 ? first : first & (0xFF >> (length + 1));
    for (size_t k = 1; k < length; ++k)
      character = character << 6 | (static_cast<uint8_t>(text[i + k]) & 0x3F);
    i += length;
    // ImGui's glyphs have 16 bits here.
    if (character > 0xFFFF || isUsual(character)) continue;
    changed_ |= all_.insert(character).second;
  }
}

}  // namespace jumpscope::play
