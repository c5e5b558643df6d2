// The routine that a proof is about: where it is, and with which memory the game has called it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/console/console.h"
#include "src/prove/machine/program.h"
#include "src/session/session.h"
#include "src/trace/profile.h"

namespace jumpscope::prove {

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

// What other code did to a byte from the end of one call to the beginning of the call of the next frame.
struct Between {
  uint64_t calls = 0;    // of that kind
  uint64_t changed = 0;  // of these: it was another
  // Where it was not 0 at the end: it was less by one; it was the same.
  uint64_t counted = 0, stayed = 0;
};

struct Routine {
  std::shared_ptr<const console::Cartridge> cartridge;
  std::vector<Run> runs;
  uint16_t address = 0;
  std::vector<uint16_t> motion;  // bytes of the variables that the routine moves, and of their gravity
  std::vector<uint16_t>
      compared;  // bytes that the profile's model computes; without a model, those of `motion`
  std::map<uint16_t, Between> between;  // of `compared`, in all runs
  std::vector<Program> programs;        // as seen at entries, the most frequent first
  uint64_t calls = 0;                   // in all runs; of many, not all are kept in `entries`
  std::vector<Entry> entries;
  // Those that the routine uses first, then by address; empty: there is none, or the pad never changed.
  std::vector<PadByte> pad_bytes;
  std::vector<ComputedStore> computed;  // by address; of a way (ways.h), as what follows
  std::vector<FixedPointer> pointers;   // by address
  std::vector<CodeByte> code;           // by address
  // Why nothing can be said of the routine, or why it cannot be proved; empty: the entries show nothing of the kind.
  std::string refused, unexplained;
  std::string found;    // how it was found, as a sentence without a full stop
  std::string command;  // Search::command

  // "--routine", or "prove --routine" for a command that has no such option.
  std::string option(const std::string& name) const { return command.empty() ? name : command + " " + name; }
  const Program& program() const { return programs.front(); }
  std::optional<PadByte> padByte() const {
    return pad_bytes.empty() ? std::nullopt : std::optional(pad_bytes.front());
  }
};

// The buttons as a game keeps them that shifts A in first: bit 7 is A.
uint8_t reversed(uint8_t buttons);

// True if what the routine leaves elsewhere depends on the byte.
bool matters(const Routine& routine, uint16_t address);

struct Search {
  std::optional<uint16_t> address;  // the routine's, where the user says it
  size_t most_entries = 16384, most_states = 64;
  // Whose options a sentence may advise, where it is another command that asks: "prove"; empty: its own.
  std::string command = {};
};

// Runs the cartridge and finds the routine: without Search::address the innermost subroutine that is called once in each
// frame of the game's logic and whose call tree writes all bytes of the profile's motion and gravity. Without `runs` a
// fixed exploration presses buttons (explore.h). Throws std::runtime_error with a sentence when there is none.
Routine findRoutine(std::shared_ptr<const console::Cartridge> cartridge, const trace::Profile& profile,
                    std::vector<Run> runs, const Search& search = {});

}  // namespace jumpscope::prove
