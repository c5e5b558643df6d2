#include "src/play/keys.h"

#include <SDL_keyboard.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <utility>

#include "src/base/concat.h"
#include "src/base/files.h"
#include "src/base/json.h"
#include "src/base/json_value.h"
#include "src/base/text.h"

namespace jumpscope::play {

using base::JsonValue;

namespace {

constexpr std::array<std::string_view, 7> file_keys = {"$schema", "format",     "version",  "preset",
                                                       "keys",    "controller", "dead_zone"};

constexpr std::array<std::pair<std::string_view, uint8_t>, 3> modifier_names = {
    {{"Ctrl+", ctrl}, {"Shift+", shift}, {"Alt+", alt}}};

bool sameWord(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

SDL_Scancode parseKey(std::string_view name) {
  if (sameWord(name, "Enter")) return SDL_SCANCODE_RETURN;
  if (sameWord(name, "Esc")) return SDL_SCANCODE_ESCAPE;
  const SDL_Scancode key =
      name.empty() ? SDL_SCANCODE_UNKNOWN : SDL_GetScancodeFromName(std::string(name).c_str());
  if (key != SDL_SCANCODE_UNKNOWN) return key;
  std::vector<std::string_view> known;
  for (int code = 1; code < SDL_NUM_SCANCODES; ++code) {
    const std::string_view known_name = SDL_GetScancodeName(static_cast<SDL_Scancode>(code));
    if (!known_name.empty()) known.push_back(known_name);
  }
  throw std::runtime_error(
      base::concat({"there is no key '", name, "'; did you mean '", base::nearestKey(name, known), "'?"}));
}

const std::vector<std::string_view>& buttonNames() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (int i = 0; i < SDL_CONTROLLER_BUTTON_MAX; ++i)
      all.emplace_back(SDL_GameControllerGetStringForButton(static_cast<SDL_GameControllerButton>(i)));
    return all;
  }();
  return names;
}

Action parseAction(const JsonValue& value) {
  const std::string name = value.string();
  const auto action = findAction(name);
  if (!action)
    value.fail(base::concat(
        {"an action, not '", name, "'; did you mean '", base::nearestKey(name, actionNames()), "'?"}));
  return *action;
}

Chord chordOf(const JsonValue& value) {
  const std::string text = value.string();
  try {
    return parseChord(text);
  } catch (const std::runtime_error& error) {
    value.fail(base::concat({"a key, but ", error.what()}));
  }
}

// The file's keys, each with its action.
std::map<Chord, Action> readKeys(const JsonValue& keys, std::set<Action>& mentioned) {
  keys.requireKeys(actionNames());
  std::map<Chord, Action> read;
  for (const std::string& name : keys.keys()) {
    const Action action = *findAction(name);
    mentioned.insert(action);
    const JsonValue value = keys.at(name);
    for (const JsonValue& item : value.json().is_array() ? value.items() : std::vector<JsonValue>{value}) {
      const Chord chord = chordOf(item);
      const auto [other, is_new] = read.emplace(chord, action);
      if (!is_new && other->second != action)
        item.fail(
            base::concat({"another key: ", toString(chord), " already does ", actionName(other->second)}));
    }
  }
  return read;
}

void readButtons(const JsonValue& buttons, KeyMap& map) {
  buttons.requireKeys(buttonNames());
  for (const std::string& name : buttons.keys()) {
    const SDL_GameControllerButton button = SDL_GameControllerGetButtonFromString(name.c_str());
    const JsonValue value = buttons.at(name);
    if (value.json().is_null()) {
      map.buttons.erase(button);
      continue;
    }
    const Action action = parseAction(value);
    if (const auto pad = padButton(action); pad && pad->pad != 0)
      value.fail("an action of pad1, which means the pad that the controller plays");
    map.buttons[button] = action;
  }
}

}  // namespace

std::optional<PadButton> padButton(Action action) {
  const int index = static_cast<int>(action);
  if (index >= 2 * pad_actions) return std::nullopt;
  const int button = index % pad_actions;
  if (button >= 8) return PadButton{index / pad_actions, button - 8, true};
  return PadButton{index / pad_actions, button, false};
}

std::optional<int> loadSlot(Action action) {
  if (action < Action::LoadSlot1 || action > Action::LoadSlot10) return std::nullopt;
  return static_cast<int>(action) - static_cast<int>(Action::LoadSlot1) + 1;
}

std::optional<int> saveSlot(Action action) {
  if (action < Action::SaveSlot1 || action > Action::SaveSlot10) return std::nullopt;
  return static_cast<int>(action) - static_cast<int>(Action::SaveSlot1) + 1;
}

