#include "src/play/settings.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "src/base/concat.h"
#include "src/base/files.h"
#include "src/base/json.h"
#include "src/base/json_value.h"
#include "src/base/output.h"
#include "src/console/devices.h"

namespace jumpscope::play {

namespace fs = std::filesystem;
using base::JsonValue;
using nlohmann::ordered_json;

namespace {

constexpr std::array<std::string_view, 8> rom_keys = {"profile",   "breakpoints", "labels",   "model",
                                                      "bookmarks", "region",      "ram_init", "devices"};
constexpr std::array<std::string_view, 3> region_names = {"ntsc", "pal", "dendy"};
constexpr std::array<std::string_view, 3> ram_init_names = {"fceux", "zeros", "ones"};
constexpr std::array<std::string_view, 3> bookmark_keys = {"name", "in", "at"};
constexpr std::array<std::string_view, 3> head_keys = {"$schema", "format", "version"};

// The one list of what is remembered. `S`: Settings or const Settings.
template <class S, class Visitor>
void visit(S& s, Visitor&& visitor) {
  visitor.integer("scale", s.scale, 1, 16);
  visitor.flag("fill", s.fill);
  visitor.flag("pixel_aspect", s.pixel_aspect);
  visitor.integer("crop_rows", s.crop_rows, 0, 32);
  visitor.integer("crop_columns", s.crop_columns, 0, 32);
  visitor.flag("fullscreen", s.fullscreen);
  visitor.integer("text_size", s.text_size, 100, 300);
  visitor.text("palette", s.palette);
  visitor.integer("hue", s.hue, -180, 180);
  visitor.integer("saturation", s.saturation, 0, 200);
  visitor.integer("brightness", s.brightness, 50, 150);
  visitor.integer("volume", s.volume, 0, 100);
  visitor.flag("mute", s.mute);
  visitor.flags("channels", s.channels, channel_names);
  visitor.text("keys", s.keys);
  visitor.flag("allow_opposite", s.allow_opposite);
  visitor.flag("physics", s.physics);
  visitor.flags("overlay", s.overlay, overlay_names);
  visitor.choice("task", s.task, task_names);
  visitor.flags("windows", s.windows, window_names);
  visitor.flags("windows_debug", s.windows_debug, window_names);
  visitor.flags("windows_tas", s.windows_tas, window_names);
  visitor.flag("tiled", s.tiled);
  visitor.integer("rewind_mib", s.rewind_mib, 1, 4096);
  visitor.roms("roms", s.roms);
}

bool boolean(const JsonValue& value) {
  if (!value.json().is_boolean()) value.fail("true or false");
  return value.json().get<bool>();
}

std::vector<std::string> texts(const JsonValue& value) {
  std::vector<std::string> all;
  for (const JsonValue& item : value.items()) all.push_back(item.string());
  return all;
}

// Throws for a text that is none of the names.
std::string oneOf(const JsonValue& value, std::span<const std::string_view> names) {
  std::string text = value.string();
  if (std::find(names.begin(), names.end(), text) != names.end()) return text;
  std::string all;
  for (const std::string_view name : names) all.append(all.empty() ? "" : ", ").append(name);
  value.fail("one of " + all);
}

Bookmark readBookmark(const JsonValue& value) {
  value.requireKeys(bookmark_keys);
  return {value.at("name").string(), oneOf(value.at("in"), bookmark_views), value.at("at").string()};
}

OfRom readRom(const JsonValue& value) {
  value.requireKeys(rom_keys);
  OfRom rom;
  rom.profile = value.stringOr("profile");
  if (const auto breakpoints = value.find("breakpoints")) rom.breakpoints = texts(*breakpoints);
  rom.labels = value.stringOr("labels");
  rom.model = value.stringOr("model");
  if (const auto bookmarks = value.find("bookmarks"))
    for (const JsonValue& item : bookmarks->items()) rom.bookmarks.push_back(readBookmark(item));
  if (const auto region = value.find("region")) rom.region = oneOf(*region, region_names);
  if (const auto ram_init = value.find("ram_init")) rom.ram_init = oneOf(*ram_init, ram_init_names);
  const std::vector<std::string> known = console::deviceTexts();
  const std::vector<std::string_view> devices(known.begin(), known.end());
  if (const auto plugged = value.find("devices"))
    for (const JsonValue& item : plugged->items()) rom.devices.push_back(oneOf(item, devices));
  return rom;
}

struct Reader {
  const JsonValue& root;

