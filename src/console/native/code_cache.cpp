#include "src/console/native/code_cache.h"

#include <sys/mman.h>
#include <unistd.h>

namespace jumpscope::console::native {

bool CodeCache::isBuilt() { return true; }

CodeCache::CodeCache(std::span<const uint8_t> prg) : prg_(prg) {
  const size_t rom_windows = (prg.size() + window - 1) / window;
  const size_t tables = (rom_windows + windows - 1) * windows * window_pages;
  tables_.reset(new std::atomic<Entries*>[tables]);
  for (size_t n = 0; n < tables; ++n) tables_[n].store(&none_, std::memory_order_relaxed);
  for (auto& code : none_.code) code.store(nullptr, std::memory_order_relaxed);
}

CodeCache::~CodeCache() {
  if (writable_) munmap(writable_, capacity);
  if (executable_) munmap(const_cast<uint8_t*>(executable_), capacity);
}

// Memory that can be written at one address and run at another: at none both. Precondition: `making_` is held.
bool CodeCache::prepare() {
  if (tried_) return enter_ != nullptr;
  tried_ = true;
  const int file = memfd_create("jumpscope code", MFD_CLOEXEC);
  if (file < 0) return false;
  if (ftruncate(file, static_cast<off_t>(capacity)) == 0) {
    void* writable = mmap(nullptr, capacity, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (writable != MAP_FAILED) writable_ = static_cast<uint8_t*>(writable);
    void* executable = mmap(nullptr, capacity, PROT_READ | PROT_EXEC, MAP_SHARED, file, 0);
    if (executable != MAP_FAILED) executable_ = static_cast<const uint8_t*>(executable);
  }
  close(file);
  if (!writable_ || !executable_) return false;
  owner_ = getpid();
  makeStubs();
  for (auto& code : none_.code) code.store(cold_, std::memory_order_relaxed);
  return true;
}

bool CodeCache::isOurs() const { return owner_ == getpid(); }

Entries* CodeCache::make(const uint8_t* page, unsigned cpu_page) {
  if (!isTranslatable(page, cpu_page)) return nullptr;
  const std::lock_guard lock(making_);
  return prepare() ? makeLocked(page, cpu_page) : nullptr;
}

Entries* CodeCache::makeLocked(const uint8_t* page, unsigned cpu_page) {
  const auto in = [&]<class Table>(std::atomic<Table*>& table, std::vector<std::unique_ptr<Table>>& made) {
    Table* const there = table.load(std::memory_order_relaxed);
    if (there && there != &none_) return there;
    made.push_back(std::make_unique<Table>());
    for (auto& code : made.back()->code) code.store(cold_, std::memory_order_relaxed);
    table.store(made.back().get(), std::memory_order_release);
    return made.back().get();
  };
  if (isRom(page, cpu_page)) return in(tables_[indexOf(page, cpu_page)], made_);
  return in(ram_tables_[cpu_page], made_for_ram_);
}

void CodeCache::forget(const Context& context, uint16_t pc) {
  Entries* entries = context.entries[pc >> 8];
  if (!entries || entries == &none_) return;
  const std::lock_guard lock(making_);
  if (RamEntries* in_ram = ramEntriesAt(context, pc)) in_ram->variants[pc & 0xFF].clear();
  entries->code[pc & 0xFF].store(cold_, std::memory_order_release);
}

}  // namespace jumpscope::console::native