uint8_t modifierOf(SDL_Scancode key) {
  switch (key) {
    case SDL_SCANCODE_LCTRL:
    case SDL_SCANCODE_RCTRL:
      return ctrl;
    case SDL_SCANCODE_LSHIFT:
    case SDL_SCANCODE_RSHIFT:
      return shift;
    case SDL_SCANCODE_LALT:
    case SDL_SCANCODE_RALT:
      return alt;
    default:
      return 0;
  }
}

std::optional<Chord> ChordReader::down(SDL_Scancode key, uint8_t modifiers) {
  alone_ = modifierOf(key) ? key : SDL_SCANCODE_UNKNOWN;
  return modifierOf(key) ? std::nullopt : std::optional(Chord{key, modifiers});
}

std::optional<Chord> ChordReader::up(SDL_Scancode key) {
  if (key != alone_ || key == SDL_SCANCODE_UNKNOWN) return std::nullopt;
  return Chord{std::exchange(alone_, SDL_SCANCODE_UNKNOWN), 0};
}

Chord parseChord(std::string_view text) {
  Chord chord;
  for (bool found = true; found;) {
    found = false;
    for (const auto& [name, bit] : modifier_names) {
      if (text.size() <= name.size() || !sameWord(text.substr(0, name.size()), name)) continue;
      chord.modifiers |= bit;
      text.remove_prefix(name.size());
      found = true;
    }
  }
  chord.key = parseKey(text);
  return chord;
}

std::string toString(Chord chord) {
  std::string text;
  for (const auto& [name, bit] : modifier_names)
    if (chord.modifiers & bit) text.append(name);
  return text.append(SDL_GetScancodeName(chord.key));
}

std::span<const std::string_view> keyFileKeys() { return file_keys; }
std::span<const std::string_view> controllerButtonNames() { return buttonNames(); }

KeyMap parseKeys(std::string_view text, const std::string& file_name) {
  const nlohmann::json json = base::parseJson(text, file_name);
  const JsonValue root(json, file_name);
  root.requireKeys(file_keys);
  if (root.at("format").string() != "jumpscope-keys") root.at("format").fail("'jumpscope-keys'");
  root.at("version").integer(1, 1);
  KeyMap map;
  try {
    map = keyPreset(root.find("preset") ? root.at("preset").string() : "default");
  } catch (const std::runtime_error& error) {
    root.at("preset").fail(base::concat({"the name of a preset, but ", error.what()}));
  }
  if (const auto keys = root.find("keys")) {
    std::set<Action> mentioned;
    std::map<Chord, Action> read = readKeys(*keys, mentioned);
    std::erase_if(map.keys, [&](const auto& entry) { return mentioned.contains(entry.second); });
    for (const auto& [chord, action] : read) map.keys[chord] = action;
  }
  if (const auto buttons = root.find("controller")) readButtons(*buttons, map);
  if (const auto zone = root.find("dead_zone")) map.dead_zone = static_cast<int>(zone->integer(0, 32767));
  return map;
}

std::string keysText(const KeyMap& keys) {
  nlohmann::ordered_json json = {{"format", "jumpscope-keys"}, {"version", 1}};
  auto& by_action = json["keys"] = nlohmann::ordered_json::object();
  for (const std::string_view name : actionNames())
    by_action[std::string(name)] = nlohmann::ordered_json::array();
  for (const auto& entry : keys.keys)
    by_action[std::string(actionName(entry.second))].push_back(toString(entry.first));
  auto& by_button = json["controller"] = nlohmann::ordered_json::object();
  for (int i = 0; i < SDL_CONTROLLER_BUTTON_MAX; ++i) {
    const auto found = keys.buttons.find(static_cast<SDL_GameControllerButton>(i));
    auto& value = by_button[std::string(buttonNames()[static_cast<size_t>(i)])];
    if (found != keys.buttons.end()) value = actionName(found->second);
  }
  json["dead_zone"] = keys.dead_zone;
  return base::jsonText(json);
}

KeyMap loadKeys(const std::string& preset_or_file) {
  const auto presets = keyPresetNames();
  const bool is_file = preset_or_file.find_first_of("./") != std::string::npos;
  if (!is_file || std::find(presets.begin(), presets.end(), preset_or_file) != presets.end())
    return keyPreset(preset_or_file);
  const std::vector<uint8_t> bytes = base::readFile(preset_or_file);
  return parseKeys(base::asText(bytes), base::concat({"key file ", preset_or_file}));
}

std::string keysOf(const KeyMap& keys, Action action) {
  std::string text;
  for (const auto& entry : keys.keys) {
    if (entry.second != action) continue;
    if (!text.empty()) text.append(", ");
    text.append(toString(entry.first));
  }
  return text;
}

}  // namespace jumpscope::play
