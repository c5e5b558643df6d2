#include "src/trace/profile.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "src/base/files.h"
#include "src/trace/builtin_profiles.h"
#include "src/trace/watch.h"
#include "src/trace/watch_json.h"
#include "tests/support/bytes.h"
#include "tests/support/shared.h"

namespace jumpscope::trace {
namespace {

std::string parseError(const std::string& json) {
  return tests::errorOf([&] { parseProfile(json, "p.json"); });
}

// A profile with one watch, y, and `more` after it.
std::string withMore(const std::string& more) {
  return R"({"name": "p", "watches": [{"name": "y", "address": "$CE"}])" + (more.empty() ? "" : ", " + more) +
         "}";
}

std::string withWatch(const std::string& watch) { return R"({"name": "p", "watches": [)" + watch + "]}"; }

TEST(Profile, SmbIsBuiltIn) {
  const Profile& smb = builtinProfile("smb");
  EXPECT_EQ(smb.name, "smb");
  EXPECT_EQ(smb.model, "smb-jump");
  EXPECT_EQ(builtinProfileNames(), std::vector<std::string>{"smb"});
  ASSERT_EQ(smb.roms.size(), 2u);
  EXPECT_EQ(smb.roms[0].prg_chr_sha1, "facee9c577a5262dbe33ac4930bb0b58c8c037f7");
  const std::map<std::string, uint16_t> published = {
      {"y_position", 0x00CE},     {"y_page", 0x00B5},           {"y_subpixel", 0x0416},
      {"y_speed", 0x009F},        {"y_speed_fraction", 0x0433}, {"gravity", 0x0709},
      {"gravity_fall", 0x070A},   {"jump_origin_y", 0x0708},    {"jump_origin_page", 0x0707},
      {"halt_threshold", 0x0706}, {"x_speed_abs", 0x0700},      {"x_speed", 0x0057},
      {"player_state", 0x001D},   {"buttons_ab", 0x000A},       {"buttons_ab_previous", 0x000D},
      {"swimming", 0x0704},       {"swim_timer", 0x0782},       {"jumpspring", 0x070E},
      {"freeze", 0x0747},         {"engine", 0x000E},           {"whirlpool", 0x047D},
      {"x_position", 0x0086},     {"x_page", 0x006D},           {"mode", 0x0770},
      {"pause", 0x0776},          {"frame_counter", 0x0009}};
  std::map<std::string, uint16_t> found;
  for (const Watch& watch : smb.watches) {
    if (watch.type == Type::Lag) continue;  // which has no address
    ASSERT_EQ(watch.addresses.size(), 1u) << watch.name;
    found[watch.name] = watch.addresses[0];
    EXPECT_FALSE(watch.meaning.empty()) << watch.name;
    EXPECT_EQ(watch.type, watch.name == "y_speed" || watch.name == "x_speed" ? Type::S8 : Type::U8)
        << watch.name;
  }
  EXPECT_EQ(found, published);
}

TEST(Profile, AnUnknownNameIsRefusedWithTheKnownNames) {
  EXPECT_EQ(tests::errorOf([] { builtinProfile("smb3"); }),
            "there is no built-in profile 'smb3' (did you mean 'smb'?); the built-in profile is smb, and "
            "other profiles are .json files");
}

TEST(Profile, EveryKeyOfAFileIsRead) {
  const Profile p = parseProfile(R"({
    "name": "mine", "title": "My Game", "model": "smb-jump",
    "roms": [{"name": "dump", "file_sha1": "ea343f4e445a9050d4b4fbac2c77d0693b1d0922"}],
    "watches": [
      {"name": "y", "address": ["$04F3", "0x04F2"], "type": "u16", "point": 8, "unit": "px", "meaning": "top edge"},
      {"name": "vy", "address": ["$04F7", 1270], "type": "s16", "point": 8},
      {"name": "pad_a", "address": 47, "type": "flag", "mask": "$80"}],
    "feeds": {"y_position": "y"},
    "jump": {"when": ["vy < -0.5", "pad_a == 1"], "height": "y"}
  })",
                                 "mine.json");
  EXPECT_EQ(p.name, "mine");
  EXPECT_EQ(p.title, "My Game");
  EXPECT_EQ(p.roms[0].file_sha1, "ea343f4e445a9050d4b4fbac2c77d0693b1d0922");
  EXPECT_EQ(p.roms[0].prg_chr_sha1, "");
  ASSERT_EQ(p.watches.size(), 3u);
  EXPECT_EQ(p.watches[0], (Watch{"y", {0x4F3, 0x4F2}, Type::U16, 8, 0xFF, "px", "top edge"}));
  EXPECT_EQ(p.watches[1].addresses, (std::vector<uint16_t>{0x4F7, 0x4F6}));
  EXPECT_EQ(p.watches[2].mask, 0x80);
  EXPECT_EQ(p.feeds.at("y_position"), "y");
  EXPECT_EQ(p.jump_when, (std::vector<Condition>{{"vy", "<", {-1, 1u << 31}}, {"pad_a", "==", 1}}));
  EXPECT_EQ(p.height_watch, "y");
  EXPECT_EQ(p.subpixel_watch, "");
}

