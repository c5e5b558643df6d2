// IPS: records of a 24-bit offset, a 16-bit size and that many bytes; size 0 stands for a 16-bit count and one byte to
// repeat. "EOF" ends them; a 24-bit size may follow, to which the file is cut (Zerosoft's IPS specification, and the
// extension of Lunar IPS).
#include <algorithm>

#include "mappers/header.h"
#include "mappers/patch_reader.h"

namespace jumpscope::mappers {
namespace {

constexpr size_t mark_size = 5;
constexpr uint32_t end_of_file = 0x454F46;  // "EOF"
constexpr size_t cut_size = 3;
// Offsets end at 16 MiB; whoever writes more than that several times over has made no patch.
constexpr size_t most_written = size_t{64} << 20;

class Target {
 public:
  Target(const NamedBytes& file, const std::string& patch)
      : bytes_(file.bytes.begin(), file.bytes.end()), patch_(patch) {}

  // Room for `size` bytes at `offset`.
  std::span<uint8_t> at(size_t offset, size_t size) {
    written_ += size;
    if (written_ > most_written)
      failWrongPatch("the patch " + patch_ + " writes more than " + bytesText(most_written) +
                     ", as no patch of a cartridge does");
    if (size > 0 && offset + size > bytes_.size()) bytes_.resize(offset + size);
    return size > 0 ? std::span(bytes_).subspan(offset, size) : std::span<uint8_t>();
  }
  void cut(size_t size) {
    if (size < bytes_.size()) bytes_.resize(size);
  }
  std::vector<uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<uint8_t> bytes_;
  std::string patch_;
  size_t written_ = 0;
};

}  // namespace

std::vector<uint8_t> applyIps(const NamedBytes& file, const NamedBytes& patch) {
  PatchReader reader(patch, mark_size);
  Target target(file, patch.name);
  for (;;) {
    const uint32_t offset = reader.number(3);
    // A record may have this offset too; then more than a size follows.
    if (offset == end_of_file && (reader.left() == 0 || reader.left() == cut_size)) break;
    const uint32_t size = reader.number(2);
    if (size > 0) {
      const auto from = reader.take(size);
      std::copy(from.begin(), from.end(), target.at(offset, size).begin());
    } else {
      const uint32_t count = reader.number(2);
      const uint8_t value = reader.byte();
      std::ranges::fill(target.at(offset, count), value);
    }
  }
  if (reader.left() == cut_size) target.cut(reader.number(cut_size));
  return target.take();
}

}  // namespace jumpscope::mappers
