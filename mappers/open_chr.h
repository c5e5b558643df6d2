// CHR that a board has switched off: nothing drives the PPU's data lines, which still hold the low byte of
// the address that was multiplexed onto them. Source: NESdev "INES Mapper 185", "PPU pinout".
#pragma once

#include <array>

#include "mappers/board.h"

namespace jumpscope::mappers {

inline constexpr std::array<uint8_t, 0x400> open_chr = [] {
  std::array<uint8_t, 0x400> bytes{};
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i);
  return bytes;
}();

inline void disconnectChr(ppu::Wiring& ppu) {
  ppu.chr.fill(open_chr.data());
  ppu.sprite_chr.fill(open_chr.data());
  ppu.chr_writable.fill(nullptr);
}

}  // namespace jumpscope::mappers
