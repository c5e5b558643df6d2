// Labels of a program: names of addresses. They are read from the files that assemblers and emulators
// write.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "src/trace/trace.h"

namespace jumpscope::trace {

struct Symbol {
  std::string name;
  uint16_t address = 0;    // as the CPU sees it
  uint32_t size = 1;       // bytes, where the file says so
  bool is_address = true;  // false: a constant, which may be meant as an address or not
  std::optional<uint32_t> prg_offset = std::nullopt;  // in PRG-ROM, where the file says so
  bool operator==(const Symbol&) const = default;
};

// Labels by name and by address. RAM mirrors count as RAM; 16 KiB of PRG-ROM are one and the same at $8000
// and at $C000. On boards that switch banks, labels whose place in PRG-ROM is known belong to their bank.
class Symbols {
 public:
  static constexpr size_t unknown_size = SIZE_MAX;

  // `prg_size`: bytes of the cartridge's PRG-ROM, to place offsets into it; may be unknown_size. `bank_size`: bytes of a PRG bank as
  // console::Console::prgBank() counts them; 0: no banks are switched.
  explicit Symbols(size_t prg_size = 0x8000, unsigned bank_size = 0)
      : prg_size_(prg_size), bank_size_(bank_size) {}

  void add(Symbol symbol);
  // Where a byte of PRG-ROM appears: at $8000 and on, for a board that switches banks. nullopt beyond its end.
  std::optional<uint16_t> addressOfPrg(uint32_t offset) const;
  size_t prgSize() const { return prg_size_; }
  bool hasBanks() const { return bank_size_ != 0; }

  bool empty() const { return by_name_.empty(); }
  size_t size() const { return by_name_.size(); }
  // All, by address, then by name.
  std::vector<Symbol> all() const;

  // The bank of a label that belongs to one.
  CodeAddress placeOf(const Symbol& symbol) const;

  // The address that a name stands for; also without the underscore that cc65 puts before names of C. Throws
  // std::runtime_error for a name with several addresses, naming them.
  std::optional<uint16_t> find(std::string_view name) const;
  // The name most like `name`; "" when there are no symbols.
  std::string nearest(std::string_view name) const;
  // "player_y"; "buffer+3" within a label of several bytes; "" if there is no label. If there are several, the
  // label that was added first.
  std::string nameOf(uint16_t address) const;
  // "read_pad+$12": the last label at or before an address in the program, and the offset; "" if there is
  // none.
  std::string placeOf(const CodeAddress& pc) const;
  // A disassembled instruction with names in place of the addresses that have one: "STA player_y". `pc`: where
  // it stands; addresses near it are in its bank.
  std::string withNames(std::string_view instruction, const CodeAddress& pc = {}) const;

 private:
  uint16_t fold(uint16_t address) const;
  // The offset in PRG-ROM of a place whose bank is known.
  std::optional<uint32_t> offsetOf(const CodeAddress& place) const;
  // The last label of the place's bank at or before it; nullptr: there is none.
  const Symbol* inBank(const CodeAddress& place) const;

  size_t prg_size_;
  unsigned bank_size_;
  std::multimap<std::string, Symbol, std::less<>> by_name_;
  std::map<uint16_t, Symbol> by_address_;
  std::map<uint32_t, Symbol> by_offset_;  // in PRG-ROM; only with banks
  std::set<std::tuple<std::string, uint16_t, std::optional<uint32_t>>>
      known_;  // what by_name_ has: names with their addresses
};

// Reads a file of labels into `symbols`. The content says of which kind it is, else the end of its name:
//   FCEUX (.nl)   $00CE#player_y#a comment   $0300/10#buffer#; game.nes.5.nl has those of the 16 KiB bank 5, in hexadecimal
//   Mesen (.mlb)  R:00CE:player_y:a comment  P:0010-001F:table    NesPrgRom:0010:reset
//   VICE (.labels, .lbl)  al 0000CE .player_y    cc65 (.dbg)  its lines `sym`, and `seg` for where they lie in the file
//   WLA DX (.sym)  [labels]  00:8010 main        NESASM (.sym)  a table of Bank, Addr and Label
//   NESASM and others (.fns)  main = $8010       SDCC (.noi)  DEF _main 0x8010
// Lines that begin with ; are comments. Throws std::runtime_error naming file and line.
void readSymbols(std::string_view text, const std::string& file_name, Symbols& symbols);

}  // namespace jumpscope::trace
