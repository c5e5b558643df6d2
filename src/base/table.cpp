#include "src/base/table.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "src/base/json.h"

namespace jumpscope::base {
namespace {

using nlohmann::ordered_json;

std::string cell(const ordered_json& value) {
  if (value.is_null()) return "";
  return value.is_string() ? value.get<std::string>() : compactJson(value);
}

}  // namespace

std::string tableText(const std::vector<std::string>& headings, const std::vector<ordered_json>& rows) {
  std::vector<std::vector<std::string>> table{headings};
  for (const ordered_json& row : rows) {
    std::vector<std::string> line;
    for (const auto& [name, value] : row.items()) line.push_back(value.is_null() ? "-" : cell(value));
    table.push_back(line);
  }
  std::vector<size_t> width(headings.size(), 0);
  for (const auto& line : table)
    for (size_t c = 0; c < line.size(); ++c) width[c] = std::max(width[c], line[c].size());
  std::string text;
  for (const auto& line : table) {
    for (size_t c = 0; c < line.size(); ++c) {
      const std::string pad(width[c] - line[c].size(), ' ');
      const bool words = headings[c] == "start" || headings[c] == "end";
      text += c == 0 ? "" : "  ";
      text += words ? line[c] : pad + line[c];
      if (words && c + 1 != line.size()) text += pad;
    }
    text += '\n';
  }
  return text;
}

std::string tableCsv(const ordered_json& names, const std::vector<ordered_json>& rows) {
  std::string text;
  for (const auto& [name, value] : names.items()) text.append(text.empty() ? "" : ",").append(name);
  text += '\n';
  for (const ordered_json& row : rows) {
    std::string line;
    for (const auto& [name, value] : row.items()) {
      const std::string content = cell(value);
      const std::string quote(content.find(',') != std::string::npos ? 1 : 0, '"');
      line.append(quote).append(content).append(quote).append(",");
    }
    line.back() = '\n';
    text += line;
  }
  return text;
}

}  // namespace jumpscope::base
