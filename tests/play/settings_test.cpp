#include "src/play/settings.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "src/base/files.h"
#include "tests/support/bytes.h"
#include "tests/support/shared.h"

namespace jumpscope::play {
namespace {

namespace fs = std::filesystem;

base::Environment environmentOf(std::map<std::string, std::string> values) {
  return [values = std::move(values)](const std::string& name) -> std::optional<std::string> {
    const auto found = values.find(name);
    if (found == values.end()) return std::nullopt;
    return found->second;
  };
}

class SettingsFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    home = fs::temp_directory_path() / ("jumpscope_settings_" + std::to_string(getpid()));
    fs::remove_all(home);
    fs::create_directories(home);
    folders = findFolders(environmentOf({{"HOME", home.string()}}));
    file = folders.config / "settings.json";
  }
  void TearDown() override { fs::remove_all(home); }

  static void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  static std::string read(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }

  fs::path home, file;
  Folders folders;
  std::vector<std::string> words;
};

TEST(Folders, FollowTheSpecification) {
  const Folders plain = findFolders(environmentOf({{"HOME", "/home/u"}}));
  EXPECT_EQ(plain.config, "/home/u/.config/jumpscope");
  EXPECT_EQ(plain.state, "/home/u/.local/state/jumpscope");
  EXPECT_EQ(plain.data, "/home/u/.local/share/jumpscope");
  EXPECT_EQ(plain.slots("abc"), "/home/u/.local/share/jumpscope/states/abc");
  EXPECT_EQ(plain.screenshots, ".");
  const Folders set = findFolders(environmentOf({{"HOME", "/home/u"},
                                                 {"XDG_CONFIG_HOME", "/c"},
                                                 {"XDG_STATE_HOME", "/s"},
                                                 {"XDG_DATA_HOME", "relative/data"},
                                                 {"XDG_PICTURES_DIR", "/p"}}));
  EXPECT_EQ(set.config, "/c/jumpscope");
  EXPECT_EQ(set.state, "/s/jumpscope");
  EXPECT_EQ(set.data, "/home/u/.local/share/jumpscope");
  EXPECT_EQ(set.screenshots, "/p");
  const Folders homeless =
      findFolders(environmentOf({{"XDG_CONFIG_HOME", ""}, {"XDG_PICTURES_DIR", "pictures"}}));
  EXPECT_TRUE(homeless.config.empty());
  EXPECT_TRUE(homeless.slots("abc").empty());
  EXPECT_EQ(homeless.screenshots, ".");
}

Settings unusual() {
  Settings s;
  s.scale = 5;
  s.pixel_aspect = true;
  s.crop_rows = 8;
  s.crop_columns = 4;
  s.fullscreen = true;
  s.text_size = 150;
  s.palette = "/a/b.pal";
  s.hue = -10;
  s.saturation = 120;
  s.brightness = 90;
  s.volume = 30;
  s.mute = true;
  s.channels["noise"] = false;
  s.keys = "mesen";
  s.allow_opposite = true;
  s.physics = false;
  s.overlay["arc"] = false;
  s.fill = false;
  s.task = "debug";
  s.windows["ram"] = true;
  s.windows_debug["events"] = false;
  s.windows_tas["log"] = true;
  s.tiled = false;
  s.rewind_mib = 128;
  s.roms["ea343f4e445a9050d4b4fbac2c77d0693b1d0922"] = {"smb",
                                                        {"y_speed < -4"},
                                                        "/home/me/smb.mlb",
                                                        "/home/me/law.json",
                                                        {{"here", "program", "PRG $00123"}},
                                                        "pal",
                                                        "zeros",
                                                        {"2=zapper", "four-score"}};
  return s;
}

TEST(Settings, WrittenSettingsAreReadBack) {
  for (const Settings& settings : {Settings(), unusual()})
    EXPECT_EQ(parseSettings(settingsText(settings), "s.json"), settings);
}

TEST(Settings, EveryFieldIsWritten) {
  const auto plain = nlohmann::json::parse(settingsText(Settings()));
  const auto changed = nlohmann::json::parse(settingsText(unusual()));
  for (const std::string& key : settingsKeys()) {
    if (key == "$schema" || key == "format" || key == "version") continue;
    EXPECT_NE(plain.at(key), changed.at(key)) << key;
  }
  EXPECT_EQ(plain.size() + 1, settingsKeys().size());
}

