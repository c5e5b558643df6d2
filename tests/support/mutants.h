// A program modified at one instruction: which modifications there are, and their names.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace jumpscope::tests {

struct Instruction {
  uint16_t address = 0;
  int length = 1;
  std::array<uint8_t, 3> bytes{};  // those beyond the length are 0

  bool operator==(const Instruction&) const = default;
};

// "LDA #$01"
std::string textOf(const Instruction& instruction);

// The instructions from `first` to `last`, both included, decoded one after the other. `prg` begins at $8000.
std::vector<Instruction> decode(std::span<const uint8_t> prg, uint16_t first, uint16_t last);

struct Mutant {
  Instruction original, mutated;

  // "$827A LDA #$01 -> LDA #$02"
  std::string name() const;
};

// Every mutant of each instruction in turn, none twice: the opcode replaced by each other documented one of
// the same length; each byte of an operand plus and minus 1, each of its bits flipped, 0 and $FF; the target of
// a branch moved by 1 and 2 bytes both ways and to the 16 instructions before and behind it.
std::vector<Mutant> mutantsOf(const std::vector<Instruction>& code);

// The program with the mutant in the original's place.
std::vector<uint8_t> patched(std::span<const uint8_t> prg, const Mutant& mutant);

}  // namespace jumpscope::tests
