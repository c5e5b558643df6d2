#include "src/trace/watch_json.h"

#include <array>

#include "src/trace/watch.h"

namespace jumpscope::trace {
namespace {

constexpr std::array<std::string_view, 7> watch_keys = {"name", "address", "type",   "point",
                                                        "mask", "unit",    "meaning"};

uint32_t number(const JsonValue& value, uint32_t largest) {
  if (!value.json().is_string()) return uint32_t(value.integer(0, largest));
  const auto parsed = parseNumber(value.string(), largest);
  if (!parsed) value.fail("a number such as 206 or \"$00CE\", at most " + std::to_string(largest));
  return *parsed;
}

}  // namespace

nlohmann::ordered_json watchToJson(const Watch& watch) {
  nlohmann::ordered_json json;
  json["name"] = watch.name;
  if (watch.addresses.size() == 1) json["address"] = addressText(watch.addresses[0]);
  if (watch.addresses.size() > 1)
    for (uint16_t address : watch.addresses) json["address"].push_back(addressText(address));
  json["type"] = typeName(watch.type);
  if (watch.fraction_bits != 0) json["point"] = watch.fraction_bits;
  if (watch.mask != 0xFF) json["mask"] = addressText(watch.mask);
  if (!watch.unit.empty()) json["unit"] = watch.unit;
  if (!watch.meaning.empty()) json["meaning"] = watch.meaning;
  return json;
}

Watch watchFromJson(const JsonValue& value) {
  value.requireKeys(watch_keys);
  Watch watch;
  watch.name = value.at("name").string();
  if (const auto address = value.find("address")) {
    if (!address->json().is_array()) {
      watch.addresses.push_back(foldMirror(uint16_t(number(*address, 0xFFFF))));
    } else {
      for (const JsonValue& item : address->items())
        watch.addresses.push_back(foldMirror(uint16_t(number(item, 0xFFFF))));
      if (watch.addresses.empty()) address->fail("at least one address");
    }
  }
  if (const auto type = value.find("type")) {
    const auto known = parseType(type->string());
    if (!known) type->fail("one of u8 s8 u16 s16 bcd digits flag bits");
    watch.type = *known;
  }
  if (const auto point = value.find("point")) watch.fraction_bits = int(point->integer(0, 32));
  if (const auto mask = value.find("mask")) watch.mask = uint8_t(number(*mask, 0xFF));
  watch.unit = value.stringOr("unit");
  watch.meaning = value.stringOr("meaning");
  if (const std::string problem = problemOf(watch); !problem.empty())
    value.fail("a sound watch; this one " + problem);
  return watch;
}

}  // namespace jumpscope::trace
