#include "src/models/law_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/json_value.h"
#include "src/base/printable.h"
#include "src/base/text.h"
#include "src/physics/law_model.h"
#include "src/trace/profile.h"

namespace jumpscope::models {
namespace {

using base::JsonValue;
using nlohmann::ordered_json;
using physics::Law;
using physics::LawNumber;
using physics::LawStep;

constexpr int64_t most = int64_t{1} << 40;

struct Word {
  std::string_view text;
  int value;
};
constexpr Word steps[]{{"start", int(LawStep::Start)}, {"choose", int(LawStep::Choose)},
                       {"cut", int(LawStep::Cut)},     {"lift", int(LawStep::Lift)},
                       {"move", int(LawStep::Move)},   {"gravity", int(LawStep::Gravity)}};
constexpr Word cuts[]{{"set", int(Law::Cut::Kind::Set)},
                      {"shift", int(Law::Cut::Kind::Shift)},
                      {"add", int(Law::Cut::Kind::Add)}};
constexpr Word terminals[]{{"clamp", int(Law::Terminal::Kind::Clamp)},
                           {"instead", int(Law::Terminal::Kind::Instead)},
                           {"stop", int(Law::Terminal::Kind::Stop)}};
constexpr Word buttons[]{{"A", 0x01},  {"B", 0x02},    {"Select", 0x04}, {"Start", 0x08},
                         {"Up", 0x10}, {"Down", 0x20}, {"Left", 0x40},   {"Right", 0x80}};

// Writes the fields that a function names, one after the other; what is as in a new object is left out.
class Writer {
 public:
  ordered_json json = ordered_json::object();

  void number(const char* key, int64_t& value, int64_t otherwise, int64_t, int64_t) {
    if (value != otherwise) json[key] = value;
  }
  void flag(const char* key, bool& value) {
    if (value) json[key] = true;
  }
  template <class Enum>
  void word(const char* key, Enum& value, std::span<const Word> words) {
    for (const Word& one : words)
      if (one.value == int(value)) json[key] = one.text;
  }
  void optional(const char* key, std::optional<int64_t>& value) {
    if (value) json[key] = *value;
  }
  template <class T>
  void object(const char* key, std::optional<T>& value) {
    if (value) json[key] = written(*value);
  }
  template <class T>
  void list(const char* key, std::vector<T>& values) {
    if (values.empty()) return;
    json[key] = ordered_json::array();
    for (T& value : values) json[key].push_back(written(value));
  }
  void numbers(const char* key, std::vector<int64_t>& values) { json[key] = values; }
  void parts(const char* key, std::vector<LawNumber::Part>& parts) {
    json[key] = ordered_json::array();
    for (const LawNumber::Part& part : parts) json[key].push_back(part.watch);
    json["bits"] = ordered_json::array();
    for (const LawNumber::Part& part : parts) json["bits"].push_back(part.bits);
  }
  void order(const char* key, std::vector<LawStep>& order) {
    json[key] = ordered_json::array();
    for (const LawStep step : order) json[key].push_back(steps[size_t(step)].text);
  }
  void width(int& bits, const std::vector<LawNumber::Part>& parts) {
    if (parts.empty()) json["bits"] = bits;
  }

 private:
  template <class T>
  static ordered_json written(T& value);
};

class Reader {
 public:
  explicit Reader(const JsonValue& value) : value_(value) {}
  ~Reader() = default;

