// Taito's chips.
#include "tests/mappers/board_bench.h"

namespace jumpscope::tests {
namespace {

void setBanks(BoardBench& bench) {
  for (unsigned i = 0; i < 4; ++i) {
    bench.write(0x8000 + i, 4 + i);
    bench.write(0xA000 + i, 0x20 + i);
  }
}

TEST(Tc0190, SwitchesTwoPrgAndSixChrBanks) {
  for (const int mapper : {33, 48}) {
    BoardBench bench({.mapper = mapper});
    setBanks(bench);
    EXPECT_EQ(bench.prgBanks(8), "45UV");
    EXPECT_EQ(bench.chr(0x0000, 2), 6);
    EXPECT_EQ(bench.chr(0x0800, 2), 7);
    for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(bench.chr(0x1000 + i * 0x400, 1), static_cast<int>(0x20 + i));
  }
}

TEST(Tc0190, HasMirroringInTheFirstPrgRegister) {
  BoardBench bench({.mapper = 33});
  EXPECT_EQ(bench.nametables(), "0101");
  bench.write(0x8000, 0x43);
  EXPECT_EQ(bench.nametables(), "0011");
  EXPECT_EQ(bench.prg(0x8000, 8), 3);
}

TEST(Tc0690, HasMirroringAtE000) {
  BoardBench bench({.mapper = 48});
  bench.write(0x8000, 0x43);
  EXPECT_EQ(bench.nametables(), "0101");
  bench.write(0xE000, 0x40);
  EXPECT_EQ(bench.nametables(), "0011");
}

TEST(Tc0690, InterruptsSomeCyclesAfterTheRiseAndWithAnInvertedLatch) {
  BoardBench bench({.mapper = 48});
  bench.write(0xC000, 5 ^ 0xFF);
  bench.write(0xC001, 0);
  bench.write(0xC002, 0);
  EXPECT_EQ(bench->a12RisesToIrq(), 6u);
  for (int i = 0; i < 5; ++i) bench.scanline();
  bench.cycle += 50;
  bench->a12Changed(true, bench.cycle * 12);
  EXPECT_FALSE(bench->irq());
  EXPECT_EQ(bench->nextIrqChange(), bench.cycle + 4);
  EXPECT_EQ(bench.cyclesToIrq(100), 4);
  bench.write(0xC003, 0);
  EXPECT_FALSE(bench->irq());
}

TEST(TaitoX1005, SwitchesAtTheEndOfRam) {
  BoardBench bench({.mapper = 80});
  bench.write(0x7EF0, 0x12);
  bench.write(0x7EF3, 0x33);
  bench.write(0x7EFA, 3);
  bench.write(0x7EFC, 4);
  bench.write(0x7EFE, 5);
  bench.write(0x7EF6, 1);
  EXPECT_EQ(bench.prgBanks(8), "345V");
  EXPECT_EQ(bench.chr(0x0000, 2), 9);
  EXPECT_EQ(bench.chr(0x1400, 1), 0x33);
  EXPECT_EQ(bench.nametables(), "0101");
}

TEST(TaitoX1005, OneValueEnablesItsRam) {
  BoardBench bench({.mapper = 80});
  bench.write(0x7F00, 0x11);
  EXPECT_EQ(bench.read(0x7F00), std::nullopt);
  bench.write(0x7EF8, 0xA3);
  bench.write(0x7F05, 0x22);
  EXPECT_EQ(bench.read(0x7F85), 0x22);  // 128 bytes repeat
}

TEST(TaitoX1005, ItsHighestChrLineMayChooseTheNametables) {
  BoardBench bench({.mapper = 207});
  bench.write(0x7EF0, 0x80);
  EXPECT_EQ(bench.nametables(), "1100");
  EXPECT_EQ(bench.chr(0x0000, 2), 0);
}

TEST(TaitoX1017, ThreeKeysOpenItsRam) {
  BoardBench bench({.mapper = 82});
  const unsigned keys[] = {0xCA, 0x69, 0x84}, starts[] = {0x6000, 0x6800, 0x7000};
  for (unsigned i = 0; i < 3; ++i) {
    bench.write(starts[i] + 5, 0x10 + i);
    EXPECT_EQ(bench.read(starts[i] + 5), std::nullopt);
    bench.write(0x7EF7 + i, keys[i]);
    bench.write(starts[i] + 5, 0x10 + i);
    EXPECT_EQ(bench.read(starts[i] + 5), 0x10 + i);
  }
  EXPECT_EQ(bench.read(0x7400), std::nullopt);
}

TEST(TaitoX1017, SwitchesPrgAndChr) {
  BoardBench bench({.mapper = 82});
  for (unsigned i = 0; i < 3; ++i) bench.write(0x7EFA + i, (3 + i) << 2);
  bench.write(0x7EF0, 0x12);
  bench.write(0x7EF2, 0x33);
  EXPECT_EQ(bench.prgBanks(8), "345V");
  EXPECT_EQ(bench.chr(0x0000, 2), 9);
  bench.write(0x7EF6, 3);
  EXPECT_EQ(bench.chr(0x1000, 2), 9);
  EXPECT_EQ(bench.chr(0x0000, 1), 0x33);
  EXPECT_EQ(bench.nametables(), "0101");
}

}  // namespace
}  // namespace jumpscope::tests
