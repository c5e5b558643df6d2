// Host code that 6502 code was translated to. Private to src/console.
//
// Translated code runs inside an interrupt-free window (cpu6502/bus.h) and touches plain memory only. Before an
// instruction that would touch anything else, or that is not translated, it returns, and the interpreter goes on from
// there: the interpreter is what an instruction means. The cache belongs to a cartridge; copies of a console share it,
// on several threads too.
//
// Code in RAM can change. What it was translated to begins by comparing the bytes it was made of with those that are
// there now, and ends before an instruction that it may itself have changed. Operands that change are not compared but
// loaded. So nobody has to watch RAM, and consoles with different RAM can share the cache.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "src/console/native/context.h"

namespace jumpscope::console::native {

// How often the flow of control comes to a place before it is translated. For tests: the results are the same with
// any number.
inline std::atomic<uint8_t> hot_after = 6;

constexpr int most_instructions = 48;               // of a block
constexpr int most_length = 3 * most_instructions;  // bytes of the 6502's

class CodeCache {
 public:
  static constexpr size_t window = 0x800;  // bytes: no board switches less
  static constexpr size_t window_pages = window / 0x100;
  // To write out what is done for each: programs switch banks all the time, and compilers leave it a loop.
  using PagesOfWindow = std::make_index_sequence<window_pages>;

  // True if code can be translated at all; nothing else is to be called where it cannot.
  static bool isBuilt();
  // `prg`: the whole PRG-ROM, which outlives the cache.
  explicit CodeCache(std::span<const uint8_t> prg);
  ~CodeCache();
  CodeCache(const CodeCache&) = delete;
  CodeCache& operator=(const CodeCache&) = delete;

  // True if code can be translated that lies in the 256 bytes at `page`, which lie at `cpu_page` << 8.
  bool isTranslatable(const uint8_t* page, unsigned cpu_page) const {
    return isRam(cpu_page) || isRom(page, cpu_page);
  }
  // True if the bytes there are PRG-ROM, which nothing changes. Those of other memory are compared.
  bool isRom(const uint8_t* page, unsigned cpu_page) const {
    if (cpu_page < first_page || page < prg_.data() || page + 0x100 > prg_.data() + prg_.size()) return false;
    const auto rom_page = static_cast<size_t>(page - prg_.data()) >> 8;
    return (rom_page ^ cpu_page) % (window >> 8) == 0;  // as every board has it
  }
  // The entries of a page that lies at `cpu_page` << 8; `none()` where there are none yet.
  Entries* find(const uint8_t* page, unsigned cpu_page) {
    if (isRom(page, cpu_page)) return tables_[indexOf(page, cpu_page)].load(std::memory_order_acquire);
    Entries* entries = nullptr;
    if (isRam(cpu_page)) entries = ram_tables_[cpu_page].load(std::memory_order_acquire);
    return entries ? entries : &none_;
  }
  // The entries of all pages of `count` windows that follow each other in memory from `page` on, as they do at the CPU.
  void findWindows(const uint8_t* page, unsigned cpu_page, size_t count, Entries** found) {
    if (isRom(page, cpu_page) && page + count * window <= prg_.data() + prg_.size()) {
      const std::atomic<Entries*>* table = &tables_[indexOf(page, cpu_page)];
      for (; count > 0; --count, table += window_pages, found += window_pages)
        loadWindow(table, found, PagesOfWindow());
    } else {
      for (unsigned n = 0; n < count * window_pages; ++n) found[n] = find(page + n * 0x100, cpu_page + n);
    }
  }
  // The same, made where there were none; nullptr: this host lets us make no code, or none of what lies there.
  Entries* make(const uint8_t* page, unsigned cpu_page);
  Entries* none() { return &none_; }

  bool isCode(const void* code) const { return code != cold_ && code != interpreted_; }
  bool isCold(const void* code) const { return code == cold_; }

  // True if this process may add to it: not one that was forked when there was code already, which the processes share.
  bool isOurs() const;
  // Translates what begins at `pc`, of which context.read_page says where it lies. Afterwards its entry is code, or stands
  // for the interpreter.
  // Precondition: isOurs().
  void translate(const Context& context, uint16_t pc, const JumpsBack& jumps_back);
  // What was translated at `pc` is forgotten: it is cold again.
  void forget(const Context& context, uint16_t pc);
  // Makes an earlier translation of the bytes of RAM that lie at `pc` now the one that is entered. False: there is none.
  bool recall(const Context& context, uint16_t pc);
  // How often translations at `pc` are found to be of other bytes before the present ones are translated.
  uint8_t staleBefore(const Context& context, uint16_t pc);

