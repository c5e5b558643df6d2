// Tables of values as text for people and as CSV for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace jumpscope::base {

// A line of headings and a line a row, columns aligned: numbers to the right, "start" and "end" (words) to
// the left. A row is an object, whose values are its cells in order; null is "-".
std::string tableText(const std::vector<std::string>& headings,
                      const std::vector<nlohmann::ordered_json>& rows);

// RFC 4180 with the keys of `names` as its first line; null is empty.
std::string tableCsv(const nlohmann::ordered_json& names, const std::vector<nlohmann::ordered_json>& rows);

}  // namespace jumpscope::base
