#include "tests/mappers/board_bench.h"

namespace jumpscope::tests {
namespace {

void set(BoardBench& bench, unsigned reg, unsigned value) {
  bench.write(0x8000, reg);
  bench.write(0xA000, value);
}

TEST(Fme7, SwitchesPrgAndChr) {
  BoardBench bench({.mapper = 69});
  for (unsigned i = 0; i < 8; ++i) set(bench, i, 20 + i);
  for (unsigned i = 0; i < 3; ++i) set(bench, 9 + i, 10 + i);
  EXPECT_EQ(bench.prgBanks(8), "ABCV");
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(bench.chr(i * 0x400, 1), static_cast<int>(20 + i));
}

TEST(Fme7, RomOrRamLieAt6000) {
  BoardBench bench({.mapper = 69});
  set(bench, 8, 0x05);
  EXPECT_EQ(bench.prg(0x6000, 8), 5);
  set(bench, 8, 0xC0);
  EXPECT_EQ(bench.ram(), "rw");
  set(bench, 8, 0x40);
  EXPECT_EQ(bench.ram(), "--");
}

TEST(Fme7, DrivesMirroring) {
  BoardBench bench({.mapper = 69});
  const char* expected[] = {"0101", "0011", "0000", "1111"};
  for (unsigned mode = 0; mode < 4; ++mode) {
    set(bench, 0xC, mode);
    EXPECT_EQ(bench.nametables(), expected[mode]);
  }
}

TEST(Fme7, InterruptsWhenTheCounterPassesZero) {
  BoardBench bench({.mapper = 69});
  set(bench, 0xE, 100);
  set(bench, 0xF, 0);
  set(bench, 0xD, 0x81);
  EXPECT_EQ(bench->nextIrqChange(), bench.cycle + 101);
  EXPECT_EQ(bench.cyclesToIrq(1000), 101);
  set(bench, 0xD, 0x81);
  EXPECT_FALSE(bench->irq());
  EXPECT_EQ(bench->nextIrqChange(), bench.cycle + 0x10000 - 2);  // it goes on counting
}

TEST(Fme7, CountsWithoutInterrupting) {
  BoardBench bench({.mapper = 69});
  set(bench, 0xE, 2);
  set(bench, 0xD, 0x80);
  EXPECT_EQ(bench->nextIrqChange(), mappers::never);
  EXPECT_EQ(bench.cyclesToIrq(1000), -1);
}

}  // namespace
}  // namespace jumpscope::tests