TEST(Settings, MissingKeysKeepTheirDefaults) {
  Settings expected;
  expected.volume = 5;
  expected.channels["dmc"] = false;
  EXPECT_EQ(
      parseSettings(
          R"({"format": "jumpscope-settings", "version": 1, "volume": 5, "channels": {"dmc": false}})", "s"),
      expected);
}

TEST(Settings, InvalidFilesAreRefusedWithAnErrorMessage) {
  const std::vector<std::pair<std::string, std::string>> expected = {
      {R"("volume": 101)", "s.json: volume: expected an integer from 0 to 100"},
      {R"("volume": "loud")", "s.json: volume: expected an integer from 0 to 100"},
      {R"("mute": 1)", "s.json: mute: expected true or false"},
      {R"("volum": 1)", "s.json: unknown key 'volum'; did you mean 'volume'?"},
      {R"("overlay": {"arcs": true})", "s.json: overlay: unknown key 'arcs'; did you mean 'arc'?"},
      {R"("roms": {"xyz": {}})",
       "s.json: roms: expected keys of 40 lower-case hexadecimal digits (a ROM file's SHA-1), not 'xyz'"},
      {R"("version": 2)", "s.json has the key 'version' twice in one object"}};
  const auto errorOf = [](const std::string& more) {
    return tests::errorOf(
        [&] { parseSettings(R"({"format": "jumpscope-settings", "version": 1, )" + more + "}", "s.json"); });
  };
  for (const auto& [json, sentence] : expected) EXPECT_EQ(errorOf(json), sentence);
}

