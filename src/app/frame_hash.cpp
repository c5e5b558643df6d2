#include "src/app/frame_hash.h"

#include "src/compare/rom_test.h"

namespace jumpscope::app {

std::string frameHashRow(uint64_t frame, std::span<const uint16_t> pixels) {
  return std::to_string(frame) + "," + compare::frameSha1Idx6(pixels) + "," + compare::frameSha1Idx9(pixels) +
         "\n";
}

}  // namespace jumpscope::app
