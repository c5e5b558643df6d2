#include "src/app/frame_hash.h"

#include <vector>

#include "mappers/hash.h"

namespace jumpscope::app {

std::string frameHashRow(uint64_t frame, std::span<const uint16_t> pixels) {
  std::vector<uint8_t> idx6, idx9;
  idx6.reserve(pixels.size());
  idx9.reserve(pixels.size() * 2);
  for (const uint16_t pixel : pixels) {
    idx6.push_back(pixel & 0x3F);
    idx9.push_back(static_cast<uint8_t>(pixel));
    idx9.push_back(static_cast<uint8_t>(pixel >> 8));
  }
  return std::to_string(frame) + "," + mappers::sha1Hex(idx6) + "," + mappers::sha1Hex(idx9) + "\n";
}

}  // namespace jumpscope::app
