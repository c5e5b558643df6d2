// Numbers that people write.
#pragma once

#include <cstdint>
#include <string>

namespace jumpscope::base {

// The integers that an option takes, both ends included.
struct Range {
  uint64_t smallest = 0;
  uint64_t largest = 0;
};

// An integer in decimal, or in hexadecimal after $ or 0x. Throws std::runtime_error that begins with
// `what`.
uint64_t parseNumber(const std::string& text, Range range, const std::string& what);

}  // namespace jumpscope::base
