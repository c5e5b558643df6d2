#include "src/cli/file_format.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>
#include <string_view>

#include "src/base/device.h"

namespace jumpscope::cli {
namespace {

// Extensions that promise a format to whoever opens the file.
constexpr std::array<std::string_view, 71> known = {
    ".7z",  ".aiff", ".avi",   ".bk2",  ".bmp", ".bz2", ".c",    ".cc",   ".cpp",  ".cs",   ".css",
    ".csv", ".cxx",  ".doc",   ".docx", ".eps", ".exe", ".fds",  ".flac", ".fm2",  ".gd",   ".gif",
    ".go",  ".gz",   ".h",     ".hh",   ".hpp", ".htm", ".html", ".ico",  ".java", ".jpeg", ".jpg",
    ".js",  ".json", ".jsonl", ".lua",  ".m4a", ".md",  ".mkv",  ".mov",  ".mp3",  ".mp4",  ".nes",
    ".ods", ".ogg",  ".pdf",   ".png",  ".ps",  ".py",  ".rar",  ".rs",   ".svg",  ".tar",  ".tga",
    ".tif", ".tiff", ".toml",  ".ts",   ".tsv", ".txt", ".wav",  ".webm", ".webp", ".xls",  ".xlsx",
    ".xml", ".xz",   ".yaml",  ".zip",  ".zst"};

// ".csv" of "out/t.CSV"; "" for a name without one. Digits alone are a number: frame.0001.
std::string extensionOf(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  bool has_letter = false;
  for (char& c : extension) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    has_letter = has_letter || (c >= 'a' && c <= 'z');
  }
  return has_letter ? extension : "";
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  return text;
}

}  // namespace

void requireFormat(const std::string& option, const std::string& path, const FileFormat& format) {
  const bool is_asked = !format.name.empty() && (!format.applies || format.applies());
  if (!is_asked || base::isDevice(path)) return;
  const std::string extension = extensionOf(path);
  if (extension.empty()) return;
  const bool is_known = std::find(known.begin(), known.end(), extension) != known.end();
  if (!format.only_these && !is_known) return;
  // Of ".csv.zst" the last part is what extensionOf() sees.
  for (const std::string& ours : format.extensions)
    if (extensionOf("x" + ours) == extension) return;
  const std::string name = option.substr(option.rfind(',') + 1);
  throw std::runtime_error(name + " writes " + format.name + ", which " + path + " would not be by its name" +
                           (format.extensions.empty()
                                ? "; leave the extension out"
                                : "; name a file that ends in " + listed(format.extensions)));
}

FileFormat textFormat(std::vector<std::string> others) {
  std::vector<std::string> extensions{".txt", ".json", ".csv", ".md", ".log"};
  extensions.insert(extensions.end(), others.begin(), others.end());
  return {"text", extensions, false};
}

FileFormat traceOutput(std::function<bool()> applies) {
  return {"a trace", {".csv", ".csv.zst", ".jsonl"}, true, std::move(applies)};
}

}  // namespace jumpscope::cli
