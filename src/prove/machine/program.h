// What a routine finds when it is called: the program, memory and the processor's registers.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <vector>

namespace jumpscope::prove {

// What a routine may read and write but for the registers of chips and boards.
struct Memory {
  std::array<uint8_t, 0x800> ram{};  // $0000-$07FF and its mirrors
  std::vector<uint8_t> board;        // $6000-$7FFF; empty: see Mapping::work_ram

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

// What the cartridge answers with by itself, without a register of the board.
struct Mapping {
  // The offset in PRG-ROM of each 2 KiB from $8000 on; empty on a board that switches no banks.
  std::vector<std::optional<uint32_t>> banks;
  // Each 256 bytes from $8000 on in which reads give a byte of PRG-ROM. Elsewhere they give anything.
  std::bitset<0x80> rom = std::bitset<0x80>().set();
  bool work_ram = false;         // $6000-$7FFF is RAM, each byte of it once
  bool board_registers = false;  // writes elsewhere on the cartridge may change all this

  bool romAt(uint16_t address) const { return rom[(address & 0x7FFF) >> 8]; }
  bool operator==(const Mapping&) const = default;
};

// The program at $8000-$FFFF.
struct Program : Mapping {
  std::array<uint8_t, 0x8000> bytes{};

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
