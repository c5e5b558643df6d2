// The lines of a text that comes in pieces, with their numbers for messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/base/files.h"

namespace jumpscope::base {

// As Lines of a file of jumpscope, in which the last line must end.
class StreamedLines {
 public:
  StreamedLines(Pieces text, std::string name);

  bool atEnd();
  // The next line without its end, valid until the next call. Throws std::runtime_error when the file ends within it or it
  // is too long. Precondition: !atEnd().
  std::string_view next();

  // Throws std::runtime_error naming the file and the line last read.
  [[noreturn]] void fail(const std::string& why) const;
  std::string place() const { return name_ + ": line " + std::to_string(number_); }

 private:
  // Brings the next piece behind what was not read yet. False: there is none.
  bool fill();

  Pieces pieces_;
  std::string name_;
  std::string text_;  // read from `begin_` on
  size_t begin_ = 0;
  bool ended_ = false;
  uint64_t number_ = 0;
};

}  // namespace jumpscope::base
