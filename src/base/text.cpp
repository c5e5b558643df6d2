#include "src/base/text.h"

namespace jumpscope::base {

namespace {

void append(std::string& text, uint64_t value, int digits, const char* figures) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) text += figures[value >> shift & 15];
}

}  // namespace

void appendHex(std::string& text, uint64_t value, int digits) {
  append(text, value, digits, "0123456789ABCDEF");
}

std::string hex(uint64_t value, int digits) {
  std::string text;
  appendHex(text, value, digits);
  return text;
}

std::string lowerHex(uint64_t value, int digits) {
  std::string text;
  append(text, value, digits, "0123456789abcdef");
  return text;
}

std::string counted(size_t count, std::string_view noun) {
  std::string text = std::to_string(count);
  text.append(" ").append(noun).append(count == 1 ? "" : "s");
  return text;
}

std::string_view asText(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace jumpscope::base
