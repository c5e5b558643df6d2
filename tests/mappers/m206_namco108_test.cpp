// The Namco 108 and its relatives.
#include "tests/mappers/board_bench.h"

namespace jumpscope::tests {
namespace {

void set(BoardBench& bench, unsigned reg, unsigned value) {
  bench.write(0x8000, reg);
  bench.write(0x8001, value);
}

TEST(Namco108, SwitchesAsAnMmc3WithoutModes) {
  BoardBench bench({.mapper = 206, .prg_kib = 128, .chr_kib = 64});
  for (unsigned reg = 0; reg < 8; ++reg) set(bench, 0xC0 | reg, 10 + reg);
  EXPECT_EQ(bench.prgBanks(8), "01EF");  // 16 and 17 of 16 banks
  EXPECT_EQ(bench.chr(0x0000, 2), 5);
  EXPECT_EQ(bench.chr(0x0800, 2), 5);
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(bench.chr(0x1000 + i * 0x400, 1), static_cast<int>(12 + i));
}

TEST(Namco108, HasNoRegistersFromA000On) {
  BoardBench bench({.mapper = 206, .prg_kib = 128, .chr_kib = 64});
  const std::string before = bench.describe();
  for (const unsigned address : {0xA000u, 0xA001u, 0xC000u, 0xE001u}) bench.write(address, 0xFF);
  EXPECT_EQ(bench.describe(), before);
  EXPECT_EQ(bench.scanlinesToIrq(300), -1);
}

TEST(Dxrom, SubmapperOneDoesNotSwitchPrg) {
  BoardBench bench({.mapper = 206, .submapper = 1, .prg_kib = 32, .chr_kib = 64});
  set(bench, 6, 3);
  EXPECT_EQ(bench.prgBanks(8), "0123");
}

TEST(Namcot3446, SwitchesChrByTwoKib) {
  BoardBench bench({.mapper = 76, .prg_kib = 128, .chr_kib = 128});
  for (unsigned reg = 2; reg < 6; ++reg) set(bench, reg, 20 + reg);
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(bench.chr(i * 0x800, 2), static_cast<int>(22 + i));
}

TEST(Namcot3433, EachPatternTableHasItsHalfOfChrRom) {
  BoardBench bench({.mapper = 88, .prg_kib = 128, .chr_kib = 128});
  set(bench, 0, 0x42);
  set(bench, 2, 0x03);
  EXPECT_EQ(bench.chr(0x0000, 2), 1);
  EXPECT_EQ(bench.chr(0x1000, 1), 0x43);
}

TEST(Namcot3453, AnyWriteToRomChoosesThePage) {
  BoardBench bench({.mapper = 154, .prg_kib = 128, .chr_kib = 128});
  EXPECT_EQ(bench.nametables(), "0000");
  bench.write(0xC000, 0x40);
  EXPECT_EQ(bench.nametables(), "1111");
  bench.write(0x8000, 0x02);
  EXPECT_EQ(bench.nametables(), "0000");
  bench.write(0x8001, 0x43);
  EXPECT_EQ(bench.nametables(), "1111");
  EXPECT_EQ(bench.chr(0x1000, 1), 0x43);
}

TEST(Namcot3425, TheHighestLineOfTheLowBanksChoosesTheNametables) {
  BoardBench bench({.mapper = 95, .prg_kib = 128, .chr_kib = 32});
  set(bench, 0, 0x20);
  set(bench, 1, 0x04);
  EXPECT_EQ(bench.nametables(), "1100");
  EXPECT_EQ(bench.chr(0x0000, 2), 0);
  EXPECT_EQ(bench.chr(0x0800, 2), 2);
}

}  // namespace
}  // namespace jumpscope::tests
