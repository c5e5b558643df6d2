// What a routine finds when it is called: the program, memory and the processor's registers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace jumpscope::prove {

// What a routine may read and write but for the registers of chips and boards.
struct Memory {
  std::array<uint8_t, 0x800> ram{};  // $0000-$07FF and its mirrors
  std::vector<uint8_t> board;        // $6000-$7FFF; empty: the cartridge has no RAM there

  bool operator==(const Memory&) const = default;
};

struct Registers {
  uint8_t a = 0, x = 0, y = 0, s = 0, p = 0;

  bool operator==(const Registers&) const = default;
};

// True for an address of RAM in the part of the stack that a routine needs that was entered with the stack pointer
// `entered` and now has `s`: what it has pushed, and where it returns to.
constexpr bool isLiveStack(uint16_t address, uint8_t entered, uint8_t s) {
  const int last = entered + 2 < 0xFF ? entered + 2 : 0xFF;
  return address > 0x0100 + s && address <= 0x0100 + last;
}

// The program at $8000-$FFFF.
struct Program {
  std::array<uint8_t, 0x8000> bytes{};
  // The offset in PRG-ROM of each 2 KiB; empty on a board that switches no banks.
  std::vector<std::optional<uint32_t>> banks;

  uint8_t at(uint16_t address) const { return bytes[address & 0x7FFF]; }
  uint16_t word(uint16_t address) const {
    return static_cast<uint16_t>(at(address) | at(static_cast<uint16_t>(address + 1)) << 8);
  }
};

// The byte of a memory; 0 where there is none.
uint8_t byteAt(const Memory& memory, uint16_t address);
// The byte that the processor fetches there as code: the program's, or the memory's below it.
uint8_t codeAt(const Program& program, const Memory& memory, uint16_t address);
// Its place in a memory; nullptr where there is none.
uint8_t* placeOf(Memory& memory, uint16_t address);

}  // namespace jumpscope::prove