  // Needed if what it is otherwise is no value.
  void number(const char* key, int64_t& value, int64_t otherwise, int64_t lowest, int64_t highest) {
    known_.push_back(key);
    if (const auto found = value_.find(key))
      value = found->integer(lowest, highest);
    else if (otherwise < lowest || otherwise > highest)
      value_.at(key);
  }
  void flag(const char* key, bool& value) {
    if (const auto found = find(key)) value = found->boolean();
  }
  template <class Enum>
  void word(const char* key, Enum& value, std::span<const Word> words) {
    if (const auto found = find(key)) value = static_cast<Enum>(oneOf(*found, words));
  }
  void optional(const char* key, std::optional<int64_t>& value) {
    if (const auto found = find(key)) value = found->integer(-most, most);
  }
  template <class T>
  void object(const char* key, std::optional<T>& value) {
    if (const auto found = find(key)) value = read<T>(*found);
  }
  template <class T>
  void list(const char* key, std::vector<T>& values) {
    const auto found = find(key);
    if (!found) return;
    values.clear();
    if (found->items().size() > 256) found->fail("at most 256 entries");
    for (const JsonValue& item : found->items()) values.push_back(read<T>(item));
  }
  void numbers(const char* key, std::vector<int64_t>& values) {
    known_.push_back(key);
    for (const JsonValue& item : value_.at(key).items()) values.push_back(item.integer(-most, most));
  }
  void parts(const char* key, std::vector<LawNumber::Part>& parts) {
    const auto watches = find(key);
    const auto bits = find("bits");
    // Without watches, "bits" is the width of a number that the law computes by itself.
    if (!watches || watches->items().empty()) return;
    if (!bits || bits->items().size() != watches->items().size())
      value_.fail("\"bits\" of each of its watches");
    if (watches->items().size() > 4) watches->fail("at most 4 watches");
    for (size_t i = 0; i < watches->items().size(); ++i)
      parts.push_back({watches->items()[i].string(), int(bits->items()[i].integer(1, 32))});
  }
  void order(const char* key, std::vector<LawStep>& order) {
    const auto found = find(key);
    if (!found) return;
    order.clear();
    for (const JsonValue& item : found->items()) order.push_back(static_cast<LawStep>(oneOf(item, steps)));
  }
  void width(int& bits, const std::vector<LawNumber::Part>& parts) {
    if (const auto found = find("bits"); found && parts.empty()) bits = int(found->integer(1, 32));
    if (parts.empty()) return;
    bits = 0;
    for (const LawNumber::Part& part : parts) bits += part.bits;
  }
  // After the last field.
  void finish() const { value_.requireKeys(known_); }

 private:
  template <class T>
  static T read(const JsonValue& value);

  std::optional<JsonValue> find(const char* key) {
    known_.push_back(key);
    return value_.find(key);
  }
  static int oneOf(const JsonValue& value, std::span<const Word> words) {
    std::string known;
    for (const Word& word : words) {
      if (word.text == value.string()) return word.value;
      known.append(known.empty() ? "" : ", ").append(word.text);
    }
    value.fail("one of " + known);
  }

