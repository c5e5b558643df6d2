// JSON output.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace jumpscope::base {

// Indented, with a line end. Bytes that are no UTF-8 (a file name may hold any) become U+FFFD instead of an
// exception.
std::string jsonText(const nlohmann::ordered_json& json);
// The same on one line, without a line end.
std::string compactJson(const nlohmann::json& json);
std::string compactJson(const nlohmann::ordered_json& json);

}  // namespace jumpscope::base
