#include "src/lift/code.h"

#include <algorithm>
#include <stdexcept>

#include "cpu6502/disassemble.h"
#include "cpu6502/opcodes.h"
#include "src/trace/watch.h"

namespace jumpscope::lift {
namespace {

using Places = std::set<uint16_t>;

constexpr uint16_t last_instruction = 0xFFFD;

// What ends the flow of control but branches, JMP and JSR: RTS, RTI, BRK, JMP (…), and opcodes that jam.
bool endsFlow(uint8_t code) {
  const std::string_view mnemonic = cpu6502::opcodes[code].mnemonic;
  return code == 0x6C || mnemonic == "RTS" || mnemonic == "RTI" || mnemonic == "BRK" || mnemonic == "JAM";
}

// The instructions that follow `entry` without a call, up to other functions.
class Region {
 public:
  Region(const Code& code, const Places& functions) : code_(code), functions_(functions) {}

  void add(uint16_t entry, bool through_jumps) {
    std::vector<uint16_t> open{entry};
    const auto follow = [&](uint16_t to) {
      if (!functions_.contains(to)) open.push_back(to);
    };
    while (!open.empty()) {
      const uint16_t pc = open.back();
      open.pop_back();
      if (pc < 0x8000 || pc > last_instruction || !places.insert(pc).second) continue;
      const Instruction instruction = code_.at(pc);
      if (instruction.opcode == opcode::jmp) {
        if (through_jumps) follow(instruction.target());
        jumps.insert(instruction.target());
        continue;
      }
      if (instruction.opcode == opcode::jsr) calls.insert(instruction.target());
      if (instruction.isBranch()) follow(instruction.target());
      if (!endsFlow(instruction.opcode)) follow(instruction.next());
    }
  }

  Places places, jumps, calls;

 private:
  const Code& code_;
  const Places& functions_;
};

// One round: the functions that are called by those known, and the targets of jumps that leave a function for good.
Places oneRound(const Code& code, const Places& functions) {
  Places found = functions;
  for (const uint16_t entry : functions) {
    Region region(code, functions);
    region.add(entry, false);
    bool grew = true;
    while (grew) {
      grew = false;
      for (const uint16_t target : Places(region.jumps)) {
        if (region.places.contains(target) || found.contains(target)) continue;
        Region beyond(code, functions);
        beyond.add(target, true);
        const bool comes_back = std::any_of(beyond.places.begin(), beyond.places.end(),
                                            [&](uint16_t place) { return region.places.contains(place); });
        if (comes_back) {
          region.add(target, false);
          grew = true;
        } else {
          found.insert(target);
        }
      }
    }
    found.insert(region.calls.begin(), region.calls.end());
  }
  return found;
}

}  // namespace

uint16_t Instruction::target() const {
  if (!isBranch()) return operand;
  return static_cast<uint16_t>(next() + static_cast<int8_t>(operand));
}

bool Code::isFunction(uint16_t address) const {
  return std::find(functions.begin(), functions.end(), address) != functions.end();
}

Instruction Code::at(uint16_t pc) const {
  if (pc < 0x8000 || pc > last_instruction)
    throw std::runtime_error("the routine cannot be lifted: it continues at " + trace::addressText(pc) +
                             ", and only code at $8000-$FFFD stays as it is");
  const auto byte = [&](int offset) { return program.at(static_cast<uint16_t>(pc + offset)); };
  Instruction instruction{pc, byte(0), 0, cpu6502::instructionLength(byte(0))};
  if (instruction.length > 1) instruction.operand = byte(1);
  if (instruction.length > 2) instruction.operand = static_cast<uint16_t>(instruction.operand | byte(2) << 8);
  return instruction;
}

std::string Code::textAt(uint16_t pc) const {
  const std::array<uint8_t, 3> bytes{program.at(pc), program.at(static_cast<uint16_t>(pc + 1)),
                                     program.at(static_cast<uint16_t>(pc + 2))};
  return trace::addressText(pc) + " " + cpu6502::disassemble(pc, bytes);
}

Code readCode(const prove::Program& program, uint16_t routine) {
  Code code(program);
  Places functions{routine};
  for (Places next = oneRound(code, functions); next != functions; next = oneRound(code, functions))
    functions = std::move(next);
  code.functions = {routine};
  for (const uint16_t entry : functions)
    if (entry != routine) code.functions.push_back(entry);
  return code;
}

}  // namespace jumpscope::lift