  const JsonValue& value_;
  std::vector<std::string_view> known_;
};

template <class Archive>
void fields(Archive& file, Law::Tier& tier) {
  file.number("from", tier.from, 0, 0, most);
  file.number("start", tier.start, most + 1, -most, most);
  file.number("gravity", tier.gravity, most + 1, -most, most);
  file.number("fall", tier.fall, most + 1, -most, most);
}

template <class Archive>
void fields(Archive& file, Law::Choice& choice) {
  file.optional("apex", choice.apex);
  file.flag("release", choice.release);
  file.flag("anew", choice.anew);
  file.number("rise", choice.rise, 0, 0, 255);
  file.number("after", choice.after, 0, 0, 255);
  file.flag("stays", choice.stays);
  file.optional("released", choice.released);
}

template <class Archive>
void fields(Archive& file, Law::Cut& cut) {
  file.word("kind", cut.kind, cuts);
  file.number("value", cut.value, most + 1, -most, most);
  file.number("limit", cut.limit, most + 1, -most, most);
  file.number("from", cut.from, 0, 0, 255);
  file.number("until", cut.until, 256, 0, 256);
  file.flag("once", cut.once);
  file.flag("keeps_fraction", cut.keeps_fraction);
}

template <class Archive>
void fields(Archive& file, Law::Lift& lift) {
  file.numbers("speeds", lift.speeds);
  file.flag("always", lift.always);
  file.number("from", lift.from, 0, 0, 255);
  file.number("to", lift.to, 0, 0, 255);
  file.number("by", lift.by, 0, 0, 255);
  file.flag("late", lift.late);
  file.flag("stands", lift.stands);
}

template <class Archive>
void fields(Archive& file, Law::Terminal& terminal) {
  file.word("kind", terminal.kind, terminals);
  file.number("from", terminal.from, most + 1, -most, most);
  file.number("to", terminal.to, most + 1, -most, most);
  file.flag("by_fraction", terminal.by_fraction);
  file.flag("wraps", terminal.wraps);
}

template <class Archive>
void fields(Archive& file, Law::Hang& hang) {
  file.number("from", hang.from, most + 1, -most, most);
  file.number("below", hang.below, most + 1, -most, most);
  file.number("gravity", hang.gravity, most + 1, -most, most);
  file.flag("held", hang.held);
}

template <class Archive>
void fields(Archive& file, Law::Landing& landing) {
  file.number("tile", landing.tile, 0, 1, 65536);
  file.number("at", landing.at, 0, 0, 255);
  file.number("depth", landing.depth, 0, 0, 65536);
  file.flag("clears_fraction", landing.clears_fraction);
}

template <class Archive>
void fields(Archive& file, Law::Ceiling& ceiling) {
  file.number("speed", ceiling.speed, most + 1, -most, most);
  file.flag("keeps_fraction", ceiling.keeps_fraction);
  file.number("tile", ceiling.tile, 0, 0, 256);
  file.number("at", ceiling.at, 0, 0, 255);
  file.flag("clears_fraction", ceiling.clears_fraction);
}

// A number as a field of a law. States and the mask belong to those that have them.
struct Field {
  LawNumber* number;
  int64_t* states = nullptr;
  int64_t* mask = nullptr;
  Law::Count* count = nullptr;
};

template <class Archive>
void fields(Archive& file, Field& field) {
  file.parts("watches", field.number->parts);
  file.width(field.number->bits, field.number->parts);
  int64_t fraction = field.number->fraction;
  file.number("fraction", fraction, 0, 0, 31);
  field.number->fraction = int(fraction);
  if (field.states) {
    file.number("ground", field.states[0], -1, 0, 255);
    file.number("jump", field.states[1], -1, 0, 255);
    file.number("fall", field.states[2], -1, 0, 255);
  }
  if (field.mask) file.number("mask", *field.mask, 0xFF, 1, 0xFF);
  if (!field.count) return;
  file.number("first", field.count->first, -1, 0, 255);
  file.number("step", field.count->step, 1, -1, 1);
  file.number("over", field.count->over, 0, 0, 255);
}

template <class Archive>
void fields(Archive& file, Law& law) {
  file.word("button", law.button, buttons);
  file.flag("up", law.up);
  file.flag("x_signed", law.x_signed);
  file.order("order", law.order);
  file.number("latency", law.latency, 0, 0, 60);
  file.flag("clears_fraction", law.clears_fraction);
  file.list("tiers", law.tiers);
  std::optional<Law::Choice> choice;
  if (law.has(LawStep::Choose)) choice = law.choice;
  file.object("choice", choice);
  if (choice) law.choice = *choice;
  file.object("cut", law.cut);
  file.object("lift", law.lift);
  file.object("terminal", law.terminal);
  file.object("hang", law.hang);
  file.optional("turn", law.turn);
  file.number("every", law.every, 1, 1, 128);
  file.number("first", law.first, 0, 0, 127);
  file.object("landing", law.landing);
  file.list("ceilings", law.ceilings);
  file.number("air_jumps", law.air_jumps, 0, 0, 255);
  file.number("coyote", law.coyote, 0, 0, 255);
  file.number("buffer", law.buffer, 0, 0, 255);
}

template <class T>
ordered_json Writer::written(T& value) {
  Writer writer;
  fields(writer, value);
  return std::move(writer.json);
}

template <class T>
T Reader::read(const JsonValue& value) {
  T result{};
  if constexpr (std::is_same_v<T, Law::Choice>) result.stays = false;
  Reader reader(value);
  fields(reader, result);
  reader.finish();
  return result;
}

constexpr const char* number_names[]{"y",      "speed", "gravity", "fall",  "state",
                                     "origin", "held",  "x_speed", "count", "counting"};

std::vector<std::pair<const char*, Field>> numberFields(Law& law) {
  LawNumber* const numbers[]{&law.y,      &law.speed, &law.gravity, &law.fall,  &law.state,
                             &law.origin, &law.held,  &law.x_speed, &law.count, &law.counting};
  std::vector<std::pair<const char*, Field>> list;
  for (size_t i = 0; i < std::size(numbers); ++i) list.push_back({number_names[i], {numbers[i]}});
  list[4].second.states = law.states;
  list[6].second.mask = &law.held_mask;
  list[8].second.count = &law.counts;
  list[9].second.mask = &law.counts.counting_mask;
  return list;
}

// What a law has without being told is not what a file means that leaves it out.
void requireChoice(const Law& law, const JsonValue& file) {
  if (!file.find("tiers")) file.fail("\"tiers\", which say what a start sets");
  if (file.find("choice").has_value() == law.has(LawStep::Choose)) return;
  file.fail(law.has(LawStep::Choose) ? "\"choice\", as the order has the step choose"
                                     : "the step choose in \"order\", as there is a \"choice\"");
}

}  // namespace

ordered_json lawJson(const Law& given) {
  Law law = given;
  Writer writer;
  for (auto& [name, field] : numberFields(law)) {
    const bool needed = field.number == &law.y || field.number == &law.speed;
    if (field.number->parts.empty() && !needed) continue;
    Writer own;
    fields(own, field);
    writer.json[name] = std::move(own.json);
  }
  fields(writer, law);
  return std::move(writer.json);
}

physics::Law parseLaw(std::string_view text, const std::string& file_name) {
  const nlohmann::json json = base::parseJson(text, file_name);
  const JsonValue root(json, file_name);
  Law law;
  nlohmann::json rest = json;
  for (auto& [name, field] : numberFields(law)) {
    const auto found = root.find(name);
    if (!found) continue;
    Reader own(*found);
    field.number->fraction = 0;
    fields(own, field);
    own.finish();
    rest.erase(name);
  }
  const JsonValue others(rest, file_name);
  Reader reader(others);
  fields(reader, law);
  reader.finish();
  requireChoice(law, others);
  physics::requireSound(law, file_name);
  return law;
}

bool hasLaw(std::string_view profile) {
  const nlohmann::json json = nlohmann::json::parse(profile, nullptr, false);
  return json.is_object() && json.contains("law");
}

bool namesLawFile(const std::string& model) {
  return model.ends_with(".json") || model.find('/') != std::string::npos;
}

const physics::Model& loadLaw(const std::filesystem::path& file, const std::string& name) {
  const std::string shown = base::printable(file.string());
  const std::vector<uint8_t> bytes = base::readFile(file);
  const std::string_view text = base::asText(bytes);
  const nlohmann::json json = base::parseJson(text, shown);
  const bool profile = json.is_object() && json.contains("watches");
  if (profile && !json.contains("law"))
    throw std::runtime_error(shown + " is a profile without a law; `jumpscope fit` finds one");
  const std::string title = profile ? trace::parseProfile(text, shown).title : "";
  const physics::Law law =
      parseLaw(profile ? json.at("law").dump() : json.dump(), profile ? shown + ": law" : shown);
  return physics::addModel(
      physics::lawModel(law, name, title.empty() ? "the law of " + base::shownName(file) : title));
}

}  // namespace jumpscope::models
