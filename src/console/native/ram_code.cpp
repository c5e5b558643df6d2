// Translations of code in RAM, each valid for the bytes it was made of.
#include <algorithm>

#include "src/console/native/code_cache.h"

namespace jumpscope::console::native {

// Precondition: `making_` is held. nullptr: what lies there is not RAM, or nothing is translated there.
CodeCache::RamEntries* CodeCache::ramEntriesAt(const Context& context, uint16_t pc) {
  const unsigned page = pc >> 8;
  if (page >= ram_pages) return nullptr;
  RamEntries* const entries = ram_tables_[page].load(std::memory_order_relaxed);
  return entries == context.entries[page] ? entries : nullptr;
}

bool CodeCache::recall(const Context& context, uint16_t pc) {
  const std::lock_guard lock(making_);
  RamEntries* const entries = ramEntriesAt(context, pc);
  if (!entries) return false;
  const auto isThere = [&](const Variant& variant) {
    for (size_t n = 0; n < variant.bytes.size(); ++n) {
      const size_t at = pc + n;
      const uint8_t* const page = context.read_page[at >> 8];
      if (!page || (variant.bytes[n] != Variant::any && page[at & 0xFF] != variant.bytes[n])) return false;
    }
    return true;
  };
  const std::vector<Variant>& variants = entries->variants[pc & 0xFF];
  const auto found = std::ranges::find_if(variants, isThere);
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
  for (size_t at = pc; at < pc + length; ++at) made.bytes.push_back(context.read_page[at >> 8][at & 0xFF]);
  for (const uint16_t at : loaded) made.bytes[at - pc] = Variant::any;
}

}  // namespace jumpscope::console::native
