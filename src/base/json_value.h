// Reads JSON that people write. Every error names the file, the path of the value and what is expected.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/suggest.h"

namespace jumpscope::base {

// Parses JSON text. Throws std::runtime_error naming file, line and column; also for a key that an object has
// twice.
nlohmann::json parseJson(std::string_view text, const std::string& file_name);

// A value with its path in the file. Refers to the json it was made from. All functions throw std::runtime_error when
// the value is not what is asked for.
class JsonValue {
 public:
  // `path` is empty for the root.
  JsonValue(const nlohmann::json& json, std::string file_name, std::string path = "");

  // The value must be an object all of whose keys are among `known`.
  void requireKeys(std::span<const std::string_view> known) const;
  std::optional<JsonValue> find(const std::string& key) const;
  JsonValue at(const std::string& key) const;
  std::vector<std::string> keys() const;  // of an object, sorted

  std::vector<JsonValue> items() const;  // of an array
  std::string string() const;
  // The string at `key`; "" when there is none.
  std::string stringOr(const std::string& key) const;
  int64_t integer(int64_t lowest, int64_t highest) const;
  double real(double lowest, double highest) const;
  bool boolean() const;

  const nlohmann::json& json() const { return *json_; }
  // Throws "FILE: PATH: expected WHAT".
  [[noreturn]] void fail(const std::string& what) const;

 private:
  const nlohmann::json* json_;
  std::string file_name_;
  std::string path_;
};

}  // namespace jumpscope::base
