// The instructions of a routine and of all that it calls, divided into functions.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "src/prove/machine/program.h"

namespace jumpscope::lift {

struct Instruction {
  uint16_t pc = 0;
  uint8_t opcode = 0;
  uint16_t operand = 0;
  int length = 1;

  uint16_t next() const { return static_cast<uint16_t>(pc + length); }
  // Of a branch or of JMP and JSR.
  uint16_t target() const;
  bool isBranch() const { return (opcode & 0x1F) == 0x10; }
};

namespace opcode {
inline constexpr uint8_t jsr = 0x20, rts = 0x60, jmp = 0x4C;
}

struct Code {
  explicit Code(const prove::Program& from) : program(from) {}

  const prove::Program& program;
  // The entries of the functions, the routine first: what is called by JSR, and what is jumped to and does not come back.
  std::vector<uint16_t> functions;

  bool isFunction(uint16_t address) const;
  // Throws std::runtime_error for code outside of $8000-$FFFF.
  Instruction at(uint16_t pc) const;
  std::string textAt(uint16_t pc) const;  // "$8210 LDA $0782"
};

Code readCode(const prove::Program& program, uint16_t routine);

}  // namespace jumpscope::lift