  void integer(const char* key, int& value, int lowest, int highest) {
    if (const auto found = root.find(key)) value = static_cast<int>(found->integer(lowest, highest));
  }
  void flag(const char* key, bool& value) {
    if (const auto found = root.find(key)) value = boolean(*found);
  }
  void text(const char* key, std::string& value) {
    if (const auto found = root.find(key)) value = found->string();
  }
  void choice(const char* key, std::string& value, std::span<const std::string_view> names) {
    const auto found = root.find(key);
    if (!found) return;
    value = oneOf(*found, names);
  }
  void flags(const char* key, std::map<std::string, bool>& values, std::span<const std::string_view> names) {
    const auto found = root.find(key);
    if (!found) return;
    found->requireKeys(names);
    for (const std::string& name : found->keys()) values[name] = boolean(found->at(name));
  }
  void roms(const char* key, std::map<std::string, OfRom>& values) {
    const auto found = root.find(key);
    if (!found) return;
    for (const std::string& sha1 : found->keys()) {
      if (sha1.size() != 40 || sha1.find_first_not_of("0123456789abcdef") != sha1.npos)
        found->fail(base::concat(
            {"keys of 40 lower-case hexadecimal digits (a ROM file's SHA-1), not '", sha1, "'"}));
      values[sha1] = readRom(found->at(sha1));
    }
  }
};

struct Writer {
  ordered_json& json;

  void integer(const char* key, int value, int, int) { json[key] = value; }
  void flag(const char* key, bool value) { json[key] = value; }
  void text(const char* key, const std::string& value) { json[key] = value; }
  void choice(const char* key, const std::string& value, std::span<const std::string_view>) {
    json[key] = value;
  }
  void flags(const char* key, const std::map<std::string, bool>& values, std::span<const std::string_view>) {
    json[key] = values;
  }
  void roms(const char* key, const std::map<std::string, OfRom>& values) {
    json[key] = ordered_json::object();
    for (const auto& [sha1, rom] : values) {
      ordered_json& entry = json[key][sha1];
      entry = {{"profile", rom.profile}, {"breakpoints", rom.breakpoints}};
      if (!rom.labels.empty()) entry["labels"] = rom.labels;
      if (!rom.model.empty()) entry["model"] = rom.model;
      if (!rom.region.empty()) entry["region"] = rom.region;
      if (!rom.ram_init.empty()) entry["ram_init"] = rom.ram_init;
      if (!rom.devices.empty()) entry["devices"] = rom.devices;
      for (const Bookmark& bookmark : rom.bookmarks)
        entry["bookmarks"].push_back({{"name", bookmark.name}, {"in", bookmark.in}, {"at", bookmark.at}});
    }
  }
};

struct Lister {
  std::vector<std::string>& keys;

