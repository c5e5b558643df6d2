// The routine that a proof is about: where it is, and with which memory the game has called it.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/console/console.h"
#include "src/session/session.h"
#include "src/trace/profile.h"

namespace jumpscope::prove {

// What a routine may read and write but for the registers of chips and boards.
struct Memory {
  std::array<uint8_t, 0x800> ram{};  // $0000-$07FF and its mirrors
  std::vector<uint8_t> board;        // $6000-$7FFF; empty: see Mapping::work_ram

  bool operator==(const Memory&) const = default;
};

struct Registers {
  uint8_t a = 0, x = 0, y = 0, s = 0, p = 0;

  bool operator==(const Registers&) const = default;
};

// Whether an address of RAM lies in the part of the stack that a routine needs that was entered with the stack pointer
// `entered` and now has `s`: what it has pushed, and where it returns to.
constexpr bool isLiveStack(uint16_t address, uint8_t entered, uint8_t s) {
  const int last = entered + 2 < 0xFF ? entered + 2 : 0xFF;
  return address > 0x0100 + s && address <= 0x0100 + last;
}

// What the cartridge answers with by itself, without a register of the board.
struct Mapping {
  // The offset in PRG-ROM of each 2 KiB from $8000 on; empty on a board that switches no banks.
  std::vector<std::optional<uint32_t>> banks;
  // Each 256 bytes from $8000 on in which reads give a byte of PRG-ROM. Elsewhere they give anything.
  std::bitset<0x80> rom = std::bitset<0x80>().set();
  bool work_ram = false;         // $6000-$7FFF is RAM, each byte of it once
  bool board_registers = false;  // writes elsewhere on the cartridge may change all this

  bool romAt(uint16_t address) const { return rom[(address & 0x7FFF) >> 8]; }
  bool operator==(const Mapping&) const = default;
};

// The program at $8000-$FFFF.
struct Program : Mapping {
  std::array<uint8_t, 0x8000> bytes{};

  uint8_t at(uint16_t address) const { return bytes[address & 0x7FFF]; }
  uint16_t word(uint16_t address) const {
    return static_cast<uint16_t>(at(address) | at(static_cast<uint16_t>(address + 1)) << 8);
  }
};

// One execution of the routine in a run.
struct Entry {
  size_t run = 0;  // index of Routine::runs
  uint64_t frame = 0;
  console::Buttons pad = 0;  // port 1, as latched for that frame
  size_t program = 0;        // index of Routine::programs
  Registers registers, registers_after;
  uint16_t return_address = 0;  // where the caller continues; for a routine that was called by JSR
  Memory before, after;
  bool returned = false;                        // what follows is known
  bool interrupted = false;                     // `after` has what the interrupt's handler wrote, too
  bool remapped = false;                        // Program::Mapping is another at the return
  std::shared_ptr<const console::State> state;  // of the console at the entry; nullptr for most entries
};

// A run of the cartridge from power-on.
struct Run {
  session::Input input;
  console::Options options;
};

// An instruction of the routine or of what it calls that stores through an index or a pointer, and what it did in
// the executions that were seen.
struct ComputedStore {
  uint16_t pc = 0;
  std::string instruction;
  uint16_t lowest = 0, highest = 0;  // addresses written
  bool wrote_compared = false;       // one of Routine::compared
  bool wrote_stack = false;          // what the routine or its caller still needed there
  std::vector<uint16_t> written;     // the addresses, ascending

  bool operator==(const ComputedStore&) const = default;
};

// Two bytes of the zero page through which the routine stores without having set them itself, as compiled programs
// use the pointer to the stack of their variables. It is the same in all entries.
struct FixedPointer {
  uint8_t address = 0;
  uint16_t value = 0;

  bool operator==(const FixedPointer&) const = default;
};

// A byte of RAM that the routine executes, or jumps through, as its caller left it. It is the same in all entries.
struct CodeByte {
  uint16_t address = 0;
  uint8_t value = 0;

  bool operator==(const CodeByte&) const = default;
};

// A byte of RAM that holds the pad's buttons in all entries.
struct PadByte {
  uint16_t address = 0;
  bool reversed = false;  // A in bit 7, as most games shift it in; else Right in bit 7, as console::Buttons

  bool operator==(const PadByte&) const = default;
};

struct Routine {
  std::shared_ptr<const console::Cartridge> cartridge;
  std::vector<Run> runs;
  uint16_t address = 0;
  std::vector<uint16_t> motion;  // bytes of the variables that the routine moves, and of their gravity
  std::vector<uint16_t>
      compared;  // bytes that the profile's model computes; without a model, those of `motion`
  std::vector<Program> programs;  // as seen at entries, the most frequent first
  uint64_t calls = 0;             // in all runs; of many, not all are kept in `entries`
  std::vector<Entry> entries;
  // Those that the routine uses first, then by address; empty: there is none, or the pad never changed.
  std::vector<PadByte> pad_bytes;
  std::vector<ComputedStore> computed;  // by address
  std::vector<FixedPointer> pointers;   // by address
  std::vector<CodeByte> code;           // by address
  // Why nothing can be said of the routine, or why it cannot be proved; empty: the entries show nothing of the kind.
  std::string refused, unexplained;
  std::string found;  // how it was found, as a sentence without a full stop

  const Program& program() const { return programs.front(); }
  std::optional<PadByte> padByte() const {
    return pad_bytes.empty() ? std::nullopt : std::optional(pad_bytes.front());
  }
};

// The buttons as a game keeps them that shifts A in first: bit 7 is A.
uint8_t reversed(uint8_t buttons);

struct Search {
  std::optional<uint16_t> address;  // the routine's, where the user says it
  size_t most_entries = 16384, most_states = 64;
};

// Runs the cartridge and finds the routine: without Search::address the innermost subroutine that is called once in each
// frame of the game's logic and whose call tree writes all bytes of the profile's motion and gravity. Without `runs` a
// fixed exploration presses buttons (explore.h). Throws std::runtime_error with a sentence when there is none.
Routine findRoutine(std::shared_ptr<const console::Cartridge> cartridge, const trace::Profile& profile,
                    std::vector<Run> runs, const Search& search = {});

}  // namespace jumpscope::prove
