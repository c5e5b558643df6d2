#include "mappers/patch.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

#include "mappers/header.h"
#include "mappers/patch_reader.h"

namespace jumpscope::mappers {
namespace {

bool begins(std::span<const uint8_t> bytes, std::string_view mark) {
  return bytes.size() >= mark.size() && std::equal(mark.begin(), mark.end(), bytes.begin());
}

std::string hex(uint32_t value) {
  std::string text(8, '0');
  for (size_t digit = 8; digit-- > 0; value >>= 4) text[digit] = "0123456789abcdef"[value & 15];
  return text;
}

uint32_t littleEndian(std::span<const uint8_t> bytes) {
  return bytes[0] | uint32_t(bytes[1]) << 8 | uint32_t(bytes[2]) << 16 | uint32_t(bytes[3]) << 24;
}

}  // namespace

void failWrongPatch(const std::string& sentence) { throw std::runtime_error(sentence); }

uint32_t crc32Of(std::span<const uint8_t> bytes) { return uint32_t(crc32_z(0, bytes.data(), bytes.size())); }

PatchReader::PatchReader(const NamedBytes& patch, size_t mark_size)
    : rest_(patch.bytes.subspan(mark_size)), name_(patch.name) {}

std::span<const uint8_t> PatchReader::take(size_t bytes) {
  if (bytes > rest_.size())
    failWrongPatch("the patch " + name_ + " is cut short: it ends within a change; download it again");
  const auto taken = rest_.first(bytes);
  rest_ = rest_.subspan(bytes);
  return taken;
}

uint8_t PatchReader::byte() { return take(1)[0]; }

uint32_t PatchReader::number(size_t bytes) {
  uint32_t value = 0;
  for (const uint8_t byte : take(bytes)) value = value << 8 | byte;
  return value;
}

uint64_t PatchReader::variable() {
  constexpr uint64_t largest_place = uint64_t{1} << 49;  // far more than a file has bytes
  uint64_t value = 0;
  for (uint64_t place = 1; place <= largest_place; place <<= 7) {
    const uint8_t next = byte();
    value += (next & 0x7F) * place;
    if ((next & 0x80) != 0) return value;
    value += place << 7;
  }
  failWrongPatch("the patch " + name_ + " is damaged: a number in it does not end; download it again");
}

Checksums readChecksums(const NamedBytes& patch) {
  constexpr size_t smallest = 4 + 2 + checksums_size;  // mark and two sizes
  if (patch.bytes.size() < smallest)
    failWrongPatch("the patch " + patch.name + " is cut short: it has " + bytesText(patch.bytes.size()) +
                   "; download it again");
  const auto sums = patch.bytes.last(checksums_size);
  const uint32_t promised = littleEndian(sums.subspan(8)),
                 own = crc32Of(patch.bytes.first(patch.bytes.size() - 4));
  if (own != promised)
    failWrongPatch("the patch " + patch.name + " is damaged or cut short: its CRC-32 is " + hex(own) +
                   " instead of " + hex(promised) + "; download it again");
  return {littleEndian(sums), littleEndian(sums.subspan(4))};
}

void requireSource(const NamedBytes& file, const NamedBytes& patch, uint64_t source_size,
                   uint64_t target_size, const Checksums& sums) {
  const uint32_t crc = crc32Of(file.bytes);
  if (file.bytes.size() == source_size && crc == sums.source) {
    if (target_size <= largest_cartridge) return;
    failWrongPatch("the patch " + patch.name + " makes a file of " + bytesText(target_size) +
                   "; a cartridge file has at most " + bytesText(largest_cartridge));
  }
  if (file.bytes.size() == target_size && crc == sums.target)
    failWrongPatch(file.name + " is already what the patch " + patch.name + " makes; leave the patch out");
  std::string sentence = "the patch " + patch.name + " is for another file: it expects " +
                         bytesText(source_size) + " with CRC-32 " + hex(sums.source) + ", but " + file.name +
                         " has " + bytesText(file.bytes.size()) + " with CRC-32 " + hex(crc);
  const bool headed = begins(file.bytes, "NES\x1A") && file.bytes.size() >= header_size;
  if (headed && crc32Of(file.bytes.subspan(header_size)) == sums.source)
    sentence += "; it was made for this dump without its header: look for the patch for the .nes file";
  else
    sentence += "; find the dump that it was made for";
  failWrongPatch(sentence);
}

void requireTarget(std::span<const uint8_t> result, const NamedBytes& patch, const Checksums& sums) {
  const uint32_t crc = crc32Of(result);
  if (crc != sums.target)
    failWrongPatch("the patch " + patch.name + " is damaged: it makes a file with CRC-32 " + hex(crc) +
                   " instead of " + hex(sums.target) + "; download it again");
}

std::vector<uint8_t> applyPatch(const NamedBytes& file, const NamedBytes& patch) {
  if (begins(patch.bytes, "PATCH")) return applyIps(file, patch);
  if (begins(patch.bytes, "BPS1")) return applyBps(file, patch);
  if (begins(patch.bytes, "UPS1")) return applyUps(file, patch);
  failWrongPatch(
      patch.name +
      " is no patch: it begins with neither PATCH (IPS) nor BPS1 nor UPS1; unpack it first if it is "
      "an archive");
}

}  // namespace jumpscope::mappers