  template <class... Rest>
  void add(const char* key, Rest&&...) {
    keys.emplace_back(key);
  }
  template <class T>
  void integer(const char* key, T&, int, int) {
    add(key);
  }
  template <class T>
  void flag(const char* key, T&) {
    add(key);
  }
  template <class T>
  void text(const char* key, T&) {
    add(key);
  }
  template <class T>
  void choice(const char* key, T&, std::span<const std::string_view>) {
    add(key);
  }
  template <class T>
  void flags(const char* key, T&, std::span<const std::string_view>) {
    add(key);
  }
  template <class T>
  void roms(const char* key, T&) {
    add(key);
  }
};

void requireHead(const JsonValue& root, const std::string& format) {
  const JsonValue found = root.at("format");
  if (found.string() != format) found.fail(base::concat({"'", format, "'"}));
  root.at("version").integer(1, 1);
}

Memory recentMemory(std::string_view text, const std::string& file_name) {
  Memory memory;
  memory.recent = session::parseRecent(text, file_name);
  return memory;
}

// The file's text; nothing when there is none. Throws std::runtime_error when it cannot be read.
std::optional<std::string> readText(const fs::path& file) {
  std::error_code error;
  if (file.empty() || !fs::exists(fs::symlink_status(file, error))) return std::nullopt;
  const std::vector<uint8_t> bytes = base::readFile(file);
  return std::string(bytes.begin(), bytes.end());
}

// Renames a broken file. Returns the sentence about it.
std::string setAside(const fs::path& file, const std::string& reason) {
  fs::path aside = file;
  aside += ".broken";
  std::error_code error;
  for (int number = 2; fs::exists(fs::symlink_status(aside, error)); ++number) {
    aside = file;
    aside += base::concat({".broken.", std::to_string(number)});
  }
  fs::rename(file, aside, error);
  if (error) return base::concat({reason, "; it is ignored, and renaming it failed (", error.message(), ")"});
  return base::concat({reason, "; it is renamed to ", aside.string(), ", and the defaults are used"});
}

// What `parse` makes of the file; `otherwise` when there is none or it is broken.
template <class Value, class Parse>
Value load(const fs::path& file, Value otherwise, std::vector<std::string>& words, Parse&& parse) {
  try {
    if (const auto text = readText(file)) return parse(*text);
  } catch (const std::runtime_error& error) {
    words.push_back(setAside(file, error.what()));
  }
  return otherwise;
}

}  // namespace

std::map<std::string, bool> Settings::allOf(std::span<const std::string_view> names, bool value) {
  std::map<std::string, bool> all;
  for (const std::string_view name : names) all.emplace(name, value);
  return all;
}

std::vector<std::string> settingsKeys() {
  std::vector<std::string> keys(head_keys.begin(), head_keys.end());
  const Settings settings;
  visit(settings, Lister{keys});
  return keys;
}

std::span<const std::string_view> romKeys() { return rom_keys; }

Settings parseSettings(std::string_view text, const std::string& file_name) {
  const nlohmann::json json = base::parseJson(text, file_name);
  const JsonValue root(json, file_name);
  const std::vector<std::string> keys = settingsKeys();
  root.requireKeys(std::vector<std::string_view>(keys.begin(), keys.end()));
  requireHead(root, "jumpscope-settings");
  Settings settings;
  visit(settings, Reader{root});
  return settings;
}

std::string settingsText(const Settings& settings) {
  ordered_json json = {{"format", "jumpscope-settings"}, {"version", 1}};
  visit(settings, Writer{json});
  return base::jsonText(json);
}

void Memory::opened(const std::string& path) {
  std::erase(recent, path);
  recent.insert(recent.begin(), path);
  if (recent.size() > session::most_recent) recent.resize(session::most_recent);
}

Settings SettingsStore::loadSettings(std::vector<std::string>& words) {
  const fs::path file = folders_.config.empty() ? fs::path() : folders_.config / "settings.json";
  kept_settings_ = load(file, Settings(), words, [&](const std::string& text) {
    return parseSettings(text, base::concat({"settings file ", file.string()}));
  });
  return kept_settings_;
}

namespace {

fs::path layoutFile(std::string_view task) {
  return task == task_names[0] ? "layout.ini" : base::concat({"layout-", task, ".ini"});
}

}  // namespace

Memory SettingsStore::loadMemory(std::vector<std::string>& words) {
  kept_memory_ = Memory();
  if (folders_.state.empty()) return kept_memory_;
  const fs::path file = folders_.state / "recent.json";
  kept_memory_ = load(file, Memory(), words, [&](const std::string& text) {
    return recentMemory(text, base::concat({"list of recent files ", file.string()}));
  });
  for (const std::string_view task : task_names) {
    const std::string layout = load(folders_.state / layoutFile(task), std::string(), words,
                                    [](const std::string& text) { return text; });
    if (!layout.empty()) kept_memory_.layouts[std::string(task)] = layout;
  }
  return kept_memory_;
}

bool SettingsStore::write(const fs::path& file, std::string_view text, std::vector<std::string>& words) {
  std::string reason;
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  try {
    base::writeOutput(file.string(), text);
    return true;
  } catch (const std::runtime_error& failure) {
    reason = failure.what();
  }
  if (!std::exchange(complained_, true))
    words.push_back(base::concat({reason, "; settings of this run will not be saved"}));
  return false;
}

void SettingsStore::save(const Settings& settings, std::vector<std::string>& words) {
  if (folders_.config.empty() || settings == kept_settings_) return;
  if (write(folders_.config / "settings.json", settingsText(settings), words)) kept_settings_ = settings;
}

void SettingsStore::save(const Memory& memory, std::vector<std::string>& words) {
  if (folders_.state.empty()) return;
  if (memory.recent != kept_memory_.recent &&
      write(folders_.state / "recent.json", session::recentText(memory.recent), words))
    kept_memory_.recent = memory.recent;
  for (const auto& [task, layout] : memory.layouts)
    if (layout != kept_memory_.layouts[task] && write(folders_.state / layoutFile(task), layout, words))
      kept_memory_.layouts[task] = layout;
}

}  // namespace jumpscope::play
