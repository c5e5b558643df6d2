// In place of the translator where it is not built: no code is made.
#include "src/console/native/code_cache.h"

namespace jumpscope::console::native {

bool CodeCache::isBuilt() { return false; }
CodeCache::CodeCache(std::span<const uint8_t> prg) : prg_(prg) {}
CodeCache::~CodeCache() = default;
Entries* CodeCache::make(const uint8_t*, unsigned) { return nullptr; }
void CodeCache::translate(const Context&, uint16_t, const JumpsBack&) {}
bool CodeCache::recall(const Context&, uint16_t) { return false; }
uint8_t CodeCache::staleBefore(const Context&, uint16_t) { return 0; }
bool CodeCache::isOurs() const { return true; }
void CodeCache::forget(const Context&, uint16_t) {}

}  // namespace jumpscope::console::native
