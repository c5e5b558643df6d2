#include <nlohmann/json.hpp>

#include "src/trace/profile.h"
#include "src/trace/watch.h"
#include "src/trace/watch_json.h"

namespace jumpscope::trace {
namespace {

using nlohmann::ordered_json;

void putUnlessEmpty(ordered_json& json, const char* key, const std::string& text) {
  if (!text.empty()) json[key] = text;
}

ordered_json romToJson(const KnownRom& rom) {
  ordered_json json{{"name", rom.name}};
  putUnlessEmpty(json, "file_sha1", rom.file_sha1);
  putUnlessEmpty(json, "prg_chr_sha1", rom.prg_chr_sha1);
  return json;
}

// "player_state == 1", the value as its watch shows it.
std::string conditionText(const Condition& condition, const std::vector<Watch>& watches) {
  std::string value = std::to_string(condition.value);
  for (const Watch& watch : watches)
    if (watch.name == condition.watch) value = formatValue(watch, condition.value);
  std::string text = condition.watch;
  return text.append(" ").append(condition.op).append(" ").append(value);
}

}  // namespace

ordered_json profileToJson(const Profile& profile) {
  ordered_json json{{"name", profile.name}};
  putUnlessEmpty(json, "title", profile.title);
  for (const KnownRom& rom : profile.roms) json["roms"].push_back(romToJson(rom));
  json["watches"] = ordered_json::array();
  for (const Watch& watch : profile.watches) json["watches"].push_back(watchToJson(watch));
  putUnlessEmpty(json, "model", profile.model);
  for (const auto& [variable, watch] : profile.feeds) json["feeds"][variable] = watch;
  if (!profile.height_watch.empty()) {
    ordered_json jump = ordered_json::object();
    for (const Condition& condition : profile.jump_when)
      jump["when"].push_back(conditionText(condition, profile.watches));
    jump["height"] = profile.height_watch;
    putUnlessEmpty(jump, "subpixel", profile.subpixel_watch);
    putUnlessEmpty(jump, "horizontal", profile.horizontal_watch);
    json["jump"] = std::move(jump);
  }
  putUnlessEmpty(json, "when", profile.when);
  return json;
}

}  // namespace jumpscope::trace
