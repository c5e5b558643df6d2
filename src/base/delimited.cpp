#include "src/base/delimited.h"

#include <algorithm>
#include <stdexcept>

#include "src/base/limits.h"

namespace jumpscope::base {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::string_view withoutMark(std::string_view text) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return text;
}

}  // namespace

Delimited::Delimited(std::string_view text, const std::string& name)
    : lines_(withoutMark(text), name, LastLine::MayBeOpen), place_(name) {}

void Delimited::fail(const std::string& why) const { throw std::runtime_error(place_ + ": " + why); }

bool Delimited::nextLine() {
  while (!lines_.atEnd()) {
    line_ = lines_.next();
    if (line_.find('\0') != line_.npos || line_.starts_with("\xFF\xFE") || line_.starts_with("\xFE\xFF"))
      lines_.fail("this is not text in UTF-8; expected a table, saved as UTF-8");
    if (!trimmed(line_).empty() && !line_.starts_with('#')) return true;
  }
  return false;
}

bool Delimited::next() {
  if (!nextLine()) return false;
  place_ = lines_.place();
  if (separator_ == 0) {
    separator_ = ',';
    for (const char candidate : {',', ';', '\t'})
      if (line_.find(candidate) != line_.npos) {
        separator_ = candidate;
        break;
      }
  }
  fields_.clear();
  if (line_.find('"') != line_.npos)
    splitQuoted();
  else
    split();
  return true;
}

void Delimited::requireFewColumns(size_t count) const {
  if (count > most_columns) fail("there are more than 10000 columns; a table may have so many");
}

void Delimited::split() {
  for (size_t begin = 0;;) {
    const size_t end = line_.find(separator_, begin);
    fields_.push_back(trimmed(line_.substr(begin, end - begin)));
    requireFewColumns(fields_.size());
    if (end == line_.npos) return;
    begin = end + 1;
  }
}

void Delimited::splitQuoted() {
  unquoted_.assign(1, "");
  bool quoted = false;
  for (;;) {
    for (size_t i = 0; i < line_.size(); ++i) {
      const char c = line_[i];
      if (c == '"' && quoted && i + 1 < line_.size() && line_[i + 1] == '"')
        unquoted_.back() += line_[++i];
      else if (c == '"')
        quoted = !quoted;
      else if (c == separator_ && !quoted)
        unquoted_.emplace_back(), requireFewColumns(unquoted_.size());
      else
        unquoted_.back() += c;
    }
    if (!quoted) break;
    if (lines_.atEnd()) fail("a quote is opened and not closed");
    line_ = lines_.next();
    unquoted_.back() += '\n';
  }
  for (const std::string& field : unquoted_) fields_.push_back(trimmed(field));
}

}  // namespace jumpscope::base
