// What the symbolic processor reads and writes. Private to the machine.
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>

#include "cpu6502/processor.h"
#include "src/prove/machine/machine.h"
#include "src/prove/terms/value_set.h"

namespace jumpscope::prove {

// A path that cannot go on; what() is its reason, without instruction and address.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// One path's view of the machine, for one instruction.
class MachineBus {
 public:
  using Registers = SymbolicRegisters;
  using Byte = Symbolic<uint8_t>;
  using Word = Symbolic<uint16_t>;
  static constexpr bool interrupt_free_window = true;
  static constexpr bool uncounted_cycles = true;

  struct Path {
    SymbolicMemory& memory;
    const ByteDomains& domains;
    Term& assumed;
    std::vector<SparedBytes>& spared;
    uint64_t& chip_reads;  // so far
    int s;                 // of the stack pointer; -1: unknown
  };

  MachineBus(Terms& terms, const MachineCode& code, const MachineOptions& options, ByteFacts& facts,
             Execution& execution, uint8_t entered)
      : terms_(terms),
        code_(code),
        options_(options),
        facts_(facts),
        execution_(execution),
        entered_(entered) {}

  // Precondition of all below: a path, which lives until the next one. `unknown_target`: where the
  // instruction at `pc` jumps to if that is not known; nullopt: to all addresses that there may be.
  void setPath(Path& path, uint16_t pc, std::optional<uint16_t> unknown_target) {
    path_ = &path;
    pc_ = pc;
    unknown_target_ = unknown_target;
    target_ = {};
  }

  Byte read(const Word& address, cpu6502::Access kind);
  void write(const Word& address, const Byte& value, cpu6502::Access kind);
  uint8_t opcode(const Byte& value);
  uint16_t target(const Word& address);
  void endWindow() {}
  // Where `unknown_target` stood for it.
  Term unknownTarget() const { return target_; }

 private:
  using Addresses = std::vector<uint16_t>;
  enum class Kind : uint8_t { Ram, Rom, Registers };
  struct Region {
    uint32_t first, end;
    Kind kind;
  };

  Term readAt(uint16_t address);
  Term readSomewhere(Term address);
  Term readRegion(Region region, Term address, const Addresses* among);
  Term readRom(Region region, Term address, const Addresses* among);
  Term chip(uint32_t address);
  void writeAt(uint16_t address, Term value);
  void writeSomewhere(Term address, Term value);
  void storeAmong(Region region, Term address, const Addresses& among, Term value);
  void storeAnywhere(Region region, Term address, const Addresses& among, Term value,
                     const Addresses& spared);
  void spare(Term address, const std::optional<Addresses>& among, const Addresses& spared);
  Addresses sparedBytes(Term address, const std::optional<Addresses>& among) const;
  void changeBank(uint32_t lowest_address, uint32_t highest_address) const;
  bool dependsOnSurroundings(Term address) const;

  std::optional<Addresses> addresses(Term address);
  static constexpr Region console_ram{0, 0x2000, Kind::Ram}, work_ram{0x6000, 0x8000, Kind::Ram};
  std::vector<Region> regions() const;
  static Addresses within(const Addresses& among, Region region);
  Term inside(Region region, Term address);
  // As RAM has it, without mirrors.
  static uint16_t canonical(uint16_t address) {
    return address < 0x2000 ? static_cast<uint16_t>(address & 0x07FF) : address;
  }
  Term canonical(Region region, Term address);

  Terms& terms_;
  const MachineCode& code_;
  const MachineOptions& options_;
  ByteFacts& facts_;
  Execution& execution_;
  const uint8_t entered_;
  Path* path_ = nullptr;
  uint16_t pc_ = 0;
  std::optional<uint16_t> unknown_target_;
  Term target_;
};

}  // namespace jumpscope::prove
