// What the readers of patches share.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "mappers/patch.h"

namespace jumpscope::mappers {

// The CRC-32 of zip and PNG.
uint32_t crc32Of(std::span<const uint8_t> bytes);

// Reads a patch from front to back. Throws std::runtime_error at its end.
class PatchReader {
 public:
  // Skips the mark.
  PatchReader(const NamedBytes& patch, size_t mark_size);

  size_t left() const { return rest_.size(); }
  uint8_t byte();
  // Big-endian.
  uint32_t number(size_t bytes);
  std::span<const uint8_t> take(size_t bytes);
  // A number of BPS and UPS: seven bits a byte, the lowest first, bit 7 set in the last.
  uint64_t variable();

 private:
  std::span<const uint8_t> rest_;
  std::string name_;
};

// The end of BPS and UPS patches: the CRC-32 of the file before and after, and of the patch itself.
struct Checksums {
  uint32_t source = 0;
  uint32_t target = 0;
};
constexpr size_t checksums_size = 12;

// Throws std::runtime_error when the patch is damaged.
Checksums readChecksums(const NamedBytes& patch);
// Throws std::runtime_error when the patch was made for another file, or makes one that is too large.
void requireSource(const NamedBytes& file, const NamedBytes& patch, uint64_t source_size,
                   uint64_t target_size, const Checksums& sums);
// Throws std::runtime_error when the result is not what the patch promises.
void requireTarget(std::span<const uint8_t> result, const NamedBytes& patch, const Checksums& sums);

[[noreturn]] void failWrongPatch(const std::string& sentence);

}  // namespace jumpscope::mappers
