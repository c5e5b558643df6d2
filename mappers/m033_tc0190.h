// Taito's TC0190 and TC0690: two banks of PRG-ROM, six of CHR-ROM. Source: NESdev "INES Mapper 033", "INES
// Mapper 048".
#pragma once

#include "mappers/board.h"

namespace jumpscope::mappers {

struct Tc0190Banks {
  std::array<uint8_t, 2> prg;
  std::array<uint8_t, 6> chr;
};

// Stores what is written to $8000-$BFFF. Returns whether there is such a register.
inline bool writeTc0190(Tc0190Banks& banks, uint16_t address, uint8_t value) {
  const unsigned reg = address & 3;
  if (address < 0x8000 || address >= 0xC000) return false;
  if (address >= 0xA000)
    banks.chr[2 + reg] = value;
  else if (reg < 2)
    banks.prg[reg] = value;
  else
    banks.chr[reg - 2] = value;
  return true;
}

}  // namespace jumpscope::mappers
