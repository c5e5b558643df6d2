#include "cpu6502/disassemble.h"

namespace jumpscope::cpu6502 {

namespace {

std::string hex(unsigned value, int digits) {
  std::string text = "$";
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    text += "0123456789ABCDEF"[(value >> shift) & 0xF];
  return text;
}

std::string operandText(Mode mode, uint16_t pc, uint8_t low, uint8_t high) {
  const std::string byte = hex(low, 2);
  const std::string word = hex(static_cast<unsigned>(high << 8 | low), 4);
  switch (mode) {
    case Mode::Implied:
      return "";
    case Mode::Accumulator:
      return "A";
    case Mode::Immediate:
      return "#" + byte;
    case Mode::ZeroPage:
      return byte;
    case Mode::ZeroPageX:
      return byte + ",X";
    case Mode::ZeroPageY:
      return byte + ",Y";
    case Mode::Absolute:
      return word;
    case Mode::AbsoluteX:
      return word + ",X";
    case Mode::AbsoluteY:
      return word + ",Y";
    case Mode::Indirect:
      return "(" + word + ")";
    case Mode::IndirectX:
      return "(" + byte + ",X)";
    case Mode::IndirectY:
      return "(" + byte + "),Y";
    case Mode::Relative:
      return hex(static_cast<uint16_t>(pc + 2 + static_cast<int8_t>(low)), 4);
  }
  return "";
}

}  // namespace

std::string disassemble(uint16_t pc, std::span<const uint8_t, 3> bytes) {
  const Opcode& opcode = opcodes[bytes[0]];
  std::string text = opcode.official ? "" : "*";
  text += opcode.mnemonic;
  const std::string operand = operandText(opcode.mode, pc, bytes[1], bytes[2]);
  return operand.empty() ? text : text + " " + operand;
}

}  // namespace jumpscope::cpu6502
