// MMC2 and MMC4.
#include "tests/mappers/board_bench.h"

namespace jumpscope::tests {
namespace {

void fetch(BoardBench& bench, unsigned address) { bench->fetched(address, false, 0, bench.cycle * 12); }

void setChr(BoardBench& bench) {
  for (unsigned reg = 0; reg < 4; ++reg) bench.write(0xB000 + reg * 0x1000, 3 + reg);
}

TEST(Mmc2, SwitchesEightKibOfPrg) {
  BoardBench bench({.mapper = 9, .prg_kib = 128});
  bench.write(0xA000, 5);
  EXPECT_EQ(bench.prgBanks(8), "5DEF");
}

TEST(Mmc2, TilesFdAndFeSwitchChr) {
  BoardBench bench({.mapper = 9, .prg_kib = 128});
  setChr(bench);
  fetch(bench, 0x0FD8);
  fetch(bench, 0x1FDF);
  EXPECT_EQ(bench.chr(0x0000, 4), 3);
  EXPECT_EQ(bench.chr(0x1000, 4), 5);
  fetch(bench, 0x0FE8);
  EXPECT_EQ(bench.chr(0x0000, 4), 4);
  EXPECT_EQ(bench.chr(0x1000, 4), 5);
  fetch(bench, 0x1FE9);
  EXPECT_EQ(bench.chr(0x1000, 4), 6);
}

TEST(Mmc2, TheLeftTableLooksAtTheFirstRowOnly) {
  BoardBench mmc2({.mapper = 9, .prg_kib = 128}), mmc4({.mapper = 10});
  for (BoardBench* bench : {&mmc2, &mmc4}) {
    setChr(*bench);
    fetch(*bench, 0x0FE9);
  }
  EXPECT_EQ(mmc2.chr(0x0000, 4), 3);
  EXPECT_EQ(mmc4.chr(0x0000, 4), 4);
}

TEST(Mmc2, TheLowerPlaneAndOtherTilesSwitchNothing) {
  BoardBench bench({.mapper = 10});
  setChr(bench);
  for (const unsigned address : {0x0FD0u, 0x0FE0u, 0x0FF8u, 0x0EE8u, 0x2FE8u}) fetch(bench, address);
  EXPECT_EQ(bench.chr(0x0000, 4), 3);
}

TEST(Mmc2, DrivesMirroring) {
  BoardBench bench({.mapper = 9, .prg_kib = 128});
  EXPECT_EQ(bench.nametables(), "0101");
  bench.write(0xF000, 1);
  EXPECT_EQ(bench.nametables(), "0011");
}

TEST(Mmc4, SwitchesSixteenKibOfPrg) {
  BoardBench bench({.mapper = 10});
  bench.write(0xA000, 5);
  EXPECT_EQ(bench.prgBanks(16), "5F");
}

}  // namespace
}  // namespace jumpscope::tests
