#include "tests/mappers/board_bench.h"

namespace jumpscope::tests {
namespace {

TEST(Nina001, MoreThanEightKibOfChrRomMakeOne) {
  BoardBench bench({.mapper = 34, .prg_kib = 64, .chr_kib = 64});
  bench.write(0x7FFD, 1);
  bench.write(0x7FFE, 5);
  bench.write(0x7FFF, 9);
  EXPECT_EQ(bench.prg(0x8000, 32), 1);
  EXPECT_EQ(bench.chr(0x0000, 4), 5);
  EXPECT_EQ(bench.chr(0x1000, 4), 9);
}

TEST(Nina001, AWriteToARegisterGoesToTheRamBelowItToo) {
  BoardBench bench({.mapper = 34, .submapper = 1, .prg_kib = 64, .chr_kib = 64});
  bench.write(0x7FFE, 0x45);
  bench.write(0x7900, 0x12);
  EXPECT_EQ(bench.read(0x7FFE), 0x45);
  EXPECT_EQ(bench.read(0x7900), 0x12);
}

TEST(Nina001, ItsRegistersLieOverSmallRamToo) {
  BoardBench bench({.mapper = 34, .submapper = 1, .prg_kib = 64, .chr_kib = 64, .prg_ram_kib = 1});
  bench.write(0x7FFD, 1);
  EXPECT_EQ(bench.prg(0x8000, 32), 1);
  EXPECT_EQ(bench.read(0x63FD), 1);
}

TEST(Nina001, WritesToRomChangeNothing) {
  BoardBench bench({.mapper = 34, .submapper = 1, .prg_kib = 64, .chr_kib = 64});
  bench.write(0x8000, 1);
  EXPECT_EQ(bench.prg(0x8000, 32), 0);
}

}  // namespace
}  // namespace jumpscope::tests
