#include "src/prove/proof/replay.h"

#include <algorithm>
#include <stdexcept>

#include "src/prove/machine/concrete.h"
#include "src/prove/routine/entries.h"

namespace jumpscope::prove {
namespace {

constexpr uint64_t most_replayed = 1'000'000;

const Entry& firstWithState(const Routine& routine) {
  for (const Entry& entry : routine.entries)
    if (entry.state) return entry;
  throw std::logic_error("the routine has no entry with a state");
}

void put(console::Console& console, const Memory& memory) {
  for (size_t address = 0; address < memory.ram.size(); ++address)
    console.poke(static_cast<uint16_t>(address), memory.ram[address]);
  for (size_t offset = 0; offset < memory.board.size(); ++offset)
    console.poke(static_cast<uint16_t>(board_ram_start + offset), memory.board[offset]);
}

}  // namespace

Replayer::Replayer(const Routine& routine)
    : routine_(routine),
      run_(firstWithState(routine).run),
      console_(routine.cartridge, routine.runs[run_].options) {}

Replayed Replayer::replay(const Memory& memory, const Registers& registers) {
  return replay(firstWithState(routine_), memory, registers);
}

Replayed Replayer::replay(const Entry& entry, const Memory& memory, const Registers& registers) {
  if (entry.run != run_) {
    run_ = entry.run;
    console_ = console::Console(routine_.cartridge, routine_.runs[run_].options);
  }
  console::State state = *entry.state;
  putRegisters(state.cpu, registers);
  console_.restore(state);
  put(console_, memory);
  Replayed result;
  for (uint64_t count = 0; count < most_replayed && !result.returned && !console_.jammed(); ++count) {
    console_.step();
    result.interrupted |= wasInterrupted(console_);
    result.returned = hasReturned(console_.cpu().opcode, registers.s, console_.cpu().s);
  }
  result.registers = registersOf(console_);
  result.pc = console_.cpu().pc;
  result.memory = memoryOf(console_);
  return result;
}

}  // namespace jumpscope::prove
