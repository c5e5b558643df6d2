// JSON output.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace jumpscope::base {

// Indented, with a line end. Bytes that are no UTF-8 (a file name may hold any) become U+FFFD instead of an
// exception.
inline std::string jsonText(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace jumpscope::base
