#include "tests/mappers/board_bench.h"

namespace jumpscope::tests {
namespace {

void set(BoardBench& bench, unsigned reg, unsigned value) {
  bench.write(0x8000, reg);
  bench.write(0x8001, value);
}

TEST(Rambo1, SwitchesThreePrgBanks) {
  BoardBench bench({.mapper = 64});
  set(bench, 6, 3);
  set(bench, 7, 4);
  set(bench, 15, 5);
  EXPECT_EQ(bench.prgBanks(8), "345V");
  bench.write(0x8000, 0x40);
  EXPECT_EQ(bench.prgBanks(8), "534V");
}

TEST(Rambo1, MaySwitchAllOfChrByOneKib) {
  BoardBench bench({.mapper = 64});
  const unsigned regs[] = {0, 8, 1, 9, 2, 3, 4, 5};
  for (unsigned i = 0; i < 8; ++i) set(bench, 0x20 | regs[i], 0x11 + 2 * i);
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(bench.chr(i * 0x400, 1), static_cast<int>(0x11 + 2 * i));
  bench.write(0x8000, 0xA0);
  EXPECT_EQ(bench.chr(0x1000, 1), 0x11);
  bench.write(0x8000, 0x00);
  EXPECT_EQ(bench.chr(0x0000, 2), 8);
}

TEST(Rambo1, CountsRisesOfLine12) {
  BoardBench bench({.mapper = 64});
  bench.write(0xC000, 5);
  bench.write(0xC001, 0);
  bench.write(0xE001, 0);
  EXPECT_EQ(bench->a12RisesToIrq(), 7u);  // the latch and one more
  for (int i = 0; i < 6; ++i) bench.scanline();
  EXPECT_FALSE(bench->irq());
  bench.scanline();
  EXPECT_TRUE(bench->irq());
  bench.write(0xE000, 0);
  EXPECT_FALSE(bench->irq());
}

TEST(Rambo1, CountsGroupsOfFourCycles) {
  BoardBench bench({.mapper = 64});
  bench.write(0xC000, 5);
  bench.write(0xC001, 1);
  const uint64_t start = bench.cycle;
  bench.write(0xE001, 0);
  EXPECT_EQ(bench->nextIrqChange(), start + 7 * 4 + 1);
  EXPECT_GT(bench.cyclesToIrq(100), 0);
  EXPECT_EQ(bench.cycle, start + 7 * 4 + 1);
  EXPECT_EQ(bench->a12RisesToIrq(), 0u);
}

}  // namespace
}  // namespace jumpscope::tests