  struct Exit {
    uint16_t pc;
    bool cold;   // nothing is translated there yet; else the instruction there needs the interpreter
    bool stale;  // cold, because what is translated there was made of other bytes
  };
  Exit run(Context& context, const void* code) const {
    const uint32_t result = enter_(&context, code);
    return {static_cast<uint16_t>(result), (result & cold_bit) != 0, (result & stale_bit) != 0};
  }

 private:
  friend class Translator;

  static constexpr unsigned first_page = 0x60;  // code below is never ROM
  static constexpr unsigned ram_pages = 0x80;   // code from here on is in ROM, or interpreted
  static constexpr size_t windows = 20;         // of the CPU's addresses, from $6000 on
  static constexpr uint32_t cold_bit = 0x10000, stale_bit = 0x20000;
  static constexpr size_t capacity = size_t{16} << 20;  // of address space; memory is taken as it is written
  static constexpr size_t ram_capacity =
      capacity / 2;  // of it: for code in RAM, which may never stop to change

  // The console's RAM, but for its mirrors, and the board's.
  static constexpr bool isRam(unsigned cpu_page) {
    return cpu_page < 0x08 || (cpu_page >= first_page && cpu_page < ram_pages);
  }
  // What bytes in RAM were translated to.
  struct Variant {
    using Word = uint64_t;  // bytes are compared by as many at once
    using Bytes = std::array<uint8_t, (most_length + sizeof(Word) - 1) / sizeof(Word) * sizeof(Word)>;

    size_t length;               // bytes
    std::vector<uint8_t> bytes;  // whole words
    std::vector<uint8_t> mask;   // likewise: 0 where the code loads the byte, and behind `length`
    const void* code;

    bool loads(size_t n) const { return mask[n] == 0; }
    bool isOf(const Bytes& present) const;
  };
  struct RamEntries : Entries {
    std::array<std::vector<Variant>, 256> variants;  // newest last
  };
  static constexpr size_t most_variants = 16;

  size_t indexOf(const uint8_t* page, unsigned cpu_page) const {
    const auto rom_page = static_cast<size_t>(page - prg_.data()) >> 8;
    const size_t rom_window = rom_page / window_pages, cpu_window = (cpu_page - first_page) / window_pages;
    return ((rom_window + windows - 1 - cpu_window) * windows + cpu_window) * window_pages +
           rom_page % window_pages;
  }
  template <size_t... n>
  static void loadWindow(const std::atomic<Entries*>* table, Entries** found, std::index_sequence<n...>) {
    ((found[n] = table[n].load(std::memory_order_acquire)), ...);
  }
  bool prepare();
  Entries* makeLocked(const uint8_t* page, unsigned cpu_page);
  void makeStubs();  // translator.cpp
  RamEntries* ramEntriesAt(const Context& context, uint16_t pc);
  static size_t copyPlain(const Context& context, uint16_t pc, std::span<uint8_t> bytes);
  void keep(const Context& context, uint16_t pc, size_t length, std::span<const uint16_t> loaded,
            const void* code);

  std::span<const uint8_t> prg_;
  // Of ROM: windows that follow each other both in ROM and at the CPU do so here.
  std::unique_ptr<std::atomic<Entries*>[]> tables_;
  std::array<std::atomic<RamEntries*>, ram_pages> ram_tables_{};
  std::vector<std::unique_ptr<Entries>> made_;
  std::vector<std::unique_ptr<RamEntries>> made_for_ram_;
  Entries none_;

  std::mutex making_;
  bool tried_ = false;
  int owner_ = 0;                        // the process that made the memory
  uint8_t* writable_ = nullptr;          // the same memory twice: to write to,
  const uint8_t* executable_ = nullptr;  // and to run
  size_t used_ = 0;
  size_t used_for_ram_ = 0;
  using Enter = uint32_t (*)(Context*, const void*);
  Enter enter_ = nullptr;
  const void* cold_ = nullptr;         // stub: returns with cold_bit
  const void* stale_ = nullptr;        // stub: returns with both bits
  const void* interpreted_ = nullptr;  // stub: returns
};

}  // namespace jumpscope::console::native
