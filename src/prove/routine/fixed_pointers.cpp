#include "src/prove/routine/fixed_pointers.h"

#include <algorithm>
#include <optional>
#include <set>

#include "cpu6502/opcodes.h"
#include "src/prove/machine/concrete.h"

namespace jumpscope::prove {

std::optional<uint8_t> pointerOf(const Program& program, uint16_t pc) {
  if (pc < 0x8000 || cpu6502::opcodes[program.at(pc)].mode != cpu6502::Mode::IndirectY) return std::nullopt;
  return program.at(static_cast<uint16_t>(pc + 1));
}

uint16_t pointerIn(const Memory& memory, uint8_t pointer) {
  return static_cast<uint16_t>(memory.ram[pointer] | memory.ram[static_cast<uint8_t>(pointer + 1)] << 8);
}

namespace {

// Where the first store through the pointer goes.
std::optional<uint16_t> firstStore(const Routine& routine, const Entry& entry, Memory memory,
                                   uint8_t pointer) {
  std::optional<uint16_t> stored;
  const Program& program = routine.programs[entry.program];
  runConcrete(program, routine.address, memory, entry.registers, {}, [&](const DataWrite& write) {
    if (!stored && pointerOf(program, write.pc) == pointer) stored = write.address;
  });
  return stored;
}

// True if the routine takes it as its caller left it, and does not set it before the first store.
bool isCallers(const Routine& routine, uint8_t pointer) {
  constexpr size_t looked_at = 1024;
  const size_t stride = routine.entries.size() / looked_at + 1;
  for (size_t i = 0; i < routine.entries.size(); i += stride) {
    const Entry& entry = routine.entries[i];
    const auto usual = firstStore(routine, entry, entry.before, pointer);
    if (!usual) continue;
    Memory moved = entry.before;
    moved.ram[pointer] ^= 0x10;
    return firstStore(routine, entry, moved, pointer) != usual;
  }
  return false;
}

bool isNamed(const Routine& routine, uint16_t address) {
  const auto among = [&](const std::vector<uint16_t>& bytes) {
    return std::find(bytes.begin(), bytes.end(), address) != bytes.end();
  };
  return among(routine.compared) || among(routine.motion);
}

}  // namespace

std::vector<FixedPointer> fixedPointers(const Routine& routine) {
  std::set<uint8_t> candidates;
  for (const ComputedStore& store : routine.computed)
    if (const auto pointer = pointerOf(routine.program(), store.pc)) candidates.insert(*pointer);
  std::vector<FixedPointer> pointers;
  for (const uint8_t pointer : candidates) {
    const uint16_t value = pointerIn(routine.entries.front().before, pointer);
    const bool fixed = std::all_of(routine.entries.begin(), routine.entries.end(), [&](const Entry& entry) {
      return pointerIn(entry.before, pointer) == value;
    });
    if (fixed && !isNamed(routine, pointer) && !isNamed(routine, static_cast<uint8_t>(pointer + 1)) &&
        isCallers(routine, pointer))
      pointers.push_back({pointer, value});
  }
  return pointers;
}

}  // namespace jumpscope::prove