TEST(Profile, AHeightMayGrowUpward) {
  const auto with = [](const std::string& way) {
    return withMore(R"("jump": {"height": "y", "positive": ")" + way + R"("})");
  };
  const Profile up = parseProfile(with("up"), "p.json");
  EXPECT_TRUE(up.height_up);
  EXPECT_FALSE(parseProfile(with("down"), "p.json").height_up);
  EXPECT_TRUE(parseProfile(profileToJson(up).dump(), "p.json").height_up) << "and is written so";
  EXPECT_TRUE(carriedRule(up)->up) << "and goes into the header of a trace";
  EXPECT_NE(parseError(with("left")).find("the way in which the height grows"), std::string::npos)
      << parseError(with("left"));
}

TEST(Profile, AnUnknownKeyIsRefusedWithTheNearestKnownKey) {
  EXPECT_EQ(parseError(withMore(R"("modle": "x")")),
            "profile p.json: unknown key 'modle'; did you mean 'model'?");
  EXPECT_EQ(parseError(withWatch(R"({"name": "y", "adress": 1})")),
            "profile p.json: watches[0]: unknown key 'adress'; did you mean 'address'?");
  EXPECT_EQ(parseError(withMore(R"("jump": {"when": [], "heigth": "y"})")),
            "profile p.json: jump: unknown key 'heigth'; did you mean 'height'?");
}

TEST(Profile, AnInvalidValueIsRefusedWithItsPathInTheFile) {
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"[]", "profile p.json: expected an object"},
      {"{}", "profile p.json: expected a key 'name'"},
      {R"({"name": 1, "watches": []})", "profile p.json: name: expected a string"},
      {R"({"name": "p", "watches": []})", "profile p.json: watches: expected at least one watch"},
      {withWatch(R"({"name": "y"})"), "profile p.json: watches[0]: expected a key 'address'"},
      {withWatch(R"({"name": "y", "address": 65536})"),
       "profile p.json: watches[0].address: expected an integer from 0 to 65535"},
      {withWatch(R"({"name": "y", "address": [1, "$G"]})"),
       "profile p.json: watches[0].address[1]: expected a number such as 206 or \"$00CE\", at most 65535"},
      {withWatch(R"({"name": "y", "address": 1, "type": "u9"})"),
       "profile p.json: watches[0].type: expected one of u8 s8 u16 s16 bcd digits flag bits"},
      {withWatch(R"({"name": "y", "address": 1, "type": "u16"})"),
       "profile p.json: watches[0]: expected a valid watch"},
      {withWatch(R"({"name": "y", "address": 1}, {"name": "y", "address": 2})"),
       "profile p.json: two watches have the name 'y'"},
      {withMore(R"("roms": [{"name": "x", "file_sha1": "EA34"}])"),
       "profile p.json: roms[0].file_sha1: expected a SHA-1"},
      {withMore(R"("feeds": {"y_position": "yy"})"),
       "profile p.json: feeds.y_position: expected the name of a watch of this profile; did you mean 'y'?"},
      {withMore(R"("jump": {"when": ["y=1"], "height": "y"})"),
       "profile p.json: jump.when[0]: expected a condition such as"},
      {withMore(R"("jump": {"when": ["y = 1"], "height": "y"})"),
       "profile p.json: jump.when[0]: expected one of the operators"},
      {withMore(R"("jump": {"when": ["y == 256"], "height": "y"})"),
       "profile p.json: jump.when[0]: expected a number that the watch can have"},
      {withMore(R"("jump": {"when": [], "height": "y"})"),
       "profile p.json: jump.when: expected at least one condition"},
      {withMore(R"("name": "again")"), "profile p.json has the key 'name' twice in one object"},
      {"{\"name\":\n \"p\",]}", "profile p.json is not valid JSON: there is an error at line 2, column 6"},
      {"", "profile p.json is not valid JSON: there is an error at line 1, column 1"},
      {std::string(100, '['), "profile p.json is nested deeper than 32 levels"},
      {R"({"name": 1e999})", "profile p.json is not valid JSON"},
  };
  for (const auto& [json, sentence] : expected)
    EXPECT_EQ(parseError(json).substr(0, sentence.size()), sentence);
}

