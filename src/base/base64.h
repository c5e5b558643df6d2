// Base64 (RFC 4648, with padding), as FM2 headers use it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jumpscope::base {

std::string encodeBase64(std::span<const uint8_t> bytes);

// nullopt when the text is no base64: a foreign letter, or a length that is no multiple of four.
std::optional<std::vector<uint8_t>> decodeBase64(std::string_view text);

}  // namespace jumpscope::base
