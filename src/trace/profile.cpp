#include "src/trace/profile.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "src/base/json_value.h"
#include "src/trace/builtin_profiles.h"
#include "src/trace/watch.h"
#include "src/trace/watch_json.h"
#include "src/trace/when.h"

namespace jumpscope::trace {
namespace {

using Keys = std::span<const std::string_view>;

constexpr std::array<std::string_view, 10> profile_keys = {"$schema", "name",  "title", "roms", "watches",
                                                           "model",   "feeds", "jump",  "when", "screen"};
constexpr std::array<std::string_view, 3> rom_keys = {"name", "file_sha1", "prg_chr_sha1"};
constexpr std::array<std::string_view, 4> jump_keys = {"when", "height", "subpixel", "horizontal"};
constexpr std::array<std::string_view, 4> screen_keys = {"x", "y", "feet", "scrolls"};
constexpr std::array<std::string_view, 6> operators = {"==", "!=", "<", "<=", ">", ">="};

std::string sha1At(const base::JsonValue& rom, const std::string& key) {
  const auto value = rom.find(key);
  if (!value) return "";
  const std::string text = value->string();
  const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (text.size() != 40 || !std::all_of(text.begin(), text.end(), is_hex))
    value->fail("a SHA-1: 40 hexadecimal digits in lower case");
  return text;
}

KnownRom romFrom(const base::JsonValue& value) {
  value.requireKeys(rom_keys);
  return {value.at("name").string(), sha1At(value, "file_sha1"), sha1At(value, "prg_chr_sha1")};
}

const Watch& watchNamed(const Profile& profile, const std::string& name, const base::JsonValue& where) {
  std::vector<std::string_view> known;
  for (const Watch& watch : profile.watches) {
    if (watch.name == name) return watch;
    known.push_back(watch.name);
  }
  if (known.empty()) where.fail("the name of a watch, but this profile has none");
  where.fail("the name of a watch of this profile; did you mean '" +
             std::string(base::nearestKey(name, known)) + "'?");
}

// "player_state == 1"
Condition conditionFrom(const base::JsonValue& value, const Profile& profile) {
  const std::string text = value.string();
  const size_t first = text.find(' ');
  const size_t second = first == text.npos ? text.npos : text.find(' ', first + 1);
  if (second == text.npos)
    value.fail("a condition such as \"player_state == 1\", with spaces between its parts");
  Condition condition{text.substr(0, first), text.substr(first + 1, second - first - 1), 0};
  const Watch& watch = watchNamed(profile, condition.watch, value);
  if (std::find(operators.begin(), operators.end(), condition.op) == operators.end())
    value.fail("one of the operators == != < <= > >= between spaces");
  const auto number = parseValue(watch, std::string_view(text).substr(second + 1));
  if (!number) value.fail("a number that the watch can have at the end of the condition");
  condition.value = *number;
  return condition;
}

void readJump(const base::JsonValue& jump, Profile& profile) {
  jump.requireKeys(jump_keys);
  if (const auto when = jump.find("when")) {
    for (const base::JsonValue& item : when->items())
      profile.jump_when.push_back(conditionFrom(item, profile));
    if (profile.jump_when.empty()) when->fail("at least one condition");
  }
  const base::JsonValue height = jump.at("height");
  profile.height_watch = watchNamed(profile, height.string(), height).name;
  if (const auto subpixel = jump.find("subpixel"))
    profile.subpixel_watch = watchNamed(profile, subpixel->string(), *subpixel).name;
  if (const auto horizontal = jump.find("horizontal"))
    profile.horizontal_watch = watchNamed(profile, horizontal->string(), *horizontal).name;
}

// A watch as --watch has it, without its name: "$006D,$0086".
Watch coordinateFrom(const base::JsonValue& screen, const std::string& key) {
  const base::JsonValue value = screen.at(key);
  try {
    std::string text = key;
    text.append("=").append(value.string());
    const Watch watch = parseWatch(text);
    if (watch.take == Take::Value && watch.type != Type::Lag) return watch;
  } catch (const std::runtime_error&) {
  }
  value.fail("one or more addresses in the notation of --watch, such as \"$006D,$0086\"");
}

OnScreen screenFrom(const base::JsonValue& screen) {
  screen.requireKeys(screen_keys);
  OnScreen result;
  result.x = coordinateFrom(screen, "x");
  result.y = coordinateFrom(screen, "y");
  if (const auto feet = screen.find("feet")) {
    const std::vector<base::JsonValue> items = feet->items();
    if (items.size() != 2) feet->fail("two numbers: how far right and how far down the feet are, in px");
    result.feet_x = static_cast<int>(items[0].integer(-256, 256));
    result.feet_y = static_cast<int>(items[1].integer(-256, 256));
  }
  if (const auto scrolls = screen.find("scrolls")) {
    if (!scrolls->json().is_boolean()) scrolls->fail("true or false");
    result.scrolls = scrolls->json().get<bool>();
  }
  return result;
}

}  // namespace

Profile parseProfile(std::string_view text, const std::string& file_name) {
  const std::string name = "profile " + file_name;
  const nlohmann::json json = base::parseJson(text, name);
  const base::JsonValue root(json, name);
  root.requireKeys(profile_keys);

  Profile profile;
  profile.name = root.at("name").string();
  profile.title = root.stringOr("title");
  if (const auto roms = root.find("roms"))
    for (const base::JsonValue& rom : roms->items()) profile.roms.push_back(romFrom(rom));
  const base::JsonValue watches = root.at("watches");
  for (const base::JsonValue& watch : watches.items()) {
    profile.watches.push_back(watchFromJson(watch, profile.watches));
    if (profile.watches.back().addresses.empty() && profile.watches.back().type != Type::Lag)
      watch.fail("a key 'address'");
  }
  if (profile.watches.empty()) watches.fail("at least one watch");
  requireSound(profile.watches, name);

  profile.model = root.stringOr("model");
  if (const auto feeds = root.find("feeds"))
    for (const std::string& variable : feeds->keys()) {
      const base::JsonValue feed = feeds->at(variable);
      profile.feeds[variable] = watchNamed(profile, feed.string(), feed).name;
    }
  if (const auto jump = root.find("jump")) readJump(*jump, profile);
  if (const auto screen = root.find("screen")) profile.screen = screenFrom(*screen);
  if (const auto when = root.find("when")) {
    profile.when = when->string();
    const When checked(profile.when, profile.watches, name + ": when");
  }
  return profile;
}

Keys profileKeys() { return profile_keys; }
Keys profileRomKeys() { return rom_keys; }
Keys profileJumpKeys() { return jump_keys; }
Keys profileScreenKeys() { return screen_keys; }

std::vector<std::string> builtinProfileNames() {
  std::vector<std::string> names;
  for (const BuiltinProfile& profile : builtinProfiles()) names.emplace_back(profile.name);
  return names;
}

const Profile& builtinProfile(std::string_view name) {
  static const std::vector<Profile> parsed = [] {
    std::vector<Profile> list;
    for (const BuiltinProfile& profile : builtinProfiles())
      list.push_back(parseProfile(profile.json, std::string(profile.name)));
    return list;
  }();
  std::string names;
  for (const Profile& profile : parsed) {
    if (profile.name == name) return profile;
    names += (names.empty() ? "" : ", ") + profile.name;
  }
  throw std::runtime_error("there is no built-in profile '" + std::string(name) + "'; the built-in " +
                           (parsed.size() == 1 ? "profile is " : "profiles are ") + names +
                           ", and other profiles are .json files");
}

}  // namespace jumpscope::trace
