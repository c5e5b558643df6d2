// Tables in text: a record a line, its fields between commas, semicolons or tabs.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/lines.h"

namespace jumpscope::base {

// Reads records as RFC 4180 has them: a quoted field may contain separators, line ends and doubled quotes. A line ends
// with LF or CRLF; the last one may lack its end. The first record of fields says which separator the table has.
// Empty lines and lines that begin with # are passed over, and so is a byte order mark. Blanks around a field are
// removed.
class Delimited {
 public:
  Delimited(std::string_view text, const std::string& name);

  // Reads the next record; false at the end of the text. Throws std::runtime_error naming the line, for an
  // open quote and for bytes that no text has.
  bool next();
  // Of the record last read. Valid until the next call of next().
  const std::vector<std::string_view>& fields() const { return fields_; }

  // Throws std::runtime_error naming the file and the line in which the record last read begins.
  [[noreturn]] void fail(const std::string& why) const;
  const std::string& place() const { return place_; }

 private:
  bool nextLine();
  void requireFewColumns(size_t count) const;
  void split();
  void splitQuoted();

  Lines lines_;
  std::string_view line_;
  char separator_ = 0;
  std::string place_;
  std::vector<std::string_view> fields_;
  std::deque<std::string> unquoted_;  // the fields of a record that has quotes
};

}  // namespace jumpscope::base
