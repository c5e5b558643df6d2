// Which instructions a disassembly shows, so that the next one is among them and the lines seldom move.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace jumpscope::play {

// Of the instruction at an address, in bytes.
using LengthAt = std::function<int(uint16_t)>;

// The address `lines` instructions before `pc`, or fewer where no decoding of the bytes leads to `pc` otherwise. What is
// before an instruction is not known for sure: bytes before it may be data, or an instruction that nobody runs.
uint16_t linesBefore(const LengthAt& lengthAt, uint16_t pc, int lines);

class Listing {
 public:
  // The first address of so many lines. It stays while `pc` is one of them, with a line below it; else a quarter of the
  // lines is before `pc`.
  uint16_t top(const LengthAt& lengthAt, uint16_t pc, int lines);

 private:
  std::optional<uint16_t> top_;
};

}  // namespace jumpscope::play