TEST(Profile, PreviousDeltaAndWhenAreRead) {
  const Profile p = parseProfile(R"json({
    "$schema": "https://example.org/profile.schema.json",
    "name": "mine",
    "watches": [
      {"name": "y", "address": ["$04F3", "$04F2"], "type": "u16", "point": 8, "unit": "px", "meaning": "top edge"},
      {"name": "fall", "of": "y", "take": "delta", "meaning": "down positive"},
      {"name": "before", "address": "$10", "take": "previous"},
      {"name": "field", "address": ["$11", "$12"], "type": "bits", "mask": "$0FF0"}],
    "when": "fall != 0 && held(A)"
  })json",
                                 "mine.json");
  EXPECT_EQ(p.watches[1],
            (Watch{"fall", {0x4F3, 0x4F2}, Type::U16, 8, 0xFF, "px", "down positive", Take::Delta}));
  EXPECT_EQ(p.watches[2].take, Take::Previous);
  EXPECT_EQ(p.watches[3].mask, 0x0FF0);
  EXPECT_EQ(p.when, "fall != 0 && held(A)");
  const std::vector<std::pair<std::string, std::string>> expected = {
      {withWatch(R"({"name": "y", "address": 1}, {"name": "d", "of": "yy", "take": "delta"})"),
       "profile p.json: watches[1].of: expected the name of a watch given before this one; did you mean "
       "'y'?"},
      {withWatch(R"({"name": "d", "of": "y", "take": "delta"})"),
       "profile p.json: watches[0].of: expected the name of a watch given before this one, but there is "
       "none"},
      {withWatch(R"({"name": "y", "address": 1}, {"name": "d", "of": "y"})"),
       "profile p.json: watches[1]: expected a key 'take' beside 'of'"},
      {withWatch(R"({"name": "y", "address": 1}, {"name": "d", "of": "y", "take": "delta", "type": "u8"})"),
       "profile p.json: watches[1].type: expected no such key beside 'of'"},
      {withWatch(R"({"name": "y", "address": 1, "take": "detla"})"),
       "profile p.json: watches[0].take: expected one of value previous delta"},
      {withMore(R"("when": "y & 1")"), "profile p.json: when 'y & 1' has a single '&'; and is &&, or is ||"},
      {withMore(R"("when": 1)"), "profile p.json: when: expected a string"},
      {withMore(R"("routine": "here")"), "profile p.json: routine: expected an address such as \"$8210\""},
      {withMore(R"("assume": "y == 1")"), "profile p.json: assume: expected a list"},
      {withMore(R"("assume": ["y & 1"])"),
       "profile p.json: assume 'y & 1' has a single '&'; and is &&, or is ||"},
      {withMore(R"("assume": ["y == 1", "delta(y) == 0"])"),
       "profile p.json: assume[1]: expected a condition about one moment, without previous(), delta() and "
       "changed()"},
      {withMore(R"("screen": {"x": "$0086"})"), "profile p.json: screen: expected a key 'y'"},
      {withMore(R"("screen": {"x": "oops", "y": "$CE"})"),
       "profile p.json: screen.x: expected one or more addresses"},
      {withMore(R"("screen": {"x": "$0086", "y": "$CE", "feet": [8]})"),
       "profile p.json: screen.feet: expected two numbers"},
      {withMore(R"("screen": {"x": "$0086", "y": "$CE", "scrolls": 1})"),
       "profile p.json: screen.scrolls: expected true or false"},
  };
  for (const auto& [json, sentence] : expected)
    EXPECT_EQ(parseError(json).substr(0, sentence.size()), sentence);
}

