#include "tests/mappers/board_bench.h"

namespace jumpscope::tests {
namespace {

TEST(Camerica, SwitchesFromC000On) {
  BoardBench bench({.mapper = 71, .chr_kib = 0});
  bench.write(0xC000, 5);
  EXPECT_EQ(bench.prgBanks(16), "5F");
  bench.write(0xBFFF, 3);
  EXPECT_EQ(bench.prgBanks(16), "5F");
}

TEST(Camerica, TheBf9097ChoosesThePage) {
  BoardBench bench({.mapper = 71, .submapper = 1, .chr_kib = 0});
  EXPECT_EQ(bench.nametables(), "0000");
  bench.write(0x8000, 0x10);
  EXPECT_EQ(bench.nametables(), "1111");
}

TEST(Camerica, WithoutASubmapperAWriteTo9000MakesABf9097) {
  BoardBench bench({.mapper = 71, .chr_kib = 0});
  bench.write(0x8000, 0x10);
  EXPECT_EQ(bench.nametables(), "0101");
  bench.write(0x9000, 0x10);
  EXPECT_EQ(bench.nametables(), "1111");
}

TEST(Bf9096, SwitchesWithinABlock) {
  BoardBench bench({.mapper = 232, .chr_kib = 0});
  bench.write(0x8000, 0x10);
  bench.write(0xC000, 0x01);
  EXPECT_EQ(bench.prgBanks(16), "9B");
}

TEST(Bf9096, SubmapperOneSwapsTheLinesOfTheBlock) {
  BoardBench bench({.mapper = 232, .submapper = 1, .chr_kib = 0});
  bench.write(0x8000, 0x10);
  EXPECT_EQ(bench.prgBanks(16), "47");
}

}  // namespace
}  // namespace jumpscope::tests
