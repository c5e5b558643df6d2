#include "src/session/folders.h"

namespace jumpscope::session {

namespace fs = std::filesystem;

namespace {

std::optional<fs::path> absolute(const base::Environment& environment, const std::string& name) {
  const auto value = environment(name);
  if (!value || !fs::path(*value).is_absolute()) return std::nullopt;
  return fs::path(*value);
}

}  // namespace

fs::path Folders::slots(const std::string& sha1) const {
  return data.empty() ? fs::path() : data / "states" / sha1;
}

Folders findFolders(const base::Environment& environment) {
  const auto home = absolute(environment, "HOME");
  const auto folder = [&](const std::string& name, const char* under_home) -> fs::path {
    if (const auto set = absolute(environment, name)) return *set / "jumpscope";
    return home ? *home / under_home / "jumpscope" : fs::path();
  };
  Folders folders;
  folders.config = folder("XDG_CONFIG_HOME", ".config");
  folders.state = folder("XDG_STATE_HOME", ".local/state");
  folders.data = folder("XDG_DATA_HOME", ".local/share");
  folders.screenshots = absolute(environment, "XDG_PICTURES_DIR").value_or(".");
  return folders;
}

}  // namespace jumpscope::session
