#include "tests/mappers/board_bench.h"

namespace jumpscope::tests {
namespace {

TEST(Vrc1, SwitchesPrgChrAndMirroring) {
  BoardBench bench({.mapper = 75, .prg_kib = 128});
  bench.write(0x8000, 1);
  bench.write(0xA000, 2);
  bench.write(0xC000, 3);
  bench.write(0xE000, 4);
  bench.write(0xF000, 5);
  EXPECT_EQ(bench.prgBanks(8), "123F");
  EXPECT_EQ(bench.chr(0x0000, 4), 4);
  EXPECT_EQ(bench.chr(0x1000, 4), 5);
  bench.write(0x9000, 0x05);
  EXPECT_EQ(bench.chr(0x0000, 4), 4);
  EXPECT_EQ(bench.chr(0x1000, 4), 0x15);
  EXPECT_EQ(bench.nametables(), "0011");
}

}  // namespace
}  // namespace jumpscope::tests
