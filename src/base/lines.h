// A text file's lines, with their numbers for messages.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "src/base/limits.h"

namespace jumpscope::base {

// The rule for a last line without a line end. In files of jumpscope it is an error, so that a truncated file is
// detected; in files of other programs it is allowed.
enum class LastLine { MustEnd, MayBeOpen };

class Lines {
 public:
  Lines(std::string_view text, std::string name, LastLine last = LastLine::MustEnd)
      : rest_(text), name_(std::move(name)), last_(last) {}

  bool atEnd() const { return rest_.empty(); }
  // The next line without its end. Throws std::runtime_error when the file ends within it or it is too long. Precondition:
  // !atEnd().
  std::string_view next() {
    ++number_;
    const size_t end = rest_.find('\n');
    if (end == rest_.npos && last_ == LastLine::MustEnd)
      fail("the file ends within this line, so it is cut short; record it again");
    std::string_view line = rest_.substr(0, end);
    if (line.size() > longest_line) fail("the line is longer than 4 MiB; expected a file of lines");
    rest_.remove_prefix(line.size() + (end == rest_.npos ? 0 : 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

  // Throws std::runtime_error naming the file and the line last read.
  [[noreturn]] void fail(const std::string& why) const { throw std::runtime_error(place() + ": " + why); }
  std::string place() const { return name_ + ": line " + std::to_string(number_); }

 private:
  std::string_view rest_;
  std::string name_;
  LastLine last_;
  uint64_t number_ = 0;
};

// A decimal integer and nothing else, from `lowest` to `highest`.
template <class Integer>
std::optional<Integer> parseInteger(std::string_view text, Integer lowest, Integer highest) {
  Integer value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < lowest || value > highest)
    return std::nullopt;
  return value;
}

}  // namespace jumpscope::base
