// UPS: how many bytes to skip, then bytes to exclusive-or until a zero, time and again (byuu's UPS specification).
#include "mappers/patch_reader.h"

namespace jumpscope::mappers {

std::vector<uint8_t> applyUps(const NamedBytes& file, const NamedBytes& patch) {
  constexpr size_t mark_size = 4;
  const Checksums sums = readChecksums(patch);
  PatchReader reader({patch.bytes.first(patch.bytes.size() - checksums_size), patch.name}, mark_size);
  const uint64_t source_size = reader.variable(), target_size = reader.variable();
  requireSource(file, patch, source_size, target_size, sums);
  std::vector<uint8_t> result(file.bytes.begin(), file.bytes.end());
  result.resize(target_size);
  uint64_t at = 0;
  while (reader.left() > 0) {
    at += reader.variable();
    // The zero that ends a row takes a place too. Changes beyond the end are those of the way back to a longer file.
    for (uint8_t change = 1; change != 0; ++at) {
      change = reader.byte();
      if (at < result.size()) result[at] ^= change;
    }
  }
  requireTarget(result, patch, sums);
  return result;
}

}  // namespace jumpscope::mappers