TEST(Settings, DamagedFilesAreRefusedWithAnErrorMessage) {
  tests::feedBrokenFiles(tests::toBytes(settingsText(unusual())), [](const std::vector<uint8_t>& bytes) {
    parseSettings({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "s.json");
  });
}

TEST_F(SettingsFiles, WithoutAFileTheDefaultsAreUsedSilently) {
  SettingsStore store(folders);
  EXPECT_EQ(store.loadSettings(words), Settings());
  EXPECT_EQ(store.loadMemory(words), Memory());
  EXPECT_TRUE(words.empty());
  store.save(Settings(), words);
  store.save(Memory(), words);
  EXPECT_FALSE(fs::exists(folders.config)) << "nothing was changed, but something was written";
  EXPECT_FALSE(fs::exists(folders.state));
}

TEST_F(SettingsFiles, ASavedFileIsLoadedInTheNextRun) {
  Memory memory;
  memory.opened("/roms/a.nes");
  memory.opened("/roms/b.nes");
  memory.opened("/roms/a.nes");
  memory.layouts["play"] = "[Window][RAM]\nPos=60,60\n";
  memory.layouts["tas"] = "[Window][RAM]\nPos=70,60\n";
  {
    SettingsStore store(folders);
    store.loadSettings(words);
    store.loadMemory(words);
    store.save(unusual(), words);
    store.save(memory, words);
  }
  SettingsStore next(folders);
  EXPECT_EQ(next.loadSettings(words), unusual());
  EXPECT_EQ(next.loadMemory(words), memory);
  EXPECT_EQ(memory.recent, (std::vector<std::string>{"/roms/a.nes", "/roms/b.nes"}));
  EXPECT_TRUE(words.empty());
  fs::remove(file);
  next.save(unusual(), words);
  EXPECT_FALSE(fs::exists(file)) << "written although nothing was changed";
}

TEST_F(SettingsFiles, OnlyTenRecentFilesAreKept) {
  Memory memory;
  for (int i = 0; i < 15; ++i) memory.opened("/rom" + std::to_string(i));
  EXPECT_EQ(memory.recent.size(), 10u);
  EXPECT_EQ(memory.recent.front(), "/rom14");
  EXPECT_EQ(memory.recent.back(), "/rom5");
}

TEST_F(SettingsFiles, AnInvalidFileIsReportedAndRenamed) {
  for (const std::string suffix : {".broken", ".broken.2", ".broken.3"}) {
    words.clear();
    const std::string text = "{\"broken\": " + suffix;
    write(file, text);
    SettingsStore store(folders);
    EXPECT_EQ(store.loadSettings(words), Settings());
    ASSERT_EQ(words.size(), 1u);
    EXPECT_EQ(words[0], "settings file " + file.string() +
                            " is not valid JSON: there is an error at line 1, column 12; it is renamed to " +
                            file.string() + suffix + ", and the defaults are used");
    EXPECT_FALSE(fs::exists(file));
    EXPECT_EQ(read(file.string() + suffix), text);
  }
}

TEST_F(SettingsFiles, AnInvalidListOfRecentFilesIsRenamed) {
  write(folders.state / "recent.json", "[]");
  SettingsStore store(folders);
  EXPECT_EQ(store.loadMemory(words), Memory());
  ASSERT_EQ(words.size(), 1u);
  EXPECT_TRUE(fs::exists(folders.state / "recent.json.broken"));
}

// A folder in the settings file's place can be neither read nor written over.
TEST_F(SettingsFiles, AFolderThatCannotBeWrittenIsReportedOnce) {
  write(home / ".config", "a file where the folder should be");
  SettingsStore store(folders);
  EXPECT_EQ(store.loadSettings(words), Settings());
  words.clear();
  Settings settings;
  settings.volume = 1;
  store.save(settings, words);
  settings.volume = 2;
  store.save(settings, words);
  ASSERT_EQ(words.size(), 1u);
  EXPECT_NE(words[0].find("; settings of this run will not be saved"), std::string::npos) << words[0];
  EXPECT_NE(words[0].find("settings.json"), std::string::npos) << words[0];
}

TEST_F(SettingsFiles, WithoutAHomeFolderNothingIsSavedOrReported) {
  SettingsStore store(findFolders(environmentOf({})));
  EXPECT_EQ(store.loadSettings(words), Settings());
  EXPECT_EQ(store.loadMemory(words), Memory());
  store.save(unusual(), words);
  Memory memory;
  memory.opened("/a");
  store.save(memory, words);
  EXPECT_TRUE(words.empty());
}

TEST(Settings, TheSchemaHasTheKeysOfTheParser) {
  const auto bytes = base::readFile(tests::sourceDir() / "docs" / "schema" / "settings.schema.json");
  const auto schema = nlohmann::json::parse(bytes.begin(), bytes.end());
  const auto keysOf = [](const nlohmann::json& object) {
    EXPECT_EQ(object.at("additionalProperties"), false);
    std::set<std::string> keys;
    for (const auto& [key, value] : object.at("properties").items()) keys.insert(key);
    return keys;
  };
  const auto known = [](const auto& keys) { return std::set<std::string>(keys.begin(), keys.end()); };
  const auto& properties = schema.at("properties");
  EXPECT_EQ(keysOf(schema), known(settingsKeys()));
  EXPECT_EQ(keysOf(properties.at("roms").at("additionalProperties")), known(romKeys()));
  EXPECT_EQ(keysOf(properties.at("channels")), known(channel_names));
  EXPECT_EQ(keysOf(properties.at("overlay")), known(overlay_names));
  EXPECT_EQ(keysOf(properties.at("windows")), known(window_names));
  // The schema's ranges are the parser's: one step outside is refused.
  for (const auto& [key, property] : properties.items()) {
    if (!property.contains("maximum")) continue;
    for (const int64_t value :
         {property.at("minimum").get<int64_t>() - 1, property.at("minimum").get<int64_t>(),
          property.at("maximum").get<int64_t>(), property.at("maximum").get<int64_t>() + 1}) {
      const bool inside = value >= property.at("minimum") && value <= property.at("maximum");
      const nlohmann::json json = {{"format", "jumpscope-settings"}, {"version", 1}, {key, value}};
      EXPECT_EQ(tests::errorOf([&] { parseSettings(json.dump(), "s"); }).empty(), inside)
          << key << " " << value;
    }
    EXPECT_EQ(nlohmann::json::parse(settingsText(Settings())).at(key), property.at("default")) << key;
  }
}

}  // namespace
}  // namespace jumpscope::play
