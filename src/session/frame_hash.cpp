#include "src/session/frame_hash.h"

#include <algorithm>
#include <vector>

#include "src/base/hash.h"

namespace jumpscope::session {

std::string frameSha1Idx6(std::span<const uint16_t> pixels) {
  std::vector<uint8_t> bytes(pixels.size());
  std::ranges::transform(pixels, bytes.begin(),
                         [](uint16_t pixel) { return static_cast<uint8_t>(pixel & 0x3F); });
  return base::sha1Hex(bytes);
}

std::string frameSha1Idx9(std::span<const uint16_t> pixels) {
  std::vector<uint8_t> bytes;
  bytes.reserve(pixels.size() * 2);
  for (const uint16_t pixel : pixels) {
    bytes.push_back(static_cast<uint8_t>(pixel));
    bytes.push_back(static_cast<uint8_t>(pixel >> 8));
  }
  return base::sha1Hex(bytes);
}

std::string frameHashRow(uint64_t frame, std::span<const uint16_t> pixels) {
  return std::to_string(frame) + "," + frameSha1Idx6(pixels) + "," + frameSha1Idx9(pixels) + "\n";
}

}  // namespace jumpscope::session
