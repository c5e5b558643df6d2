// Boards that have no relatives.
#include "tests/mappers/board_bench.h"

namespace jumpscope::tests {
namespace {

TEST(SingleChip, TheConsolesNametableRamAnswersAsChr) {
  BoardBench bench({.mapper = 218, .prg_kib = 32, .chr_kib = 0});
  for (unsigned i = 0; i < 8; ++i)
    EXPECT_EQ(bench.board->pages.ppu.chr[i], bench.ciram.data() + i % 2 * 0x400);
  EXPECT_EQ(bench.nametables(), "0101");
  EXPECT_TRUE(bench.chrIsRam(0));
  BoardBench line12(
      {.mapper = 218, .prg_kib = 32, .chr_kib = 0, .mirroring = mappers::Mirroring::FourScreen});
  EXPECT_EQ(line12.nametables(), "0000");
  EXPECT_EQ(line12.board->pages.ppu.chr[4], line12.ciram.data() + 0x400);
}

TEST(ActiveEnterprises, TheAddressIsTheRegister) {
  BoardBench bench({.mapper = 228, .prg_kib = 1536, .chr_kib = 512});
  bench.write(0x8000 | 5 << 6 | 0x20 | 3, 2);
  EXPECT_EQ(bench.prg(0x8000, 16), 5);
  EXPECT_EQ(bench.prg(0xC000, 16), 5);
  EXPECT_EQ(bench.chr(0, 8), 14);
  bench.write(0xA000 | 3 << 11 | 4 << 6, 0);
  EXPECT_EQ(bench.prg(0x8000, 32), 34);  // the fourth chip is the third of the dump
  EXPECT_EQ(bench.nametables(), "0011");
  bench.write(0x8000 | 2 << 11, 0);
  EXPECT_EQ(bench.read(0x8000), std::nullopt);
  bench->reset();
  EXPECT_EQ(bench.prg(0x8000, 32), 0);
}

TEST(ActiveEnterprises, KeepsFourNibbles) {
  BoardBench bench({.mapper = 228, .prg_kib = 1536, .chr_kib = 512});
  bench.write(0x5FF1, 0xAB);
  EXPECT_EQ(bench.read(0x5FF1), 0x5B);
  EXPECT_EQ(bench.read(0x4021), 0x4B);
}

TEST(JalecoJf17, TakesABankWhenItsBitRises) {
  BoardBench bench({.mapper = 72});
  bench.setRom(0xE000, 0xFF);
  bench.write(0xE000, 0x83);
  EXPECT_EQ(bench.prgBanks(16), "3F");
  bench.write(0xE000, 0x85);  // the bit was set already
  EXPECT_EQ(bench.prgBanks(16), "3F");
  bench.write(0xE000, 0x45);
  EXPECT_EQ(bench.prgBanks(16), "3F");
  EXPECT_EQ(bench.chr(0, 8), 5);
}

TEST(JalecoJf19, SwitchesTheUpperHalf) {
  BoardBench bench({.mapper = 92});
  EXPECT_EQ(bench.prgBanks(16), "0F");
  bench.setRom(0x8000, 0xFF);
  bench.write(0x8000, 0x83);
  EXPECT_EQ(bench.prgBanks(16), "03");
}

}  // namespace
}  // namespace jumpscope::tests
