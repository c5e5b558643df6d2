// The same program on another board.
#pragma once

#include <cstddef>
#include <string>

namespace jumpscope::tests {

// `rom`: an iNES image of mapper 0 with 32 KiB of PRG, whose program lies in its first 8 KiB. Here each 8 KiB have it, so
// that it does not matter which of them a board begins with.
inline std::string onBoard(std::string rom, int mapper) {
  constexpr size_t header = 16, bank = 0x2000, vectors = 6;
  const std::string last = rom.substr(header + 4 * bank - vectors, vectors);
  for (size_t i = 0; i < 4; ++i) {
    if (i > 0) rom.replace(header + i * bank, bank, rom.substr(header, bank));
    rom.replace(header + (i + 1) * bank - vectors, vectors, last);
  }
  rom[6] = static_cast<char>((rom[6] & 0x0F) | (mapper & 15) << 4);
  rom[7] = static_cast<char>((rom[7] & 0x0F) | (mapper & 0xF0));
  return rom;
}

}  // namespace jumpscope::tests
