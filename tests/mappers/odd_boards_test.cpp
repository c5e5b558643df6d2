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

TEST(Action53, LooksLikeOtherBoards) {
  BoardBench bench({.mapper = 28, .prg_kib = 512, .chr_kib = 0, .chr_ram_kib = 32});
  EXPECT_EQ(bench.prg(0xC000, 16), 31);  // the last bank
  const auto set = [&](unsigned reg, unsigned value) {
    bench.write(0x5000, reg);
    bench.write(0x8000, value);
  };
  set(0x81, 4);     // the outer bank: 32 KiB number 4
  set(0x80, 0x2E);  // UNROM of 128 KiB, vertical mirroring
  set(0x01, 3);
  EXPECT_EQ(bench.prg(0x8000, 16), 8 + 3);
  EXPECT_EQ(bench.prg(0xC000, 16), 8 + 1);  // the outer bank alone
  EXPECT_EQ(bench.nametables(), "0101");
  set(0x80, 0x20);  // AxROM of 128 KiB
  set(0x01, 0x12);
  EXPECT_EQ(bench.prg(0x8000, 32), 4 + 2);
  EXPECT_EQ(bench.nametables(), "1111");
  set(0x80, 0x0A);  // 32 KiB, the first bank fixed at $8000
  set(0x01, 0x01);
  EXPECT_EQ(bench.prg(0x8000, 16), 8);
  EXPECT_EQ(bench.prg(0xC000, 16), 9);
  set(0x00, 0x02);
  EXPECT_EQ(bench.chr(0, 8), 2);
}

TEST(Unrom512, SwitchesPrgChrAndThePage) {
  BoardBench bench({.mapper = 30, .submapper = 1, .prg_kib = 512, .chr_kib = 0, .chr_ram_kib = 32});
  bench.write(0x8000, 0xC5);
  EXPECT_EQ(bench.prgBanks(16), "5V");
  EXPECT_EQ(bench.chr(0, 8), 2);
  EXPECT_EQ(bench.nametables(), "0101");
  BoardBench paged({.mapper = 30,
                    .submapper = 1,
                    .prg_kib = 512,
                    .chr_kib = 0,
                    .mirroring = mappers::Mirroring::FourScreen});
  paged.write(0x8000, 0x80);
  EXPECT_EQ(paged.nametables(), "1111");
}

TEST(Unrom512, TheBoardWithFlashTakesBanksFromC000On) {
  BoardBench bench({.mapper = 30, .prg_kib = 512, .chr_kib = 0, .battery = true});
  bench.write(0x8000, 0x03);
  EXPECT_EQ(bench.prg(0x8000, 16), 0);
  bench.write(0xC000, 0x03);
  EXPECT_EQ(bench.prg(0x8000, 16), 3);
}

TEST(K1029, TheAddressChoosesTheLayout) {
  BoardBench bench({.mapper = 15, .prg_kib = 512, .chr_kib = 0});
  bench.write(0x8000, 0x04);
  EXPECT_EQ(bench.prgBanks(16), "45");
  EXPECT_FALSE(bench.chrIsRam(0));
  bench.write(0x8001, 0x44);
  EXPECT_EQ(bench.prgBanks(16), "47");
  EXPECT_EQ(bench.nametables(), "0011");
  EXPECT_TRUE(bench.chrIsRam(0));
  bench.write(0x8002, 0x84);
  EXPECT_EQ(bench.prgBanks(8), "9999");
  bench.write(0x8003, 0x04);
  EXPECT_EQ(bench.prgBanks(16), "44");
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
