#include "src/play/places.h"

namespace jumpscope::play {

namespace fs = std::filesystem;

namespace {

std::optional<fs::path> absolute(const base::Environment& environment, const std::string& name) {
  const auto value = environment(name);
  if (!value || !fs::path(*value).is_absolute()) return std::nullopt;
  return fs::path(*value);
}

}  // namespace

fs::path Places::slots(const std::string& sha1) const {
  return data.empty() ? fs::path() : data / "states" / sha1;
}

Places findPlaces(const base::Environment& environment) {
  const auto home = absolute(environment, "HOME");
  const auto folder = [&](const std::string& name, const char* under_home) -> fs::path {
    if (const auto set = absolute(environment, name)) return *set / "jumpscope";
    return home ? *home / under_home / "jumpscope" : fs::path();
  };
  Places places;
  places.config = folder("XDG_CONFIG_HOME", ".config");
  places.state = folder("XDG_STATE_HOME", ".local/state");
  places.data = folder("XDG_DATA_HOME", ".local/share");
  places.screenshots = absolute(environment, "XDG_PICTURES_DIR").value_or(".");
  return places;
}

}  // namespace jumpscope::play
