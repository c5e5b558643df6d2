// Small pieces of text that many folders write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace jumpscope::base {

// The last `digits` hexadecimal digits of `value`, in upper case, without a prefix.
void appendHex(std::string& text, uint64_t value, int digits);
std::string hex(uint64_t value, int digits);
std::string lowerHex(uint64_t value, int digits);

// "1 frame", "2 frames".
std::string counted(size_t count, std::string_view noun);

// A file's bytes read as text. Refers to `bytes`.
std::string_view asText(std::span<const uint8_t> bytes);

}  // namespace jumpscope::base
