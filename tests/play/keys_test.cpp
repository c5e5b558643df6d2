#include "src/play/keys.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "src/base/files.h"
#include "tests/support/bytes.h"
#include "tests/support/shared.h"

namespace jumpscope::play {
namespace {

std::string keyFile(const std::string& more) {
  return R"({"format": "jumpscope-keys", "version": 1)" + (more.empty() ? "" : ", " + more) + "}";
}

KeyMap parsed(const std::string& more) { return parseKeys(keyFile(more), "k.json"); }

std::string errorOf(const std::string& more) {
  return tests::errorOf([&] { parsed(more); });
}

TEST(Keys, TheDefaultPresetHasTheDocumentedKeys) {
  const KeyMap keys = keyPreset("default");
  const std::map<std::string, Action> expected = {{"X", Action::Pad1A},
                                                  {"Z", Action::Pad1B},
                                                  {"Return", Action::Pad1Start},
                                                  {"Right Shift", Action::Pad1Select},
                                                  {"Left", Action::Pad1Left},
                                                  {"P", Action::Pause},
                                                  {"\\", Action::FrameAdvance},
                                                  {"Tab", Action::FastForward},
                                                  {"Backspace", Action::Rewind},
                                                  {"F10", Action::LoadSlot10},
                                                  {"Shift+F1", Action::SaveSlot1},
                                                  {"Ctrl+R", Action::Reset},
                                                  {"F11", Action::Fullscreen},
                                                  {"Alt+Return", Action::Fullscreen},
                                                  {"F12", Action::Screenshot},
                                                  {"Ctrl+Q", Action::Quit}};
  for (const auto& [name, action] : expected)
    EXPECT_EQ(actionName(keys.keys.at(parseChord(name))), actionName(action)) << name;
  EXPECT_EQ(keysOf(keys, Action::Fullscreen), "Alt+Return, F11");
}

// A modifier is a key of its own only if nothing is pressed with it; so that Ctrl+K can be pressed at all.
TEST(Keys, AChordIsReadWithItsModifiersAndAModifierAloneWhenItIsLetGo) {
  ChordReader reader;
  EXPECT_EQ(reader.down(SDL_SCANCODE_LCTRL, ctrl), std::nullopt);
  EXPECT_EQ(reader.down(SDL_SCANCODE_K, ctrl), parseChord("Ctrl+K"));
  EXPECT_EQ(reader.up(SDL_SCANCODE_K), std::nullopt);
  EXPECT_EQ(reader.up(SDL_SCANCODE_LCTRL), std::nullopt) << "it was held for another key";
  EXPECT_EQ(reader.down(SDL_SCANCODE_RSHIFT, shift), std::nullopt);
  EXPECT_EQ(reader.up(SDL_SCANCODE_RSHIFT), parseChord("Right Shift"));
  EXPECT_EQ(reader.up(SDL_SCANCODE_RSHIFT), std::nullopt);
  EXPECT_EQ(reader.up(SDL_SCANCODE_X), std::nullopt) << "it was pressed before";
  EXPECT_EQ(reader.down(SDL_SCANCODE_LCTRL, ctrl), std::nullopt);
  EXPECT_EQ(reader.down(SDL_SCANCODE_LALT, ctrl | alt), std::nullopt);
  EXPECT_EQ(reader.down(SDL_SCANCODE_F5, ctrl | alt), parseChord("Ctrl+Alt+F5"));
}

// A key that stands twice in a column of the table would be lost.
TEST(Keys, EveryPresetHasItsKeysAndACompletePad) {
  for (const std::string_view name : keyPresetNames()) {
    const KeyMap keys = keyPreset(name);
    std::set<Action> reached;
    for (const auto& entry : keys.keys) reached.insert(entry.second);
    for (int button = 0; button < 8; ++button)
      EXPECT_TRUE(reached.contains(static_cast<Action>(button))) << name << button;
    for (const Action action : {Action::Pause,        Action::FrameAdvance, Action::StepInstruction,
                                Action::StepScanline, Action::FastForward,  Action::Rewind,
                                Action::LoadSlot1,    Action::SaveSlot1,    Action::Reset,
                                Action::Power,        Action::Fullscreen,   Action::Screenshot,
                                Action::Mute,         Action::VolumeUp,     Action::VolumeDown,
                                Action::Menu,         Action::Overlay,      Action::Open,
                                Action::Quit,         Action::TakeOver,     Action::SaveCase,
                                Action::Record,       Action::TextLarger,   Action::TextSmaller,
                                Action::StepOver,     Action::StepOut,      Action::StepBack})
      EXPECT_TRUE(reached.contains(action)) << name << ": " << actionName(action);
  }
  EXPECT_EQ(keyPreset("default").keys.size(), 67u);
  EXPECT_EQ(keyPreset("fceux").keys.size(), 57u);
  EXPECT_EQ(keyPreset("mesen").keys.size(), 52u);
  EXPECT_EQ(keyPreset("retroarch").keys.size(), 39u);
}

TEST(Keys, ActionNamesAreParsedBack) {
  for (size_t i = 0; i < action_count; ++i) {
    const auto action = static_cast<Action>(i);
    EXPECT_FALSE(actionName(action).empty()) << i;
    EXPECT_EQ(findAction(actionName(action)), action);
  }
  EXPECT_EQ(actionName(Action::Record), "record");
  EXPECT_EQ(actionName(Action::Pad2TurboB), "pad2.turbo_b");
  EXPECT_EQ(padButton(Action::Pad2Right)->bit, 7);
  EXPECT_TRUE(padButton(Action::Pad2TurboB)->turbo);
  EXPECT_EQ(padButton(Action::Pad2TurboB)->pad, 1);
  EXPECT_FALSE(padButton(Action::Pause));
  EXPECT_EQ(loadSlot(Action::LoadSlot10), 10);
  EXPECT_EQ(saveSlot(Action::SaveSlot1), 1);
  EXPECT_FALSE(saveSlot(Action::LoadSlot10));
}

TEST(Keys, AWrittenChordIsReadBack) {
  for (const std::string text :
       {"Ctrl+R", "Ctrl+Shift+Alt+F1", "Right Shift", "Keypad +", "Ctrl+Keypad +", "="})
    EXPECT_EQ(toString(parseChord(text)), text);
  EXPECT_EQ(parseChord("ctrl+enter"), (Chord{SDL_SCANCODE_RETURN, ctrl}));
  EXPECT_EQ(parseChord("Esc"), (Chord{SDL_SCANCODE_ESCAPE, 0}));
  EXPECT_EQ(tests::errorOf([] { parseChord("Ctrl+Spce"); }), "there is no key 'Spce'; did you mean 'Space'?");
}

TEST(Keys, AFileChangesItsPreset) {
  const KeyMap keys = parsed(
      R"("preset": "fceux", "keys": {"pad1.a": ["X", "Space"], "pause": "F", "mute": []},
         "controller": {"a": "pad1.a", "back": "pause", "x": null}, "dead_zone": 9000)");
  EXPECT_EQ(keysOf(keys, Action::Pad1A), "X, Space");
  EXPECT_EQ(keysOf(keys, Action::Pause), "F");  // which was the preset's A
  EXPECT_EQ(keysOf(keys, Action::Mute), "");
  EXPECT_EQ(keysOf(keys, Action::Pad1B), "D");
  EXPECT_EQ(keys.buttons.at(SDL_CONTROLLER_BUTTON_A), Action::Pad1A);
  EXPECT_EQ(keys.buttons.at(SDL_CONTROLLER_BUTTON_BACK), Action::Pause);
  EXPECT_FALSE(keys.buttons.contains(SDL_CONTROLLER_BUTTON_X));
  EXPECT_EQ(keys.dead_zone, 9000);
  // "mute" has no keys, which is not the same as not to be mentioned.
  EXPECT_EQ(parsed(""), keyPreset("default"));
}

// An action that is not mentioned loses a key that the file gives away, and keeps its others.
TEST(Keys, AKeyInTheFileIsRemovedFromThePresetsAction) {
  const KeyMap keys = parsed(R"("keys": {"pause": "F11"})");
  EXPECT_EQ(keysOf(keys, Action::Fullscreen), "Alt+Return");
}

TEST(Keys, AWrittenKeyFileIsReadBack) {
  for (const std::string_view name : keyPresetNames()) {
    const KeyMap keys = keyPreset(name);
    EXPECT_EQ(parseKeys(keysText(keys), "k.json"), keys) << name;
  }
}

TEST(Keys, InvalidFilesAreRefusedWithAnErrorMessage) {
  const std::vector<std::pair<std::string, std::string>> expected = {
      {R"("preset": "snes")",
       "k.json: preset: expected the name of a preset, but there is no key preset 'snes'; the presets are "
       "default, fceux, mesen and retroarch, and other keys are given as a .json file"},
      {R"("keys": {"pad1.aa": "X"})", "k.json: keys: unknown key 'pad1.aa'; did you mean 'pad1.a'?"},
      {R"("keys": {"pause": "Spce"})",
       "k.json: keys.pause: expected a key, but there is no key 'Spce'; did you mean 'Space'?"},
      {R"("keys": {"pause": "M", "mute": ["F2", "M"]})",
       "k.json: keys.pause: expected another key: M already does mute"},
      {R"("keys": {"pause": 3})", "k.json: keys.pause: expected a string"},
      {R"("controller": {"aa": "pause"})", "k.json: controller: unknown key 'aa'; did you mean 'a'?"},
      {R"("controller": {"a": "paws"})",
       "k.json: controller.a: expected an action, not 'paws'; did you mean 'pause'?"},
      {R"("controller": {"a": "pad2.a"})",
       "k.json: controller.a: expected an action of pad1, which means the pad that the controller "
       "plays"},
      {R"("dead_zone": 40000)", "k.json: dead_zone: expected an integer from 0 to 32767"},
      {R"("deadzone": 4)", "k.json: unknown key 'deadzone'; did you mean 'dead_zone'?"}};
  for (const auto& [json, sentence] : expected) EXPECT_EQ(errorOf(json), sentence);
  EXPECT_EQ(tests::errorOf([] { parseKeys(R"({"format": "x", "version": 1})", "k.json"); }),
            "k.json: format: expected 'jumpscope-keys'");
}

TEST(Keys, DamagedFilesAreRefusedWithAnErrorMessage) {
  tests::feedBrokenFiles(tests::toBytes(keysText(keyPreset("default"))),
                         [](const std::vector<uint8_t>& bytes) {
                           parseKeys({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "k.json");
                         });
}

TEST(Keys, AMissingFileIsNamed) {
  EXPECT_EQ(loadKeys("mesen"), keyPreset("mesen"));
  EXPECT_NE(tests::errorOf([] { loadKeys("nowhere/k.json"); }).find("nowhere/k.json"), std::string::npos);
  EXPECT_NE(tests::errorOf([] { loadKeys("mesn"); }).find("there is no key preset 'mesn'"),
            std::string::npos);
}

TEST(Keys, TheSchemaHasTheKeysOfTheParser) {
  const auto file = base::readFile(tests::sourceDir() / "docs" / "schema" / "keys.schema.json");
  const auto schema = nlohmann::json::parse(file.begin(), file.end());
  const auto keysOfObject = [](const nlohmann::json& object) {
    EXPECT_EQ(object.at("additionalProperties"), false);
    std::set<std::string> keys;
    for (const auto& [key, value] : object.at("properties").items()) keys.insert(key);
    return keys;
  };
  const auto known = [](std::span<const std::string_view> keys) {
    return std::set<std::string>(keys.begin(), keys.end());
  };
  const auto listed = [](const nlohmann::json& list) { return list.get<std::set<std::string>>(); };
  EXPECT_EQ(keysOfObject(schema), known(keyFileKeys()));
  EXPECT_EQ(listed(schema.at("definitions").at("action").at("enum")), known(actionNames()));
  EXPECT_EQ(listed(schema.at("properties").at("preset").at("enum")), known(keyPresetNames()));
  EXPECT_EQ(listed(schema.at("properties").at("controller").at("propertyNames").at("enum")),
            known(controllerButtonNames()));
}

TEST(Keys, ActionsHaveWordsForPeople) {
  EXPECT_EQ(actionWords(Action::Pad1TurboA), "pad 1 turbo A");
  EXPECT_EQ(actionWords(Action::Pad2Up), "pad 2 up");
  EXPECT_EQ(actionWords(Action::LoadSlot3), "load slot 3");
  EXPECT_EQ(actionWords(Action::SaveCase), "save case");
}

TEST(Keys, TheDocumentationListsTheKeysOfAllPresets) {
  const auto file = base::readFile(tests::sourceDir() / "docs" / "playing.md");
  const std::string document(file.begin(), file.end());
  for (const std::string_view name : actionNames()) {
    const Action action = *findAction(name);
    if (loadSlot(action).value_or(1) > 1 || saveSlot(action).value_or(1) > 1) continue;
    std::string row = "| ";
    row.append(name).append(" |");
    for (const std::string_view preset : keyPresetNames()) {
      std::string cell;
      for (const auto& entry : keyPreset(preset).keys) {
        if (entry.second != action) continue;
        const std::string key = toString(entry.first);
        cell.append(cell.empty() ? "" : ", ").append(key == "`" ? "`` ` ``" : "`" + key + "`");
      }
      row.append(" ").append(cell).append(" |");
    }
    EXPECT_NE(document.find(row + "\n"), std::string::npos) << row;
  }
}

}  // namespace
}  // namespace jumpscope::play
