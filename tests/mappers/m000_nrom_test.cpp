#include <gtest/gtest.h>

#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

// PRG and CHR whose every 1 KiB is full of its own index.
std::vector<uint8_t> numbered(size_t size) {
  std::vector<uint8_t> bytes(size);
  for (size_t i = 0; i < size; ++i) bytes[i] = uint8_t(i / 0x400);
  return bytes;
}

Cartridge nrom(size_t prg, size_t chr, Mirroring mirroring = Mirroring::Vertical) {
  return makeBareCartridge(numbered(prg), numbered(chr), mirroring, "test");
}

TEST(Nrom, ThirtyTwoKibLieAt8000) {
  const Cartridge cartridge = nrom(0x8000, 0x2000);
  BoardState state;
  const Pages pages = mapNrom(cartridge, state);
  for (size_t page = 0; page < 4; ++page) EXPECT_EQ(pages.prg[1 + page][0], page * 8) << "page " << page;
}

TEST(Nrom, SixteenKibLieAt8000AndAgainAtC000) {
  const Cartridge cartridge = nrom(0x4000, 0x2000);
  BoardState state;
  const Pages pages = mapNrom(cartridge, state);
  EXPECT_EQ(pages.prg[1], pages.prg[3]);
  EXPECT_EQ(pages.prg[2], pages.prg[4]);
  EXPECT_EQ(pages.prg[4][0x1FFF], 15);
}

TEST(Nrom, RamAt6000IsTheStates) {
  const Cartridge cartridge = nrom(0x8000, 0x2000);
  BoardState state;
  const Pages pages = mapNrom(cartridge, state);
  pages.prg_ram[0x1FFF] = 0x42;
  EXPECT_EQ(state.prg_ram[0x1FFF], 0x42);
  EXPECT_EQ(pages.prg[0], state.prg_ram.data());
}

TEST(Nrom, ChrRomCannotBeWritten) {
  const Cartridge cartridge = nrom(0x8000, 0x2000);
  BoardState state;
  const Pages pages = mapNrom(cartridge, state);
  EXPECT_EQ(pages.chr_ram, nullptr);
  for (size_t page = 0; page < 8; ++page) EXPECT_EQ(pages.chr[page][0x3FF], page) << "page " << page;
}

TEST(Nrom, ChrRamIsTheStates) {
  const Cartridge cartridge = nrom(0x8000, 0);
  BoardState state;
  const Pages pages = mapNrom(cartridge, state);
  EXPECT_EQ(pages.chr_ram, state.chr_ram.data());
  for (size_t page = 0; page < 8; ++page) EXPECT_EQ(pages.chr[page], state.chr_ram.data() + page * 0x400);
}

TEST(Nrom, MirroringChoosesTheNametables) {
  BoardState state;
  const Cartridge vertical = nrom(0x8000, 0x2000, Mirroring::Vertical);
  const Cartridge horizontal = nrom(0x8000, 0x2000, Mirroring::Horizontal);
  EXPECT_EQ(mapNrom(vertical, state).nametable, (std::array<uint8_t, 4>{0, 1, 0, 1}));
  EXPECT_EQ(mapNrom(horizontal, state).nametable, (std::array<uint8_t, 4>{0, 0, 1, 1}));
}

}  // namespace
}  // namespace jumpscope::mappers
