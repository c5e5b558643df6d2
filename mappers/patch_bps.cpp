// BPS: the result is put together from pieces of the file, of the patch and of the result so far (byuu's BPS file format
// specification, version 04).
#include <algorithm>

#include "mappers/patch_reader.h"

namespace jumpscope::mappers {
namespace {

constexpr size_t mark_size = 4;

enum class Action : uint8_t { SourceRead, TargetRead, SourceCopy, TargetCopy };

[[noreturn]] void failDamaged(const std::string& patch) {
  failWrongPatch("the patch " + patch +
                 " is damaged: it copies from beyond the end of a file; download it again");
}

class Builder {
 public:
  Builder(const NamedBytes& file, const std::string& patch, size_t size)
      : source_(file.bytes), patch_(patch), size_(size) {}

  bool done() const { return target_.size() == size_; }

  void step(PatchReader& reader) {
    const uint64_t word = reader.variable();
    const uint64_t length = (word >> 2) + 1;
    if (length > size_ - target_.size()) failDamaged(patch_);
    switch (static_cast<Action>(word & 3)) {
      case Action::SourceRead:
        return append(sourceAt(target_.size(), length));
      case Action::TargetRead:
        return append(reader.take(length));
      case Action::SourceCopy:
        move(source_at_, reader.variable());
        append(sourceAt(source_at_, length));
        source_at_ += length;
        return;
      case Action::TargetCopy:
        move(target_at_, reader.variable());
        return repeat(length);
    }
  }

  std::vector<uint8_t> take() { return std::move(target_); }

 private:
  void append(std::span<const uint8_t> bytes) { target_.insert(target_.end(), bytes.begin(), bytes.end()); }

  std::span<const uint8_t> sourceAt(uint64_t offset, uint64_t length) const {
    if (offset > source_.size() || length > source_.size() - offset) failDamaged(patch_);
    return source_.subspan(offset, length);
  }

  // Bit 0 is the sign.
  void move(uint64_t& offset, uint64_t by) const {
    const uint64_t distance = by >> 1;
    if ((by & 1) != 0 && distance > offset) failDamaged(patch_);
    offset = (by & 1) != 0 ? offset - distance : offset + distance;
  }

  // Byte by byte: what is copied may include what this very copy has just written.
  void repeat(uint64_t length) {
    if (target_at_ >= target_.size()) failDamaged(patch_);
    while (length-- > 0) target_.push_back(target_[target_at_++]);
  }

  std::span<const uint8_t> source_;
  std::string patch_;
  size_t size_;
  std::vector<uint8_t> target_;
  uint64_t source_at_ = 0, target_at_ = 0;
};

}  // namespace

std::vector<uint8_t> applyBps(const NamedBytes& file, const NamedBytes& patch) {
  const Checksums sums = readChecksums(patch);
  PatchReader reader({patch.bytes.first(patch.bytes.size() - checksums_size), patch.name}, mark_size);
  const uint64_t source_size = reader.variable(), target_size = reader.variable();
  requireSource(file, patch, source_size, target_size, sums);
  reader.take(reader.variable());  // metadata
  Builder builder(file, patch.name, target_size);
  while (!builder.done()) builder.step(reader);
  std::vector<uint8_t> result = builder.take();
  requireTarget(result, patch, sums);
  return result;
}

}  // namespace jumpscope::mappers
