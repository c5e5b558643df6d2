// opcodes.def as a table, and the facts derived from its rows.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace jumpscope::cpu6502 {

enum class Mode : uint8_t {
  Implied,
  Accumulator,
  Immediate,
  ZeroPage,
  ZeroPageX,
  ZeroPageY,
  Absolute,
  AbsoluteX,
  AbsoluteY,
  Indirect,   // JMP ($1234)
  IndirectX,  // ($12,X)
  IndirectY,  // ($12),Y
  Relative,
};

// What the instruction does with its bus cycles; processor.h has one function for each.
enum class Shape : uint8_t {
  Read,
  Write,
  Modify,
  Implied,
  Mask,  // CLI, SEI
  Branch,
  Push,
  Pull,
  UnstableWrite,  // SHA, SHX, SHY, TAS
  Magic,          // ANE, LXA
  Jump,
  Control,
};

struct Opcode {
  std::string_view mnemonic;  // upper case, without a mark
  Mode mode;
  Shape shape;
  bool official;
  std::string_view script;  // legend in opcodes.def
};

// clang-format off
inline constexpr std::array<Opcode, 256> opcodes = [] {
  constexpr bool official = true, unofficial = false;
  std::array<Opcode, 256> table{};
#define OP(code, mnemonic, mode, shape, status, script) \
  table[code] = {#mnemonic, Mode::mode, Shape::shape, status, script};
#include "cpu6502/opcodes.def"
#undef OP
  return table;
}();
// clang-format on

static_assert(
    [] {
      for (const Opcode& opcode : opcodes)
        if (opcode.script.empty()) return false;
      return true;
    }(),
    "opcodes.def must have a row for each of the 256 opcodes");

// Bytes that the processor takes from the instruction stream, 1 to 3. BRK is 2: it skips a byte.
constexpr int instructionLength(uint8_t opcode) {
  int length = 0;
  for (const char letter : opcodes[opcode].script) length += letter == 'F' || letter == 'o';
  return length;
}

// Cycles without those that a crossed page or a taken branch add, 2 to 8. A jam opcode counts 5, then it
// stands still.
constexpr int baseCycles(uint8_t opcode) {
  int cycles = 0;
  bool optional = false;
  for (const char letter : opcodes[opcode].script) {
    if (letter == '(') optional = true;
    if (letter == ')') optional = false;
    cycles += !optional && letter != ' ' && letter != '|' && letter != ')';
  }
  return cycles;
}

static_assert(baseCycles(0x00) == 7 && baseCycles(0xB1) == 5 && baseCycles(0xD0) == 2 &&
              baseCycles(0x1E) == 7);
static_assert(instructionLength(0xEA) == 1 && instructionLength(0xD0) == 2 && instructionLength(0x20) == 3);

}  // namespace jumpscope::cpu6502
