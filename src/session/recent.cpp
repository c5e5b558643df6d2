#include "src/session/recent.h"

#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/json.h"
#include "src/base/json_value.h"
#include "src/base/text.h"
#include "src/session/folders.h"

namespace jumpscope::session {

namespace {

constexpr std::array<std::string_view, 3> keys = {"format", "version", "recent"};
constexpr const char* format = "jumpscope-recent";

}  // namespace

std::vector<std::string> parseRecent(std::string_view text, const std::string& file_name) {
  const nlohmann::json json = base::parseJson(text, file_name);
  const base::JsonValue root(json, file_name);
  root.requireKeys(keys);
  if (const base::JsonValue found = root.at("format"); found.string() != format)
    found.fail(std::string("'").append(format).append("'"));
  root.at("version").integer(1, 1);
  std::vector<std::string> paths;
  for (const base::JsonValue& item : root.at("recent").items()) paths.push_back(item.string());
  if (paths.size() > most_recent) paths.resize(most_recent);
  return paths;
}

std::string recentText(const std::vector<std::string>& paths) {
  return base::jsonText({{"format", format}, {"version", 1}, {"recent", paths}});
}

std::vector<std::filesystem::path> recentCartridges(const base::Environment& environment) {
  const std::filesystem::path folder = findFolders(environment).state, file = folder / "recent.json";
  std::error_code unknown;
  if (folder.empty() || !std::filesystem::is_regular_file(file, unknown)) return {};
  try {
    const std::vector<std::string> paths = parseRecent(base::asText(base::readFile(file)), file.string());
    return {paths.begin(), paths.end()};
  } catch (const std::runtime_error&) {
    return {};  // The window says what is wrong with it.
  }
}

}  // namespace jumpscope::session
