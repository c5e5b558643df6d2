// Data in zlib's format (RFC 1950), whole in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace jumpscope::base {

// What `packed` decompresses to; nullopt when it is damaged or does not give exactly `size` bytes. What follows the
// compressed data is ignored.
std::optional<std::vector<uint8_t>> inflateZlib(std::span<const uint8_t> packed, size_t size);

}  // namespace jumpscope::base