// The schema is for editors; the parser decides. Both must know the same keys and types.
TEST(Profile, TheSchemaHasTheKeysOfTheParser) {
  const std::vector<uint8_t> file =
      base::readFile(tests::sourceDir() / "docs" / "schema" / "profile.schema.json");
  const auto schema = nlohmann::json::parse(file.begin(), file.end());
  const auto keysOf = [](const nlohmann::json& object) {
    EXPECT_EQ(object.at("additionalProperties"), false);
    std::set<std::string> keys;
    for (const auto& [key, value] : object.at("properties").items()) keys.insert(key);
    return keys;
  };
  const auto known = [](std::span<const std::string_view> keys) {
    return std::set<std::string>(keys.begin(), keys.end());
  };
  const auto& properties = schema.at("properties");
  EXPECT_EQ(keysOf(schema), known(profileKeys()));
  EXPECT_EQ(keysOf(properties.at("roms").at("items")), known(profileRomKeys()));
  EXPECT_EQ(keysOf(properties.at("jump")), known(profileJumpKeys()));
  EXPECT_EQ(keysOf(properties.at("screen")), known(profileScreenKeys()));
  const auto& watch = schema.at("$defs").at("watch");
  EXPECT_EQ(keysOf(watch), known(watchKeys()));
  std::string types;
  for (const auto& type : watch.at("properties").at("type").at("enum"))
    types += (types.empty() ? "" : " ") + type.get<std::string>();
  EXPECT_EQ(types, typeNames());
}

TEST(Profile, AWrittenProfileIsReadBack) {
  for (const std::string& text :
       {std::string(builtinProfiles().front().json),
        withMore(R"("roms": [{"name": "r", "file_sha1": "0123456789012345678901234567890123456789"}])"),
        withMore(R"("jump": {"when": ["y > 3"], "height": "y"}, "when": "y < 9")"),
        withMore(R"("screen": {"x": "$0086:bits&$0F", "y": "$CE,$CF:u16.8", "feet": [-1, 2]})")}) {
    const Profile profile = parseProfile(text, "p.json");
    const std::string written = profileToJson(profile).dump();
    const Profile again = parseProfile(written, "p.json");
    EXPECT_EQ(profileToJson(again).dump(), written);
    EXPECT_EQ(again.watches, profile.watches);
    EXPECT_EQ(again.jump_when, profile.jump_when);
    EXPECT_EQ(again.feeds, profile.feeds);
    EXPECT_EQ(again.when, profile.when);
    EXPECT_EQ(again.model, profile.model);
    ASSERT_EQ(again.screen.has_value(), profile.screen.has_value());
    if (!profile.screen) continue;
    EXPECT_EQ(again.screen->x, profile.screen->x);
    EXPECT_EQ(again.screen->y, profile.screen->y);
    EXPECT_EQ(again.screen->feet_x, profile.screen->feet_x);
    EXPECT_EQ(again.screen->feet_y, profile.screen->feet_y);
    EXPECT_EQ(again.screen->scrolls, profile.screen->scrolls);
  }
}

TEST(Profile, DamagedProfilesAreRefusedWithAnErrorMessage) {
  tests::feedBrokenFiles(
      tests::toBytes(builtinProfiles().front().json),
      [](const std::vector<uint8_t>& bytes) {
        parseProfile({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "p.json");
      },
      1500);
}

TEST(Profile, ItsListsHaveAnEnd) {
  const auto error = [](const std::string& watches, const std::string& jump) {
    return tests::errorOf([&] {
      parseProfile(R"({"name": "x", "watches": [{"name": "y", "address": 1})" + watches + "], " + jump + "}",
                   "x.json");
    });
  };
  std::string watches, conditions, feeds;
  for (int i = 0; i < 10'000; ++i) watches += ", {}";
  for (int i = 0; i < 1001; ++i) {
    conditions += (i ? ", " : "") + std::string(R"("y == 1")");
    feeds += (i ? ", \"v" : "\"v") + std::to_string(i) + R"(": "y")";
  }
  EXPECT_EQ(error(watches, R"("title": "")"), "profile x.json: watches: expected at most 10000 watches");
  EXPECT_EQ(error("", R"("jump": {"height": "y", "when": [)" + conditions + "]}"),
            "profile x.json: jump.when: expected at most 1000 conditions");
  EXPECT_EQ(error("", R"("feeds": {)" + feeds + "}"),
            "profile x.json: feeds: expected at most 1000 variables");
}

}  // namespace
}  // namespace jumpscope::trace
