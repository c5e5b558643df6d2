// Translations of code in RAM, each valid for the bytes it was made of.
#include <algorithm>
#include <cstring>

#include "src/console/native/code_cache.h"

namespace jumpscope::console::native {

// Precondition: `making_` is held. nullptr: what lies there is not RAM, or nothing is translated there.
CodeCache::RamEntries* CodeCache::ramEntriesAt(const Context& context, uint16_t pc) {
  const unsigned page = pc >> 8;
  if (page >= ram_pages) return nullptr;
  RamEntries* const entries = ram_tables_[page].load(std::memory_order_relaxed);
  return entries == context.entries[page] ? entries : nullptr;
}

bool CodeCache::Variant::isOf(const Bytes& present) const {
  for (size_t n = 0; n < bytes.size(); n += sizeof(Word)) {
    Word made_of, there, compared;
    std::memcpy(&made_of, &bytes[n], sizeof(Word));
    std::memcpy(&there, &present[n], sizeof(Word));
    std::memcpy(&compared, &mask[n], sizeof(Word));
    if (((made_of ^ there) & compared) != 0) return false;
  }
  return true;
}

// Fills `bytes` with those of plain memory from `pc` on; returns how many there are.
size_t CodeCache::copyPlain(const Context& context, uint16_t pc, std::span<uint8_t> bytes) {
  size_t length = 0;
  while (length < bytes.size()) {
    const size_t at = pc + length, in_page = at & 0xFF;
    const uint8_t* const page = context.read_page[at >> 8];
    if (!page) break;
    const size_t count = std::min(bytes.size() - length, 0x100 - in_page);
    std::memcpy(&bytes[length], page + in_page, count);
    length += count;
  }
  return length;
}

bool CodeCache::recall(const Context& context, uint16_t pc) {
  const std::lock_guard lock(making_);
  RamEntries* const entries = ramEntriesAt(context, pc);
  if (!entries) return false;
  Variant::Bytes present{};
  const size_t length = copyPlain(context, pc, present);
  const std::vector<Variant>& variants = entries->variants[pc & 0xFF];
  const auto found = std::ranges::find_if(
      variants, [&](const Variant& variant) { return variant.length <= length && variant.isOf(present); });
  if (found == variants.end()) return false;
  entries->code[pc & 0xFF].store(found->code, std::memory_order_release);
  return true;
}

// Code that changes all the time is not worth translating as often.
uint8_t CodeCache::staleBefore(const Context& context, uint16_t pc) {
  const std::lock_guard lock(making_);
  const RamEntries* const entries = ramEntriesAt(context, pc);
  const size_t known = entries ? entries->variants[pc & 0xFF].size() : 0;
  return static_cast<uint8_t>(std::min<size_t>(hot_after * (1 + known / 4), 0xFF));
}

// Precondition: `making_` is held, and `code` was made of the `length` bytes at `pc`, but for those that it loads.
void CodeCache::keep(const Context& context, uint16_t pc, size_t length, std::span<const uint16_t> loaded,
                     const void* code) {
  RamEntries* const entries = ramEntriesAt(context, pc);
  if (!entries) return;
  std::vector<Variant>& variants = entries->variants[pc & 0xFF];
  if (variants.size() == most_variants) variants.erase(variants.begin());
  Variant& made = variants.emplace_back();
  made.code = code;
  made.length = length;
  const size_t words = (length + sizeof(Variant::Word) - 1) / sizeof(Variant::Word);
  made.bytes.resize(words * sizeof(Variant::Word));
  made.mask.resize(made.bytes.size());
  copyPlain(context, pc, std::span(made.bytes).first(length));
  std::fill_n(made.mask.begin(), length, uint8_t{0xFF});
  for (const uint16_t at : loaded) made.mask[at - pc] = 0;
}

}  // namespace jumpscope::console::native
