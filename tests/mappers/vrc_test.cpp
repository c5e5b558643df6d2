// Konami's chips.
#include "mappers/vrc_irq.h"
#include "tests/mappers/board_bench.h"

namespace jumpscope::tests {
namespace {

// A board with a VRC2 or VRC4 and the address lines that its chip's A0 and A1 lie at.
struct Wired {
  int mapper, submapper;
  unsigned low, high;
};
const Wired wirings[] = {{21, 1, 0x02, 0x04}, {21, 2, 0x40, 0x80}, {21, 0, 0x02, 0x04}, {21, 0, 0x40, 0x80},
                         {22, 0, 0x02, 0x01}, {23, 1, 0x01, 0x02}, {23, 2, 0x04, 0x08}, {23, 3, 0x01, 0x02},
                         {23, 0, 0x01, 0x02}, {23, 0, 0x04, 0x08}, {25, 1, 0x02, 0x01}, {25, 2, 0x08, 0x04},
                         {25, 3, 0x02, 0x01}, {25, 0, 0x02, 0x01}, {25, 0, 0x08, 0x04}};

TEST(Vrc4, EachBoardHasItsLinesForTheRegisters) {
  for (const Wired& w : wirings) {
    BoardBench bench({.mapper = w.mapper, .submapper = w.submapper});
    bench.write(0x8000, 3);
    bench.write(0xA000, 4);
    bench.write(0xB000, 0x6);
    bench.write(0xB000 | w.low, 0x1);
    bench.write(0xE000 | w.high, 0x8);
    bench.write(0xE000 | w.high | w.low, 0x2);
    EXPECT_EQ(bench.prgBanks(8), "34UV") << w.mapper << "." << w.submapper;
    const int drops = w.mapper == 22;
    EXPECT_EQ(bench.chr(0x0000, 1), 0x16 >> drops) << w.mapper << "." << w.submapper;
    EXPECT_EQ(bench.chr(0x1C00, 1), 0x28 >> drops) << w.mapper << "." << w.submapper;
  }
}

TEST(Vrc4, SwapsPrgBanksAndProtectsRam) {
  BoardBench bench({.mapper = 23, .submapper = 1});
  bench.write(0x8000, 3);
  bench.write(0x9002, 2);
  EXPECT_EQ(bench.prgBanks(8), "U03V");
  EXPECT_EQ(bench.ram(), "--");
  bench.write(0x9002, 1);
  EXPECT_EQ(bench.ram(), "rw");
}

TEST(Vrc4, DrivesMirroringInFourWays) {
  BoardBench bench({.mapper = 23, .submapper = 1});
  const char* expected[] = {"0101", "0011", "0000", "1111"};
  for (unsigned mode = 0; mode < 4; ++mode) {
    bench.write(0x9000, mode);
    EXPECT_EQ(bench.nametables(), expected[mode]);
  }
}

TEST(Vrc2, DrivesMirroringInTwoWays) {
  BoardBench bench({.mapper = 23, .submapper = 3});
  bench.write(0x9000, 0xFF);
  EXPECT_EQ(bench.nametables(), "0011");
  bench.write(0x9003, 0x00);
  EXPECT_EQ(bench.nametables(), "0101");
}

TEST(Vrc2, HasNoInterrupts) {
  BoardBench bench({.mapper = 23, .submapper = 3});
  bench.write(0xF002, 0x06);
  EXPECT_EQ(bench.cyclesToIrq(1000), -1);
}

TEST(Vrc2, HasALatchOfOneBitWhereRamIsNot) {
  BoardBench bench({.mapper = 22, .prg_ram_kib = 0});
  bench.write(0x6000, 0xFF);
  EXPECT_EQ(bench.read(0x6000), 0x61);
  bench.write(0x6FFF, 0xFE);
  EXPECT_EQ(bench.read(0x6123), 0x60);
  EXPECT_EQ(bench.read(0x7000), std::nullopt);
}

TEST(Vrc4, InterruptsByCycles) {
  BoardBench bench({.mapper = 23, .submapper = 1});
  bench.write(0xF000, 0x0C);
  bench.write(0xF001, 0x0F);
  bench.write(0xF002, 0x06);
  EXPECT_EQ(bench->nextIrqChange(), bench.cycle + 4);
  EXPECT_EQ(bench.cyclesToIrq(100), 4);
  bench.write(0xF003, 0);  // acknowledges, and stops
  EXPECT_FALSE(bench->irq());
  EXPECT_EQ(bench.cyclesToIrq(1000), -1);
}

TEST(Vrc4, InterruptsByScanlines) {
  BoardBench bench({.mapper = 23, .submapper = 1});
  bench.write(0xF000, 0x0E);
  bench.write(0xF001, 0x0F);
  bench.write(0xF002, 0x03);
  EXPECT_EQ(bench.cyclesToIrq(1000), 228);  // 2 * 341 / 3, rounded up
  bench.write(0xF003, 0);                   // acknowledges, and goes on
  EXPECT_NE(bench->nextIrqChange(), mappers::never);
}

TEST(Vrc6, SwitchesPrgAndRam) {
  BoardBench bench({.mapper = 24});
  bench.write(0x8000, 3);
  bench.write(0xC000, 9);
  EXPECT_EQ(bench.prgBanks(8), "679V");
  EXPECT_EQ(bench.ram(), "--");
  bench.write(0xB003, 0x80);
  EXPECT_EQ(bench.ram(), "rw");
}

TEST(Vrc6, HasThreeChrModes) {
  BoardBench bench({.mapper = 24});
  for (unsigned i = 0; i < 8; ++i) bench.write(0xD000 + i / 4 * 0x1000 + i % 4, 0x10 + 2 * i);
  bench.write(0xB003, 0x20);
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(bench.chr(i * 0x400, 1), static_cast<int>(0x10 + 2 * i));
  bench.write(0xB003, 0x21);
  for (unsigned i = 0; i < 8; ++i)
    EXPECT_EQ(bench.chr(i * 0x400, 1), static_cast<int>(0x10 + i / 2 * 2 + i % 2));
  bench.write(0xB003, 0x22);
  EXPECT_EQ(bench.chr(0x0C00, 1), 0x16);
  EXPECT_EQ(bench.chr(0x1000, 1), 0x18);
  EXPECT_EQ(bench.chr(0x1400, 1), 0x19);
  EXPECT_EQ(bench.chr(0x1800, 1), 0x1A);
}

TEST(Vrc6, ProgramsSetMirroringInFourWays) {
  BoardBench bench({.mapper = 24});
  const unsigned modes[] = {0x20, 0x24, 0x28, 0x2C};
  const char* expected[] = {"0101", "0011", "0000", "1111"};
  for (unsigned i = 0; i < 4; ++i) {
    bench.write(0xB003, modes[i]);
    EXPECT_EQ(bench.nametables(), expected[i]);
  }
}

TEST(Vrc6, NametablesMayBeRom) {
  BoardBench bench({.mapper = 24});
  bench.write(0xB003, 0x30);
  EXPECT_EQ(bench.nametables(), "RRRR");
}

TEST(Vrc6, MapperTwentySixHasItsLinesExchanged) {
  BoardBench bench({.mapper = 26});
  bench.write(0xB003, 0x20);
  bench.write(0xD001, 0x33);
  EXPECT_EQ(bench.chr(0x0800, 1), 0x33);
}

TEST(Vrc7, EachSubmapperHasItsLine) {
  for (const auto& [submapper, line] : {std::pair{1, 0x08u}, {2, 0x10u}, {0, 0x08u}, {0, 0x10u}}) {
    BoardBench bench({.mapper = 85, .submapper = submapper});
    bench.write(0x8000, 3);
    bench.write(0x8000 | line, 4);
    bench.write(0x9000, 5);
    bench.write(0xD000 | line, 0x22);
    bench.write(0xE000, 0x81);
    EXPECT_EQ(bench.prgBanks(8), "345V") << submapper;
    EXPECT_EQ(bench.chr(0x1C00, 1), 0x22) << submapper;
    EXPECT_EQ(bench.nametables(), "0011") << submapper;
    EXPECT_EQ(bench.ram(), "rw") << submapper;
    bench.write(0xE000 | line, 0xF0);
    bench.write(0xF000, 0x06);
    EXPECT_EQ(bench.cyclesToIrq(100), 16) << submapper;
  }
}

TEST(Vrc3, CountsSixteenBitsOrEight) {
  BoardBench bench({.mapper = 73, .chr_kib = 0});
  for (unsigned nibble = 0; nibble < 4; ++nibble)
    bench.write(0x8000 + nibble * 0x1000, nibble < 2 ? 0xE : 0xF);
  bench.write(0xC000, 0x02);
  EXPECT_EQ(bench.cyclesToIrq(100), 0x12);  // from $FFEE
  bench.write(0xD000, 0);
  EXPECT_FALSE(bench->irq());
  bench.write(0xC000, 0x07);
  EXPECT_EQ(bench.cyclesToIrq(100), 0x12);
  bench.write(0xD000, 0);
  EXPECT_EQ(bench.cyclesToIrq(100), 0x11);  // the counter was reloaded a cycle before
}

TEST(Vrc3, SwitchesSixteenKib) {
  BoardBench bench({.mapper = 73, .prg_kib = 128, .chr_kib = 0});
  bench.write(0xF000, 5);
  EXPECT_EQ(bench.prgBanks(16), "57");
}

}  // namespace
}  // namespace jumpscope::tests
