#include "src/base/number.h"

#include <charconv>
#include <stdexcept>

namespace jumpscope::base {

uint64_t parseNumber(const std::string& text, Range range, const std::string& what) {
  const bool dollar = text.starts_with("$");
  const bool hexadecimal = dollar || text.starts_with("0x") || text.starts_with("0X");
  const char* first = text.data() + (dollar ? 1 : hexadecimal ? 2 : 0);
  const char* last = text.data() + text.size();
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(first, last, number, hexadecimal ? 16 : 10);
  if (error != std::errc() || end != last || number < range.smallest || number > range.largest)
    throw std::runtime_error(what + " must be an integer from " + std::to_string(range.smallest) + " to " +
                             std::to_string(range.largest) + ", not '" + text + "'");
  return number;
}

}  // namespace jumpscope::base
