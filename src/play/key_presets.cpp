// The keys that people know from elsewhere.
#include <stdexcept>

#include "src/base/concat.h"
#include "src/play/keys.h"
#include "src/session/play_options.h"

namespace jumpscope::play {

namespace {

constexpr const auto& preset_names = session::key_presets;

// Keys by preset; two spaces separate an action's keys. What an emulator has no key for keeps ours where
// that is free, or has none.
// Sources of the other emulators' keys:
// fceux: TASEmulators/fceux, src/drivers/Qt/config.cpp (getHotKeyConfig) and input.cpp (DefaultGamePad).
// mesen: SourMesen/Mesen2, UI/Config/KeyPresets.cs (arrow layout) and PreferencesConfig.cs.
// The debuggers of both have F11 into, F10 over and Shift+F11 out, Mesen's Shift+F10 back; where F10 and F11 have other
// work here, Ctrl is held too.
// retroarch: libretro/RetroArch, config.def.keybinds.h; it loads and saves the slot that is chosen, we the
// first.
struct Row {
  std::string_view name;
  std::array<std::string_view, 4> keys;
};

// clang-format off
constexpr std::array<Row, action_count> rows = {{
    //                    default              fceux                mesen                retroarch
    {"pad1.a",           {"X",                 "F",                 "S",                 "X"}},
    {"pad1.b",           {"Z",                 "D",                 "A",                 "Z"}},
    {"pad1.select",      {"Right Shift",       "S",                 "Q",                 "Right Shift"}},
    {"pad1.start",       {"Return",            "Return",            "W",                 "Return"}},
    {"pad1.up",          {"Up",                "Up",                "Up",                "Up"}},
    {"pad1.down",        {"Down",              "Down",              "Down",              "Down"}},
    {"pad1.left",        {"Left",              "Left",              "Left",              "Left"}},
    {"pad1.right",       {"Right",             "Right",             "Right",             "Right"}},
    {"pad1.turbo_a",     {"S",                 "",                  "X",                 ""}},
    {"pad1.turbo_b",     {"A",                 "",                  "Z",                 ""}},
    {"pad2.a",           {"G",                 "",                  "",                  ""}},
    {"pad2.b",           {"F",                 "",                  "",                  ""}},
    {"pad2.select",      {"T",                 "",                  "",                  ""}},
    {"pad2.start",       {"Y",                 "",                  "",                  ""}},
    {"pad2.up",          {"I",                 "",                  "",                  ""}},
    {"pad2.down",        {"K",                 "",                  "",                  ""}},
    {"pad2.left",        {"J",                 "",                  "",                  ""}},
    {"pad2.right",       {"L",                 "",                  "",                  ""}},
    {"pad2.turbo_a",     {"",                  "",                  "",                  ""}},
    {"pad2.turbo_b",     {"",                  "",                  "",                  ""}},
    {"pause",            {"P",                 "Pause",             "Escape",            "P"}},
    {"frame_advance",    {"\\",                "\\",                "`",                 "K"}},
    {"step_instruction", {".  Ctrl+F11",       "Ctrl+.  Ctrl+F11",  ".",                 ".  Ctrl+F11"}},
    {"step_over",        {"Ctrl+F10",          "Ctrl+F10",          "F10",               "Ctrl+F10"}},
    {"step_out",         {"Ctrl+Shift+F11",    "Ctrl+Shift+F11",    "Shift+F11",         "Ctrl+Shift+F11"}},
    {"step_back",        {"Ctrl+Shift+F10",    "Ctrl+Shift+F10",    "Shift+F10",         "Ctrl+Shift+F10"}},
    {"step_scanline",    {",",                 "Ctrl+,",            ",",                 ","}},
    {"fast_forward",     {"Tab",               "Tab",               "Tab",               "L"}},
    {"rewind",           {"Backspace",         "Backspace",         "Backspace",         "R"}},
    {"load_slot_1",      {"F1",                "F1",                "F1",                "F4"}},
    {"load_slot_2",      {"F2",                "F2",                "F2",                ""}},
    {"load_slot_3",      {"F3",                "F3",                "F3",                ""}},
    {"load_slot_4",      {"F4",                "F4",                "F4",                ""}},
    {"load_slot_5",      {"F5",                "F5",                "F5",                ""}},
    {"load_slot_6",      {"F6",                "F6",                "F6",                ""}},
    {"load_slot_7",      {"F7",                "F7",                "F7",                ""}},
    {"load_slot_8",      {"F8",                "F8",                "",                  ""}},
    {"load_slot_9",      {"F9",                "F9",                "",                  ""}},
    {"load_slot_10",     {"F10",               "F10",               "",                  ""}},
    {"save_slot_1",      {"Shift+F1",          "Shift+F1",          "Shift+F1",          "F2"}},
    {"save_slot_2",      {"Shift+F2",          "Shift+F2",          "Shift+F2",          ""}},
    {"save_slot_3",      {"Shift+F3",          "Shift+F3",          "Shift+F3",          ""}},
    {"save_slot_4",      {"Shift+F4",          "Shift+F4",          "Shift+F4",          ""}},
    {"save_slot_5",      {"Shift+F5",          "Shift+F5",          "Shift+F5",          ""}},
    {"save_slot_6",      {"Shift+F6",          "Shift+F6",          "Shift+F6",          ""}},
    {"save_slot_7",      {"Shift+F7",          "Shift+F7",          "Shift+F7",          ""}},
    {"save_slot_8",      {"Shift+F8",          "Shift+F8",          "",                  ""}},
    {"save_slot_9",      {"Shift+F9",          "Shift+F9",          "",                  ""}},
    {"save_slot_10",     {"Shift+F10",         "Shift+F10",         "",                  ""}},
    {"reset",            {"Ctrl+R",            "Ctrl+R",            "Ctrl+R",            "H"}},
    {"power",            {"Ctrl+T",            "Ctrl+T",            "Ctrl+T",            "Ctrl+T"}},
    {"fullscreen",       {"F11  Alt+Return",   "F11  Alt+Return",   "F11  Alt+Return",   "F  Alt+Return"}},
    {"screenshot",       {"F12",               "F12",               "F12",               "F8"}},
    {"mute",             {"M",                 "M",                 "M",                 "F9"}},
    {"volume_up",        {"=",                 "Ctrl+=",            "Ctrl+=",            "Keypad +"}},
    {"volume_down",      {"-",                 "Ctrl+-",            "Ctrl+-",            "Keypad -"}},
    {"menu",             {"Ctrl+M",            "Alt+/",             "Ctrl+M",            "F1"}},
    {"overlay",          {"O",                 "O",                 "O",                 "O"}},
    {"open",             {"Ctrl+O",            "Ctrl+O",            "Ctrl+O",            "Ctrl+O"}},
    {"quit",             {"Ctrl+Q",            "Ctrl+Q",            "Ctrl+Q",            "Ctrl+Q"}},
    {"take_over",        {"Ctrl+Space",        "Q",                 "Ctrl+Space",        "Ctrl+Space"}},
    {"save_case",        {"Ctrl+S",            "Ctrl+S",            "Ctrl+S",            "Ctrl+S"}},
    {"record",           {"Ctrl+Shift+R",      "Ctrl+Shift+R",      "Ctrl+Shift+R",      "Ctrl+Shift+R"}},
    {"text_larger",      {"Ctrl+=",            "Ctrl+Shift+=",      "Ctrl+Shift+=",      "Ctrl+="}},
    {"text_smaller",     {"Ctrl+-",            "Ctrl+Shift+-",      "Ctrl+Shift+-",      "Ctrl+-"}},
    {"label",            {"Ctrl+L",            "Ctrl+L",            "Ctrl+L",            "Ctrl+L"}},
    {"bookmark",         {"Ctrl+B",            "Ctrl+B",            "Ctrl+B",            "Ctrl+B"}},
}};
// clang-format on

constexpr std::array<std::string_view, action_count> names = [] {
  std::array<std::string_view, action_count> all{};
  for (size_t i = 0; i < action_count; ++i) all[i] = rows[i].name;
  return all;
}();

// A NES pad has A to the right of B. So have SDL's B (right) and A (bottom), whatever is printed on them.
const std::map<SDL_GameControllerButton, Action> controller_buttons = {
    {SDL_CONTROLLER_BUTTON_B, Action::Pad1A},
    {SDL_CONTROLLER_BUTTON_A, Action::Pad1B},
    {SDL_CONTROLLER_BUTTON_Y, Action::Pad1TurboA},
    {SDL_CONTROLLER_BUTTON_X, Action::Pad1TurboB},
    {SDL_CONTROLLER_BUTTON_BACK, Action::Pad1Select},
    {SDL_CONTROLLER_BUTTON_START, Action::Pad1Start},
    {SDL_CONTROLLER_BUTTON_DPAD_UP, Action::Pad1Up},
    {SDL_CONTROLLER_BUTTON_DPAD_DOWN, Action::Pad1Down},
    {SDL_CONTROLLER_BUTTON_DPAD_LEFT, Action::Pad1Left},
    {SDL_CONTROLLER_BUTTON_DPAD_RIGHT, Action::Pad1Right},
    {SDL_CONTROLLER_BUTTON_LEFTSHOULDER, Action::Rewind},
    {SDL_CONTROLLER_BUTTON_RIGHTSHOULDER, Action::FastForward},
};

}  // namespace

std::string_view actionName(Action action) { return names[static_cast<size_t>(action)]; }

std::span<const std::string_view> actionNames() { return names; }

std::string actionWords(Action action) {
  std::string words(actionName(action));
  const auto pad = padButton(action);
  for (char& c : words)
    if (c == '_' || c == '.') c = ' ';
  if (!pad) return words;
  words.insert(3, " ");  // "pad1 a"
  if (words.back() == 'a' || words.back() == 'b')
    if (words[words.size() - 2] == ' ') words.back() = static_cast<char>(words.back() - 'a' + 'A');
  return words;
}

std::optional<Action> findAction(std::string_view name) {
  for (size_t i = 0; i < action_count; ++i)
    if (names[i] == name) return static_cast<Action>(i);
  return std::nullopt;
}

std::span<const std::string_view> keyPresetNames() { return preset_names; }

KeyMap keyPreset(std::string_view name) {
  size_t preset = 0;
  while (preset < preset_names.size() && preset_names[preset] != name) ++preset;
  if (preset == preset_names.size())
    throw std::runtime_error(
        base::concat({"there is no key preset '", name,
                      "'; the presets are default, fceux, mesen and retroarch, and other keys are "
                      "given as a .json file"}));
  KeyMap map;
  map.buttons = controller_buttons;
  for (size_t i = 0; i < action_count; ++i) {
    std::string_view keys = rows[i].keys[preset];
    while (!keys.empty()) {
      const size_t end = keys.find("  ");
      map.keys.emplace(parseChord(keys.substr(0, end)), static_cast<Action>(i));
      keys = end == keys.npos ? "" : keys.substr(end + 2);
    }
  }
  return map;
}

}  // namespace jumpscope::play
