#include "src/trace/watch_json.h"

#include <array>

#include "src/base/printable.h"
#include "src/trace/watch.h"

namespace jumpscope::trace {
namespace {

constexpr std::array<std::string_view, 9> watch_keys = {"name", "address", "type", "point", "mask",
                                                        "unit", "meaning", "take", "of"};

uint32_t number(const base::JsonValue& value, uint32_t largest) {
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
  const bool masked = watch.type == Type::Flag || watch.type == Type::Bits || watch.type == Type::Digits;
  const uint16_t all = watch.type == Type::Digits ? 0xFF : fullMask(watch.addresses.size());
  if (masked && watch.mask != all) json["mask"] = addressText(watch.mask);
  if (watch.take != Take::Value) json["take"] = takeName(watch.take);
  if (!watch.unit.empty()) json["unit"] = watch.unit;
  if (!watch.meaning.empty()) json["meaning"] = watch.meaning;
  return json;
}

std::span<const std::string_view> watchKeys() { return watch_keys; }

namespace {

// A watch that begins as a copy of another one of the list.
Watch copyOf(const base::JsonValue& of, std::span<const Watch> others) {
  const std::string name = of.string();
  std::vector<std::string_view> known;
  for (const Watch& watch : others) {
    if (watch.name == name && watch.take == Take::Value) return watch;
    if (watch.take == Take::Value) known.push_back(watch.name);
  }
  if (known.empty()) of.fail("the name of a watch given before this one, but there is none");
  of.fail("the name of a watch given before this one; did you mean '" +
          std::string(base::nearestKey(name, known)) + "'?");
}

}  // namespace

Watch watchFromJson(const base::JsonValue& value, std::span<const Watch> others) {
  value.requireKeys(watch_keys);
  Watch watch;
  const auto of = value.find("of");
  if (of) {
    for (const char* key : {"address", "type", "point", "mask"})
      if (const auto given = value.find(key))
        given->fail("no such key beside 'of', which copies it from the other watch");
    watch = copyOf(*of, others);
    watch.meaning.clear();
    if (!value.find("take")) value.fail("a key 'take' beside 'of': previous or delta");
  }
  watch.name = base::printable(value.at("name").string());
  if (const auto address = value.find("address")) {
    if (!address->json().is_array()) {
      watch.addresses.push_back(foldMirror(uint16_t(number(*address, 0xFFFF))));
    } else {
      for (const base::JsonValue& item : address->items())
        watch.addresses.push_back(foldMirror(uint16_t(number(item, 0xFFFF))));
      if (watch.addresses.empty()) address->fail("at least one address");
    }
  }
  if (const auto type = value.find("type")) {
    const auto known = parseType(type->string());
    if (!known) type->fail("one of " + typeNames());
    watch.type = *known;
  }
  if (const auto point = value.find("point")) watch.fraction_bits = int(point->integer(0, 32));
  if (const auto take = value.find("take")) {
    const auto known = parseTake(take->string());
    if (!known) take->fail("one of value previous delta");
    watch.take = *known;
  }
  if (const auto mask = value.find("mask"))
    watch.mask = uint16_t(number(*mask, 0xFFFF));
  else if (!of && (watch.type == Type::Flag || watch.type == Type::Bits))
    watch.mask = fullMask(watch.addresses.size());
  if (!of || value.find("unit")) watch.unit = base::printable(value.stringOr("unit"));
  watch.meaning = base::printable(value.stringOr("meaning"));
  if (const std::string problem = problemOf(watch); !problem.empty())
    value.fail("a valid watch; this one " + problem);
  return watch;
}

}  // namespace jumpscope::trace
