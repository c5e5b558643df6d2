// The settings that the window of `play` keeps between runs.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/session/folders.h"
#include "src/session/recent.h"

namespace jumpscope::play {

using session::findFolders;
using session::Folders;

// In a file of several entries, all of these are there.
inline constexpr std::array<std::string_view, 6> channel_names = {"pulse_1", "pulse_2", "triangle",
                                                                  "noise",   "dmc",     "board"};
inline constexpr std::array<std::string_view, 9> overlay_names = {
    "values", "arc", "past_arcs", "prediction", "curves", "last_jump", "model_check", "input", "all_values"};
inline constexpr std::array<std::string_view, 11> window_names = {
    "ram",       "watches",  "picture_chip", "processor", "slots", "events",
    "code_data", "profiler", "log",          "cheats",    "labels"};
// What the player is about; each has its own open windows.
inline constexpr std::array<std::string_view, 3> task_names = {"play", "debug", "tas"};

// A place of the listing or of a memory.
struct Bookmark {
  std::string name;
  std::string in;  // one of bookmark_views
  std::string at;  // "$00CE"; of the program also "PRG $00123", its place whatever bank is switched in

  bool operator==(const Bookmark&) const = default;
};
// The listing, and the memories of play::memory_kinds in their order.
inline constexpr std::array<std::string_view, 8> bookmark_views = {
    "program", "cpu", "prg_rom", "chr", "nametables", "sprites", "palette", "cartridge_ram"};

struct OfRom {
  std::string profile;                   // name or path; empty: the one that fits
  std::vector<std::string> breakpoints;  // conditions as when.h has them
  std::string labels = {};  // path of the label file that was opened; empty: the one that is found

  std::string model = {};  // the model or law that was chosen in place of the profile's; empty: that
  std::vector<Bookmark> bookmarks = {};
  // The machine that was chosen, as session::MachineChoice has it; empty: as movie and header say.
  std::string region = {}, ram_init = {};
  std::vector<std::string> devices = {};

  bool operator==(const OfRom&) const = default;
};

// settings.json
struct Settings {
  // Picture
  int scale = 3;     // 1-16 window pixels a pixel
  bool fill = true;  // as large as the window lets it be, else a whole number of window pixels a pixel
  bool pixel_aspect = false;  // pixels 8:7 as wide as high
  int crop_rows = 0;          // 0-32 at the top, and as many at the bottom
  int crop_columns = 0;       // 0-32 at the left, and as many at the right
  bool fullscreen = false;
  int text_size = 100;  // 100-300 percent of what suits the display
  std::string palette;  // path of a .pal; empty: generated
  // Of the generated palette (colors.h): degrees, and hundredths.
  int hue = 0;           // -180 to 180
  int saturation = 100;  // 0-200
  int brightness = 100;  // 50-150

  // Sound
  int volume = 100;  // 0-100
  bool mute = false;
  std::map<std::string, bool> channels = allOf(channel_names, true);

  // Control
  std::string keys = "default";  // a preset, or a key file's path
  bool allow_opposite = false;

  // What is shown
  bool physics = true;  // whether any of `overlay` is
  std::map<std::string, bool> overlay = [] {
    auto all = allOf(overlay_names, true);
    all["all_values"] = false;
    return all;
  }();
  std::string task = "play";
  std::map<std::string, bool> windows = allOf(window_names, false);
  std::map<std::string, bool> windows_debug = opened({"processor", "ram", "events"});
  std::map<std::string, bool> windows_tas = opened({"ram", "watches", "slots"});
  bool tiled = true;  // the windows stand beside the game

  std::map<std::string, bool>& windowsOf(const std::string& of) {
    return of == "debug" ? windows_debug : of == "tas" ? windows_tas : windows;
  }

  int rewind_mib = 64;  // 1-4096

  std::map<std::string, OfRom> roms;  // by the SHA-1 of PRG and CHR, 40 lower-case hexadecimal digits

  bool operator==(const Settings&) const = default;

  static std::map<std::string, bool> allOf(std::span<const std::string_view> names, bool value);
  static std::map<std::string, bool> opened(std::initializer_list<const char*> names) {
    auto all = allOf(window_names, false);
    for (const char* name : names) all[name] = true;
    return all;
  }
};

// Strict: throws std::runtime_error for an unknown key, naming the nearest, for a wrong type and for a value
// out of its range. What is missing keeps its default.
Settings parseSettings(std::string_view text, const std::string& file_name);
std::string settingsText(const Settings& settings);
// The keys of the file and of an entry of "roms"; a test compares them with docs/schema/settings.schema.json.
std::vector<std::string> settingsKeys();
std::span<const std::string_view> romKeys();

// What changes in every run, and is no choice: recent.json, and layout.ini with those of the other tasks.
struct Memory {
  std::vector<std::string> recent;             // absolute paths of ROM files, newest first
  std::map<std::string, std::string> layouts;  // by task: ImGui's own text of where its windows are

  void opened(const std::string& path);
  bool operator==(const Memory&) const = default;
};

// Reads and writes both. Nothing here throws: problems are returned as sentences, and the game continues.
class SettingsStore {
 public:
  explicit SettingsStore(Folders folders) : folders_(std::move(folders)) {}

  // A missing file: the defaults. A broken one: the defaults too; it is renamed to settings.json.broken (or
  // .broken.2 ...), and `words` gets a sentence that says why and where it is.
  Settings loadSettings(std::vector<std::string>& words);
  Memory loadMemory(std::vector<std::string>& words);
  // Writes only what is different from what was read or written last. A place that cannot be written to is
  // told of once.
  void save(const Settings& settings, std::vector<std::string>& words);
  void save(const Memory& memory, std::vector<std::string>& words);

  const Folders& folders() const { return folders_; }

 private:
  Folders folders_;
  Settings kept_settings_;
  Memory kept_memory_;
  bool complained_ = false;

  bool write(const std::filesystem::path& file, std::string_view text, std::vector<std::string>& words);
};

}  // namespace jumpscope::play
