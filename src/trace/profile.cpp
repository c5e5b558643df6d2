#include "src/trace/profile.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "src/base/json_value.h"
#include "src/base/limits.h"
#include "src/base/printable.h"
#include "src/trace/builtin_profiles.h"
#include "src/trace/jump_rule.h"
#include "src/trace/watch.h"
#include "src/trace/watch_json.h"
#include "src/trace/when.h"

namespace jumpscope::trace {
namespace {

using Keys = std::span<const std::string_view>;

constexpr std::array<std::string_view, 13> profile_keys = {"$schema", "name",   "title", "roms", "watches",
                                                           "model",   "feeds",  "jump",  "when", "assume",
                                                           "routine", "screen", "law"};
constexpr std::array<std::string_view, 3> rom_keys = {"name", "file_sha1", "prg_chr_sha1"};
constexpr std::array<std::string_view, 4> screen_keys = {"x", "y", "feet", "scrolls"};

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
  return {base::printable(value.at("name").string()), sha1At(value, "file_sha1"),
          sha1At(value, "prg_chr_sha1")};
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

void readAssumptions(const base::JsonValue& assume, Profile& profile, const std::string& name) {
  constexpr size_t most = 1000;
  if (assume.items().size() > most) assume.fail("at most 1000 conditions");
  for (const base::JsonValue& item : assume.items()) {
    profile.assume.push_back(item.string());
    const When checked(profile.assume.back(), profile.watches, name + ": assume");
    if (!checked.extraWatches().empty())
      item.fail("a condition about one moment, without previous(), delta() and changed()");
  }
}

void setRule(Profile& profile, const JumpRule& rule) {
  profile.model = rule.model;
  profile.feeds = rule.feeds;
  profile.jump_when = rule.when;
  profile.height_watch = rule.height;
  profile.subpixel_watch = rule.subpixel;
  profile.horizontal_watch = rule.horizontal;
  profile.height_up = rule.up;
}

const Profile* findBuiltin(const std::string& name) {
  const std::vector<std::string> names = builtinProfileNames();
  return std::find(names.begin(), names.end(), name) == names.end() ? nullptr : &builtinProfile(name);
}

}  // namespace

JumpRule ruleOf(const Profile& profile) {
  return {profile.model,        profile.feeds,          profile.jump_when,
          profile.height_watch, profile.subpixel_watch, profile.horizontal_watch,
          profile.height_up};
}

std::optional<JumpRule> carriedRule(const Profile& profile) {
  const JumpRule rule = ruleOf(profile);
  const Profile* builtin = findBuiltin(profile.name);
  if (rule == (builtin ? ruleOf(*builtin) : JumpRule())) return std::nullopt;
  return rule;
}

std::optional<Profile> profileOf(const Header& header) {
  if (!header.rule) {
    const Profile* builtin = findBuiltin(header.profile);
    return builtin ? std::optional(*builtin) : std::nullopt;
  }
  Profile profile;
  profile.name = header.profile.empty() ? "of the trace" : header.profile;
  profile.watches = header.watches;
  setRule(profile, *header.rule);
  return profile;
}

std::vector<std::string> heightWatches(const Header& header) {
  std::vector<std::string> watches;
  if (const std::optional<Profile> profile = profileOf(header))
    for (const std::string& watch : {profile->height_watch, profile->subpixel_watch})
      if (!watch.empty()) watches.push_back(watch);
  return watches;
}

Profile parseProfile(std::string_view text, const std::string& file_name) {
  const std::string name = "profile " + file_name;
  const nlohmann::json json = base::parseJson(text, name);
  const base::JsonValue root(json, name);
  root.requireKeys(profile_keys);

  Profile profile;
  profile.name = base::printable(root.at("name").string());
  profile.title = base::printable(root.stringOr("title"));
  if (const auto roms = root.find("roms"))
    for (const base::JsonValue& rom : roms->items()) profile.roms.push_back(romFrom(rom));
  const base::JsonValue watches = root.at("watches");
  if (watches.items().size() > base::most_columns) watches.fail("at most 10000 watches");
  for (const base::JsonValue& watch : watches.items()) {
    profile.watches.push_back(watchFromJson(watch, profile.watches));
    if (profile.watches.back().addresses.empty() && profile.watches.back().type != Type::Lag)
      watch.fail("a key 'address'");
  }
  if (profile.watches.empty()) watches.fail("at least one watch");
  requireSound(profile.watches, name);

  setRule(profile, jumpRuleFrom(root, profile.watches));
  if (const auto jump = root.find("jump")) profile.jump_button = jump->stringOr("button");
  if (const auto screen = root.find("screen")) profile.screen = screenFrom(*screen);
  // Whose content src/models/law_file.h reads.
  if (const auto law = root.find("law"); law && !law->json().is_object()) law->fail("an object");
  if (const auto when = root.find("when")) {
    profile.when = when->string();
    const When checked(profile.when, profile.watches, name + ": when", {true, nullptr});
  }
  if (const auto assume = root.find("assume")) readAssumptions(*assume, profile, name);
  if (const auto routine = root.find("routine")) {
    const auto address = parseNumber(routine->string(), 0xFFFF);
    if (!address) routine->fail("an address such as \"$8210\"");
    profile.routine = static_cast<uint16_t>(*address);
  }
  return profile;
}

Keys profileKeys() { return profile_keys; }
Keys profileRomKeys() { return rom_keys; }
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
  throw std::runtime_error("there is no built-in profile '" + std::string(name) + "'" +
                           base::didYouMean(name, builtinProfileNames()) + "; the built-in " +
                           (parsed.size() == 1 ? "profile is " : "profiles are ") + names +
                           ", and other profiles are .json files");
}

}  // namespace jumpscope::trace
