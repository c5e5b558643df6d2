// What hangs on the PPU's bus: pointers into the dump, or into board RAM that the console owns.
#pragma once

#include <array>
#include <cstdint>

namespace jumpscope::ppu {

struct Wiring {
  std::array<const uint8_t*, 8> chr{};  // $0000-$1FFF, 1 KiB each
  uint8_t* chr_ram = nullptr;           // $0000-$1FFF when writable
  std::array<uint8_t, 4> nametable{};   // which 1 KiB of vram answers for $2000, $2400, $2800, $2C00

  const uint8_t* pattern(unsigned address) const { return chr[address >> 10] + (address & 0x3FF); }
  unsigned vramIndex(unsigned address) const {
    return static_cast<unsigned>(nametable[address >> 10 & 3]) << 10 | (address & 0x3FF);
  }
};

}  // namespace jumpscope::ppu
