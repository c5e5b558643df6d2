// Random routines for the symbolic machine: branches, loops, calls, tables, pointers and computed jumps.
#pragma once

#include <cstdint>
#include <random>

#include "src/prove/routine/routine.h"

namespace jumpscope::prove::tests {

class RandomRoutine {
 public:
  static constexpr uint16_t entry = 0x8000;

  explicit RandomRoutine(uint32_t seed);
  const Program& program() const { return program_; }

 private:
  void subroutine(int depth);
  void statement(int depth);
  void arithmetic();
  void memory();
  void indexed();
  void pointer();
  void branch(int depth);
  void loop(int depth);
  void call();
  void stack(int depth);
  void computedJump();

  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  uint8_t zeroPage() { return static_cast<uint8_t>(below(12)); }
  void byte(unsigned value) { program_.bytes[at_++ & 0x7FFF] = static_cast<uint8_t>(value); }
  void emit(unsigned opcode, unsigned operand) {
    byte(opcode);
    byte(operand);
  }
  void emitWord(unsigned opcode, unsigned operand) {
    emit(opcode, operand & 0xFF);
    byte(operand >> 8);
  }

  std::mt19937 random_;
  Program program_;
  uint16_t at_ = entry;
  std::vector<uint16_t> subroutines_;
};

}  // namespace jumpscope::prove::tests
