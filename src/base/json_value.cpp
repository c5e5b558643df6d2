#include "src/base/json_value.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace jumpscope::base {

using nlohmann::json;

namespace {

constexpr int deepest_nesting = 32;

// Text from a file within a message: short, on one line.
std::string inQuotes(std::string_view text) {
  constexpr size_t longest = 60;
  std::string shown(text.substr(0, longest));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return uint8_t(c) < 0x20; }, ' ');
  return "'" + shown + (text.size() > longest ? "…'" : "'");
}

}  // namespace

json parseJson(std::string_view text, const std::string& file_name) {
  std::vector<std::set<std::string>> open_objects;
  const auto watch_keys = [&](int depth, json::parse_event_t event, json& parsed) {
    if (depth > deepest_nesting) throw std::runtime_error(file_name + " is nested too deeply");
    if (event == json::parse_event_t::object_start) open_objects.emplace_back();
    if (event == json::parse_event_t::object_end) open_objects.pop_back();
    if (event == json::parse_event_t::key && !open_objects.back().insert(parsed.get<std::string>()).second)
      throw std::runtime_error(file_name + " has the key " + inQuotes(parsed.get<std::string>()) +
                               " twice in one object");
    return true;
  };
  try {
    return json::parse(text, watch_keys);
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

void JsonValue::fail(const std::string& what) const {
  throw std::runtime_error(file_name_ + ": " + (path_.empty() ? "" : path_ + ": ") + "expected " + what);
}

}  // namespace jumpscope::base
