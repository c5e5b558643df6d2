#include "mappers/board.h"

namespace jumpscope::mappers {

Pages mapNrom(const Cartridge& cartridge, BoardState& state) {
  constexpr size_t prg_page = 0x2000;
  constexpr size_t chr_page = 0x0400;
  Pages pages;

  pages.prg[0] = pages.prg_ram = state.prg_ram.data();
  for (size_t page = 0; page < 4; ++page)
    pages.prg[1 + page] = cartridge.prg.data() + page * prg_page % cartridge.prg.size();

  if (cartridge.chr_is_ram) pages.chr_ram = state.chr_ram.data();
  const uint8_t* chr = cartridge.chr_is_ram ? state.chr_ram.data() : cartridge.chr.data();
  for (size_t page = 0; page < pages.chr.size(); ++page) pages.chr[page] = chr + page * chr_page;

  // Named after the way the picture repeats: vertical mirroring has its two different tables side by side.
  if (cartridge.mirroring == Mirroring::Vertical)
    pages.nametable = {0, 1, 0, 1};
  else
    pages.nametable = {0, 0, 1, 1};
  return pages;
}

}  // namespace jumpscope::mappers
