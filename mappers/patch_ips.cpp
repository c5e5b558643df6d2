// IPS: records of a 24-bit offset, a 16-bit size and that many bytes; size 0 stands for a 16-bit count and one byte to
// repeat. "EOF" ends them; a 24-bit size may follow, to which the file is cut (Zerosoft's IPS specification, and the
// extension of Lunar IPS). Tools also write text of their own behind that: EBPatcher an author and a title, for example.
#include <algorithm>
#include <optional>
#include <stdexcept>

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

// One record, or the end.
struct Record {
  uint32_t offset = 0;
  std::span<const uint8_t> bytes;
  std::optional<uint32_t> run;  // how often the only byte is repeated
};

Record readRecord(PatchReader& reader, uint32_t offset) {
  Record record{offset, {}, std::nullopt};
  if (const uint32_t size = reader.number(2); size > 0) {
    record.bytes = reader.take(size);
  } else {
    record.run = reader.number(2);
    record.bytes = reader.take(1);
  }
  return record;
}

bool isEndOf(const PatchReader& reader, uint32_t offset) {
  return offset == end_of_file && (reader.left() == 0 || reader.left() == cut_size);
}

// A record may have the offset that spells EOF. Whether the first one does is seen at the end of the file: with it, all
// that follows are records, too. Else that EOF is the end, and other bytes follow.
bool recordsFillTheFile(const NamedBytes& patch) {
  try {
    PatchReader reader(patch, mark_size);
    for (;;) {
      const uint32_t offset = reader.number(3);
      if (isEndOf(reader, offset)) return true;
      readRecord(reader, offset);
    }
  } catch (const std::runtime_error&) {
    return false;
  }
}

void apply(const Record& record, Target& target) {
  if (record.run)
    std::ranges::fill(target.at(record.offset, *record.run), record.bytes[0]);
  else
    std::ranges::copy(record.bytes, target.at(record.offset, record.bytes.size()).begin());
}

}  // namespace

std::vector<uint8_t> applyIps(const NamedBytes& file, const NamedBytes& patch) {
  const bool whole = recordsFillTheFile(patch);
  PatchReader reader(patch, mark_size);
  Target target(file, patch.name);
  for (;;) {
    const uint32_t offset = reader.number(3);
    if (whole ? isEndOf(reader, offset) : offset == end_of_file) break;
    apply(readRecord(reader, offset), target);
  }
  if (reader.left() == cut_size) target.cut(reader.number(cut_size));
  return target.take();
}

}  // namespace jumpscope::mappers
