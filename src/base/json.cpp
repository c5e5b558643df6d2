#include "src/base/json.h"

#include <nlohmann/json.hpp>

#include "src/base/printable.h"

namespace jumpscope::base {

namespace {

constexpr auto replace = nlohmann::json::error_handler_t::replace;

}  // namespace

// Characters that a terminal might obey are escaped as JSON does it.
std::string jsonText(const nlohmann::ordered_json& json) {
  std::string text = json.dump(2, ' ', false, replace);
  if (printableLines(text) != text) text = json.dump(2, ' ', true, replace);
  for (size_t at = text.find("##["); at != text.npos; at = text.find("##[", at))
    text.replace(at, 3, "#\\u0023[");
  return text + "\n";
}

std::string compactJson(const nlohmann::json& json) { return json.dump(-1, ' ', false, replace); }

std::string compactJson(const nlohmann::ordered_json& json) { return json.dump(-1, ' ', false, replace); }

}  // namespace jumpscope::base
