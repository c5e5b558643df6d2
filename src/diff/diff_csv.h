// Tables written by scripts of other emulators and by other programs: a row of column names, then a row a frame.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/trace/trace.h"

namespace jumpscope::diff {

// A table read as a trace: its columns of numbers are computed watches.
struct CsvTrace {
  trace::Trace trace;
  bool has_buttons = false;  // a column "buttons" with FM2's letters
  std::map<std::string, std::string>
      unread;                      // columns that cannot be compared: the name, and why as a sentence
  std::vector<std::string> notes;  // sentences: columns that were rounded
};

// Columns stand between commas, semicolons or tabs, whichever the first line has; a quoted field is one
// field. One column is named "frame" and ascends. Lines that begin with # and empty lines are passed over.
// Values are decimals, $hex, 0xhex, or true and false; a column that holds anything else is left out and
// named in `notes`. A fraction is kept to 32 bits behind the point. `renamed`: the file's names to the
// trace's. `like`: a column of one of these names has at least as many fraction bits. Throws
// std::runtime_error naming the line.
CsvTrace parseCsv(std::span<const uint8_t> file, const std::string& name,
                  const std::map<std::string, std::string>& renamed = {},
                  std::span<const trace::Watch> like = {});

}  // namespace jumpscope::diff
