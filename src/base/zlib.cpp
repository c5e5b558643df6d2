#include "src/base/zlib.h"

#include <zlib.h>

namespace jumpscope::base {

std::optional<std::vector<uint8_t>> inflateZlib(std::span<const uint8_t> packed, size_t size) {
  std::vector<uint8_t> out(size);
  uLongf length = size;
  const int outcome = uncompress(out.data(), &length, packed.data(), static_cast<uLong>(packed.size()));
  if (outcome != Z_OK || length != size) return std::nullopt;
  return out;
}

}  // namespace jumpscope::base
