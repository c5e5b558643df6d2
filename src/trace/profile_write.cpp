#include <nlohmann/json.hpp>

#include "src/trace/jump_rule.h"
#include "src/trace/profile.h"
#include "src/trace/watch.h"
#include "src/trace/watch_json.h"

namespace jumpscope::trace {

namespace {

using nlohmann::ordered_json;

ordered_json romsJson(const std::vector<KnownRom>& roms) {
  ordered_json list = ordered_json::array();
  for (const KnownRom& rom : roms) {
    ordered_json item{{"name", rom.name}};
    if (!rom.file_sha1.empty()) item["file_sha1"] = rom.file_sha1;
    if (!rom.prg_chr_sha1.empty()) item["prg_chr_sha1"] = rom.prg_chr_sha1;
    list.push_back(std::move(item));
  }
  return list;
}

// As --watch has it behind the =: "$006D,$0086:u16".
std::string coordinateText(const Watch& watch) {
  std::string text;
  for (const uint16_t address : watch.addresses)
    text.append(text.empty() ? "" : ",").append(addressText(address));
  text.append(":").append(typeName(watch.type));
  if (watch.fraction_bits) text.append(".").append(std::to_string(watch.fraction_bits));
  const bool some_bits = watch.type == Type::Digits && watch.mask != 0xFF;
  if (watch.type == Type::Flag || watch.type == Type::Bits || some_bits)
    text.append("&").append(addressText(watch.mask));
  return text;
}

ordered_json screenJson(const OnScreen& screen) {
  return {{"x", coordinateText(screen.x)},
          {"y", coordinateText(screen.y)},
          {"feet", {screen.feet_x, screen.feet_y}},
          {"scrolls", screen.scrolls}};
}

}  // namespace

ordered_json profileToJson(const Profile& profile) {
  ordered_json json{{"name", profile.name}};
  if (!profile.title.empty()) json["title"] = profile.title;
  if (!profile.roms.empty()) json["roms"] = romsJson(profile.roms);
  json["watches"] = ordered_json::array();
  for (const Watch& watch : profile.watches) json["watches"].push_back(watchToJson(watch));
  putJumpRule(json, ruleOf(profile));
  if (!profile.jump_button.empty() && json.contains("jump")) json["jump"]["button"] = profile.jump_button;
  if (!profile.when.empty()) json["when"] = profile.when;
  if (!profile.assume.empty()) json["assume"] = profile.assume;
  if (profile.routine) json["routine"] = addressText(*profile.routine);
  if (profile.screen) json["screen"] = screenJson(*profile.screen);
  return json;
}

}  // namespace jumpscope::trace
