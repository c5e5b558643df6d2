#include "src/base/json_value.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "src/base/printable.h"

namespace jumpscope::base {

using nlohmann::json;

namespace {

constexpr size_t deepest_nesting = 32;
constexpr size_t largest_json = size_t{4} << 20;  // bytes

// Text from a file within a message: short, on one line.
std::string inQuotes(std::string_view text) {
  constexpr size_t longest = 60;
  return "'" + printable(text, longest) + "'";
}

// Refuses what parses and is not meant: a key twice in an object, and nesting without end. What does not parse
// is left to the parser.
struct KeyWatcher {
  const std::string& file_name;
  std::vector<std::set<std::string>> open;  // the keys of the objects, and nothing for lists

  bool enter() {
    open.emplace_back();
    if (open.size() > deepest_nesting)
      throw std::runtime_error(file_name + " is nested deeper than " + std::to_string(deepest_nesting) +
                               " levels");
    return true;
  }
  bool leave() {
    open.pop_back();
    return true;
  }
  bool null() { return true; }
  bool boolean(bool) { return true; }
  bool number_integer(json::number_integer_t) { return true; }
  bool number_unsigned(json::number_unsigned_t) { return true; }
  bool number_float(json::number_float_t, const json::string_t&) { return true; }
  bool string(json::string_t&) { return true; }
  bool binary(json::binary_t&) { return true; }
  bool start_object(size_t) { return enter(); }
  bool end_object() { return leave(); }
  bool start_array(size_t) { return enter(); }
  bool end_array() { return leave(); }
  bool key(json::string_t& key) {
    if (!open.back().insert(key).second)
      throw std::runtime_error(file_name + " has the key " + inQuotes(key) + " twice in one object");
    return true;
  }
  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception&) { return false; }
};

}  // namespace

json parseJson(std::string_view text, const std::string& file_name) {
  if (text.size() > largest_json)
    throw std::runtime_error(file_name + " is larger than the limit of 4 MiB for JSON");
  if (const size_t nul = text.find('\0'); nul != text.npos)  // the parser would end there
    throw std::runtime_error(file_name + " is not valid JSON: byte " + std::to_string(nul) + " is 0");
  KeyWatcher watcher{file_name, {}};
  try {
    // A parser callback would do this in one go, in quadratic time.
    json::sax_parse(text, &watcher);
    return json::parse(text);
  } catch (const json::parse_error& error) {
    const std::string_view before = text.substr(0, error.byte > 0 ? error.byte - 1 : 0);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const size_t line_start = before.rfind('\n') == before.npos ? 0 : before.rfind('\n') + 1;
    throw std::runtime_error(file_name + " is not valid JSON: there is an error at line " +
                             std::to_string(line) + ", column " +
                             std::to_string(before.size() - line_start + 1));
  } catch (const json::exception&) {
    // A number beyond all types.
    throw std::runtime_error(file_name + " is not valid JSON: it has a number that is too large");
  }
}

JsonValue::JsonValue(const nlohmann::json& json, std::string file_name, std::string path)
    : json_(&json), file_name_(std::move(file_name)), path_(std::move(path)) {}

void JsonValue::requireKeys(std::span<const std::string_view> known) const {
  for (const std::string& key : keys()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    throw std::runtime_error(file_name_ + ": " + (path_.empty() ? "" : path_ + ": ") + "unknown key " +
                             inQuotes(key) + "; did you mean '" + std::string(nearestKey(key, known)) + "'?");
  }
}

std::optional<JsonValue> JsonValue::find(const std::string& key) const {
  if (!json_->is_object()) fail("an object");
  const auto found = json_->find(key);
  if (found == json_->end()) return std::nullopt;
  const std::string shown = inQuotes(key);
  return JsonValue(*found, file_name_,
                   (path_.empty() ? "" : path_ + ".") + shown.substr(1, shown.size() - 2));
}

JsonValue JsonValue::at(const std::string& key) const {
  const auto value = find(key);
  if (!value) fail("a key '" + key + "'");
  return *value;
}

std::vector<std::string> JsonValue::keys() const {
  if (!json_->is_object()) fail("an object");
  std::vector<std::string> keys;
  for (const auto& [key, value] : json_->items()) keys.push_back(key);
  return keys;
}

std::vector<JsonValue> JsonValue::items() const {
  if (!json_->is_array()) fail("a list");
  std::vector<JsonValue> items;
  for (size_t i = 0; i < json_->size(); ++i)
    items.emplace_back((*json_)[i], file_name_, path_ + "[" + std::to_string(i) + "]");
  return items;
}

std::string JsonValue::string() const {
  if (!json_->is_string()) fail("a string");
  return json_->get<std::string>();
}

std::string JsonValue::stringOr(const std::string& key) const {
  const auto value = find(key);
  return value ? value->string() : "";
}

int64_t JsonValue::integer(int64_t lowest, int64_t highest) const {
  const std::string expected = "an integer from " + std::to_string(lowest) + " to " + std::to_string(highest);
  if (!json_->is_number_integer()) fail(expected);
  if (json_->is_number_unsigned() && json_->get<uint64_t>() > uint64_t(INT64_MAX)) fail(expected);
  const int64_t value = json_->get<int64_t>();
  if (value < lowest || value > highest) fail(expected);
  return value;
}

double JsonValue::real(double lowest, double highest) const {
  const double value = json_->is_number() ? json_->get<double>() : std::nan("");
  if (!(value >= lowest && value <= highest))
    fail("a number from " + nlohmann::json(lowest).dump() + " to " + nlohmann::json(highest).dump());
  return value;
}

bool JsonValue::boolean() const {
  if (!json_->is_boolean()) fail("true or false");
  return json_->get<bool>();
}

void JsonValue::fail(const std::string& what) const {
  throw std::runtime_error(file_name_ + ": " + (path_.empty() ? "" : path_ + ": ") + "expected " + what);
}

}  // namespace jumpscope::base
