#include "tests/support/mutants.h"

#include <algorithm>
#include <cstdio>
#include <set>

#include "cpu6502/disassemble.h"
#include "cpu6502/opcodes.h"

namespace jumpscope::tests {

namespace {

constexpr uint16_t prg_base = 0x8000;
constexpr size_t branch_reach = 16;  // instructions

using Bytes = std::array<uint8_t, 3>;

bool isBranch(uint8_t opcode) { return cpu6502::opcodes[opcode].mode == cpu6502::Mode::Relative; }

void swapOpcodes(const Instruction& instruction, std::set<Bytes>& found) {
  for (size_t opcode = 0; opcode < cpu6502::opcodes.size(); ++opcode) {
    const uint8_t code = static_cast<uint8_t>(opcode);
    if (!cpu6502::opcodes[code].official || cpu6502::instructionLength(code) != instruction.length) continue;
    Bytes bytes = instruction.bytes;
    bytes[0] = code;
    found.insert(bytes);
  }
}

void changeOperands(const Instruction& instruction, std::set<Bytes>& found) {
  for (size_t place = 1; place < static_cast<size_t>(instruction.length); ++place) {
    const uint8_t old = instruction.bytes[place];
    std::vector<int> values{old + 1, old - 1, 0, 0xFF};
    for (int bit = 0; bit < 8; ++bit) values.push_back(old ^ (1 << bit));
    for (const int value : values) {
      Bytes bytes = instruction.bytes;
      bytes[place] = static_cast<uint8_t>(value);
      found.insert(bytes);
    }
  }
}

void changeTargets(const std::vector<Instruction>& code, size_t index, std::set<Bytes>& found) {
  const Instruction& branch = code[index];
  std::vector<int> offsets;
  const int old = static_cast<int8_t>(branch.bytes[1]);
  for (const int change : {-2, -1, 1, 2}) offsets.push_back(old + change);
  const size_t first = index - std::min(index, branch_reach);
  const size_t end = std::min(code.size(), index + branch_reach + 1);
  for (size_t i = first; i < end; ++i) offsets.push_back(code[i].address - (branch.address + 2));
  for (const int offset : offsets) {
    if (offset < -128 || offset > 127) continue;
    Bytes bytes = branch.bytes;
    bytes[1] = static_cast<uint8_t>(offset);
    found.insert(bytes);
  }
}

}  // namespace

std::string textOf(const Instruction& instruction) {
  return cpu6502::disassemble(instruction.address, instruction.bytes);
}

std::vector<Instruction> decode(std::span<const uint8_t> prg, uint16_t first, uint16_t last) {
  std::vector<Instruction> code;
  for (uint32_t address = first; address <= last;) {
    Instruction instruction;
    instruction.address = static_cast<uint16_t>(address);
    instruction.length = cpu6502::instructionLength(prg[address - prg_base]);
    for (int i = 0; i < instruction.length; ++i)
      instruction.bytes[static_cast<size_t>(i)] = prg[address - prg_base + static_cast<uint32_t>(i)];
    code.push_back(instruction);
    address += static_cast<uint32_t>(instruction.length);
  }
  return code;
}

std::string Mutant::name() const {
  std::array<char, 8> place{};
  std::snprintf(place.data(), place.size(), "$%04X ", original.address);
  return std::string(place.data()).append(textOf(original)).append(" -> ").append(textOf(mutated));
}

std::vector<Mutant> mutantsOf(const std::vector<Instruction>& code) {
  std::vector<Mutant> mutants;
  for (size_t i = 0; i < code.size(); ++i) {
    const Instruction& original = code[i];
    std::set<Bytes> found;
    swapOpcodes(original, found);
    if (isBranch(original.bytes[0]))
      changeTargets(code, i, found);
    else
      changeOperands(original, found);
    found.erase(original.bytes);
    for (const Bytes& bytes : found)
      mutants.push_back({original, {original.address, original.length, bytes}});
  }
  return mutants;
}

std::vector<uint8_t> patched(std::span<const uint8_t> prg, const Mutant& mutant) {
  std::vector<uint8_t> bytes(prg.begin(), prg.end());
  std::copy_n(mutant.mutated.bytes.begin(), mutant.mutated.length,
              bytes.begin() + (mutant.mutated.address - prg_base));
  return bytes;
}

}  // namespace jumpscope::tests
