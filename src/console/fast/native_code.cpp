// Which code is translated, and where translated code is entered.
#include "src/console/machine.h"

namespace jumpscope::console::fast {

void Accelerator::translateCode(bool translate) {
  code = translate && native::CodeCache::isBuilt() ? std::make_shared<native::CodeCache>(m.cartridge->prg) : nullptr;
}

void Accelerator::mapEntries(size_t page) {
  const uint8_t* const memory = read_page[page];
  entries[page] = memory && code ? code->find(memory, static_cast<unsigned>(page)) : nullptr;
}

// The code of what is translated at `pc`; nullptr: the interpreter has to go on.
[[gnu::noinline]] const void* Accelerator::findNative(uint16_t pc) {
  const size_t page = pc >> 8;
  native::Entries* table = entries[page];
  if (!table) return nullptr;
  if (table == code->none()) {
    table = code->make(read_page[page], static_cast<unsigned>(page));
    if (!table) return nullptr;
    entries[page] = table;
  }
  std::atomic<const void*>& entry = table->code[pc & 0xFF];
  if (code->isCold(entry)) {
    std::atomic<uint8_t>& heat = table->heat[pc & 0xFF];
    const uint8_t times = heat.load(std::memory_order_relaxed) + 1;
    heat.store(times, std::memory_order_relaxed);
    if (times < native::hot_after) return nullptr;
    heat.store(0, std::memory_order_relaxed);
    code->translate(*this, pc, *this);
  }
  const void* const place = entry;
  return code->isCode(place) ? place : nullptr;
}

native::CodeCache::Exit Accelerator::enterNative(const void* place) {
  ram = m.s.ram.data();
  return code->run(*this, place);
}

bool Accelerator::mayBeTranslated(uint16_t from, uint16_t to) const {
  if (!m.options.idle_skip || from - to > longest_loop) return true;
  const KnownLoop& loop = known_loops[loopIndex(to)];
  return loop.head == to && loop.never_waits && loop.code == read_page[to >> 8] + (to & 0xFF);
}

}  // namespace jumpscope::console::fast
