#include "tests/prove/random_routine.h"

#include <array>

namespace jumpscope::prove::tests {
namespace {

constexpr uint16_t data = 0xF000;      // tables of random bytes
constexpr uint16_t pointers = 0xF800;  // low bytes, then high bytes, of addresses of RAM
constexpr uint16_t leaves = 0x9000;
constexpr uint8_t loop_counter = 0x10;  // one for each depth
constexpr uint8_t pointer_at = 0x20;

template <size_t n>
uint8_t any(const std::array<uint8_t, n>& opcodes, unsigned choice) {
  return opcodes[choice % n];
}

}  // namespace

RandomRoutine::RandomRoutine(uint32_t seed) : random_(seed) {
  for (uint16_t i = 0; i < 0x400; ++i) program_.bytes[(data + i) & 0x7FFF] = static_cast<uint8_t>(random_());
  for (uint16_t i = 0; i < 8; ++i) {
    program_.bytes[(pointers + i) & 0x7FFF] = static_cast<uint8_t>(0x40 + 16 * below(4));
    program_.bytes[(pointers + 8 + i) & 0x7FFF] = static_cast<uint8_t>(i % 2 == 0 ? 0x03 : 0x04);
  }
  at_ = leaves;
  for (int i = 0; i < 3; ++i) {
    subroutines_.push_back(at_);
    subroutine(2);
  }
  at_ = entry;
  subroutine(0);
}

void RandomRoutine::subroutine(int depth) {
  const unsigned statements = 3 + below(depth == 0 ? 6 : 3);
  for (unsigned i = 0; i < statements; ++i) statement(depth);
  byte(0x60);
}

void RandomRoutine::statement(int depth) {
  switch (below(14)) {
    case 0:
    case 1:
    case 2:
      return arithmetic();
    case 3:
    case 4:
      return memory();
    case 5:
    case 6:
      return indexed();
    case 7:
      return pointer();
    case 8:
      return depth < 3 ? loop(depth) : memory();
    case 9:
      return depth < 2 ? call() : memory();
    case 10:
      return stack(depth);
    case 11:
      return depth < 2 ? computedJump() : arithmetic();
    default:
      return depth < 4 ? branch(depth) : arithmetic();
  }
}

void RandomRoutine::arithmetic() {
  static constexpr std::array<uint8_t, 11> immediate{0x69, 0xE9, 0x29, 0x09, 0x49, 0xA9,
                                                     0xC9, 0xE0, 0xC0, 0xA2, 0xA0};
  static constexpr std::array<uint8_t, 16> implied{0x0A, 0x4A, 0x2A, 0x6A, 0xAA, 0xA8, 0x8A, 0x98,
                                                   0xE8, 0xC8, 0xCA, 0x88, 0x18, 0x38, 0xB8, 0xBA};
  if (below(2) == 0)
    emit(any(immediate, below(64)), below(256));
  else
    byte(any(implied, below(64)));
}

void RandomRoutine::memory() {
  static constexpr std::array<uint8_t, 24> opcodes{0xA5, 0xA6, 0xA4, 0x85, 0x86, 0x84, 0x65, 0xE5,
                                                   0x25, 0x05, 0x45, 0xC5, 0xE6, 0xC6, 0x06, 0x46,
                                                   0x26, 0x66, 0x24, 0xA7, 0x87, 0xC7, 0x67, 0x07};
  emit(any(opcodes, below(240)), zeroPage());
}

void RandomRoutine::indexed() {
  emit(0x29, (1u << (1 + below(5))) - 1);  // AND
  byte(0xAA);                              // TAX
  switch (below(5)) {
    case 0:
      return emitWord(0xBD, data + below(0x300));  // LDA data,X
    case 1:
      return emitWord(0x9D, 0x0300 + below(8));  // STA $03xx,X
    case 2:
      return emitWord(0xBD, 0x0300 + below(8));
    case 3:
      return emit(0x95, below(2) == 0 ? 0x00 : 0xFE);  // STA zp,X around the end of the page
    default:
      return emitWord(0xFE, 0x0B00 + below(8));  // INC in a mirror of RAM
  }
}

// A pointer from a table, and an access through it.
void RandomRoutine::pointer() {
  emit(0xA5, zeroPage());
  emit(0x29, 0x07);
  byte(0xAA);
  emitWord(0xBD, pointers);
  emit(0x85, pointer_at);
  emitWord(0xBD, pointers + 8);
  emit(0x85, pointer_at + 1);
  emit(0xA5, zeroPage());
  emit(0x29, 0x0F);
  byte(0xA8);
  emit(0xA5, zeroPage());
  emit(below(2) == 0 ? 0x91 : 0x71, pointer_at);  // STA or ADC ($20),Y
}

void RandomRoutine::branch(int depth) {
  if (below(2) == 0) memory();
  const uint8_t taken = static_cast<uint8_t>(0x10 + 0x20 * below(8));
  emit(taken, 0);
  const uint16_t skipped = at_;
  for (unsigned i = 1 + below(2); i > 0; --i) statement(depth + 2);
  const bool has_else = below(2) == 0;
  if (has_else) emitWord(0x4C, 0);
  const uint16_t other = at_;
  if (has_else) {
    statement(depth + 2);
    program_.bytes[(other - 2) & 0x7FFF] = static_cast<uint8_t>(at_ & 0xFF);
    program_.bytes[(other - 1) & 0x7FFF] = static_cast<uint8_t>(at_ >> 8);
  }
  if (other - skipped < 0x80) program_.bytes[(skipped - 1) & 0x7FFF] = static_cast<uint8_t>(other - skipped);
}

// A fixed number of turns, or one that memory gives; sometimes left early.
void RandomRoutine::loop(int depth) {
  const unsigned counter = loop_counter + static_cast<unsigned>(depth);
  if (below(2) == 0) {
    emit(0xA9, 1 + below(3));
  } else {
    emit(0xA5, zeroPage());
    emit(0x29, 0x03);
  }
  emit(0x85, counter);
  const uint16_t start = at_;
  statement(3);
  uint16_t leave = 0;
  if (below(3) == 0) {
    emit(below(2) == 0 ? 0x90 : 0x30, 0);
    leave = at_;
  }
  emit(0xC6, counter);
  if (at_ + 2 - start < 0x7C) emit(0x10, static_cast<unsigned>(start - (at_ + 2)) & 0xFF);
  if (leave != 0) program_.bytes[(leave - 1) & 0x7FFF] = static_cast<uint8_t>(at_ - leave);
}

void RandomRoutine::call() {
  emitWord(0x20, subroutines_[below(static_cast<unsigned>(subroutines_.size()))]);
}

void RandomRoutine::stack(int depth) {
  const bool flags = below(2) == 0;
  byte(flags ? 0x08 : 0x48);
  statement(depth + 3);
  byte(flags ? 0x28 : 0x68);
}

// To one of four blocks, by an indirect jump or by a return to a pushed address.
void RandomRoutine::computedJump() {
  const bool by_return = below(2) == 0;
  const uint16_t table = static_cast<uint16_t>(0xE000 + (at_ & 0x7FF) * 2);
  emit(0xA5, zeroPage());
  emit(0x29, 0x03);
  byte(0xAA);
  if (by_return) {
    emitWord(0xBD, table + 4);
    byte(0x48);
    emitWord(0xBD, table);
    byte(0x48);
    byte(0x60);
  } else {
    emitWord(0xBD, table);
    emit(0x85, pointer_at);
    emitWord(0xBD, table + 4);
    emit(0x85, pointer_at + 1);
    emitWord(0x6C, pointer_at);
  }
  std::array<uint16_t, 4> exits{};
  for (uint16_t i = 0; i < 4; ++i) {
    const unsigned target = at_ - (by_return ? 1u : 0u);
    program_.bytes[(table + i) & 0x7FFF] = static_cast<uint8_t>(target & 0xFF);
    program_.bytes[(table + 4 + i) & 0x7FFF] = static_cast<uint8_t>(target >> 8);
    memory();
    emitWord(0x4C, 0);
    exits[i] = at_;
  }
  for (const uint16_t exit : exits) {
    program_.bytes[(exit - 2) & 0x7FFF] = static_cast<uint8_t>(at_ & 0xFF);
    program_.bytes[(exit - 1) & 0x7FFF] = static_cast<uint8_t>(at_ >> 8);
  }
}

}  // namespace jumpscope::prove::tests
