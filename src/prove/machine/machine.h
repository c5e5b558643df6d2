// The 6502 on symbolic bytes: a routine from its entry to its returns, for all memories and registers at once. The
// instructions are those of cpu6502; here is what surrounds them: memory, paths that part and meet, and bounds.
#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "cpu6502/registers.h"
#include "src/prove/machine/symbolic_memory.h"
#include "src/prove/terms/solver.h"
#include "src/prove/terms/symbolic.h"
#include "src/prove/terms/term.h"

namespace jumpscope::prove {

using SymbolicRegisters = cpu6502::RegistersOf<Symbolic>;

// What answers on the bus but RAM. Reads of $2000-$5FFF are unknown, writes there are ignored.
struct MachineCode {
  std::span<const uint8_t, 0x8000> rom;  // $8000-$FFFF
  bool work_ram = false;                 // RAM at $6000-$7FFF
  // Writes to $8000-$FFFF may switch banks: such a path is refused. Without, they are ignored.
  bool board_registers = false;
  // Each 256 bytes of `rom` that are ROM. Reads of the others are unknown.
  std::bitset<0x80> rom_pages = std::bitset<0x80>().set();

  bool romAt(uint16_t address) const { return rom_pages[(address & 0x7FFF) >> 8]; }
};

struct MachineEntry {
  uint16_t address = 0;
  uint8_t s = 0xFD;             // the return address lies above
  uint16_t return_address = 0;  // where the caller continues
  uint8_t p = 0;                // its I and D; all other registers are unknown
};

struct Execution;

struct MachineOptions {
  std::vector<Term> assumptions;           // of width 1
  std::vector<uint16_t> ends;              // instructions before which the routine ends, besides its returns
  uint64_t most_backward_jumps = 4096;     // of a path
  uint64_t most_unknown_turns = 512;       // backward jumps of a path that could as well not be made
  uint64_t most_instructions = 1'000'000;  // of all paths
  size_t most_terms = 4'000'000;
  bool merge = true;
  // Asked where a loop may go on, where a jump goes to, and whether a path that does not return exists.
  Solver* solver = nullptr;
  // An execution whose inputs this one gets, too: the same registers, and the same value from the n-th read of a chip
  // where both read the same address.
  const Execution* inputs = nullptr;
  // Bytes that the store at `pc` is assumed not to reach when its address is not known; none: it may reach everything.
  // A store that spares bytes is assumed to spare the live part of the stack, too.
  std::function<std::vector<uint16_t>(uint16_t pc)> spares;
  // A store whose address depends on nothing but these bytes, or that can reach only few addresses, spares nothing.
  std::vector<uint16_t> state;
};

// A store that was assumed to spare bytes.
struct SparedBytes {
  uint16_t pc = 0;
  size_t bytes = 0;  // that it could have reached
  bool operator==(const SparedBytes&) const = default;
};

// How paths end. All inputs fall into just one exit each.
struct Exit {
  enum class Kind : uint8_t { Returned, Bound, Refused, Jammed } kind = Kind::Returned;
  Term condition;
  Term assumed;  // by MachineOptions::spares; inputs beyond it are unaccounted for
  SymbolicRegisters registers;
  SymbolicMemory memory;
  // Where it has returned to, 0 where that depends on unknown bytes; else the instruction that is not executed.
  uint16_t pc = 0;
  Term next;            // of one that returned: where to, of width 16
  std::string problem;  // unless it returned: what happens, with instruction and address
  uint64_t paths = 1;   // that were merged into it; no more than 2^64 - 1 are counted
  std::vector<SparedBytes> spared;
};

struct Execution {
  // The inputs besides memory: registers at the entry (p with I and D as given), and the reads from chips of all paths,
  // by their number on the path, from 0, and their address.
  Term a, x, y, p;
  Term flags;                                       // the variable in p
  static constexpr uint32_t any_address = 0x10000;  // one that is not known
  using ChipReads = std::map<std::pair<uint64_t, uint32_t>, Term>;
  ChipReads chip_reads;
  std::vector<Exit> exits;
  uint64_t instructions = 0, forks = 0, merges = 0, chip_writes = 0, solver_calls = 0;
  std::bitset<0x10000> executed;  // addresses of instructions
};

// These registers at the entry, as inputs.
void assignRegisters(Assignment& assignment, const Terms& terms, const Execution& execution, uint8_t a,
                     uint8_t x, uint8_t y, uint8_t p);

// Precondition: `terms` is the current arena (Terms::Scope).
Execution execute(Terms& terms, const MachineCode& code, const MachineEntry& entry,
                  const MachineOptions& options = {});

}  // namespace jumpscope::prove
