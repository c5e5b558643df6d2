// Boards with a counter of CPU cycles: Jaleco SS 88006, Irem H3001, Sunsoft-3; and their relatives without
// one.
#include "tests/mappers/board_bench.h"

namespace jumpscope::tests {
namespace {

TEST(JalecoSs88006, SwitchesByNibbles) {
  BoardBench bench({.mapper = 18});
  const unsigned prg[] = {0x8000, 0x8002, 0x9000};
  for (unsigned i = 0; i < 3; ++i) {
    bench.write(prg[i], 3 + i);
    bench.write(prg[i] + 1, i == 2 ? 1 : 0);
  }
  EXPECT_EQ(bench.prgBanks(8), "34LV");  // 21 is L
  bench.write(0xD002, 0x7);
  bench.write(0xD003, 0x4);
  EXPECT_EQ(bench.chr(0x1C00, 1), 0x47);
}

TEST(JalecoSs88006, DrivesMirroringAndProtectsRam) {
  BoardBench bench({.mapper = 18});
  const char* expected[] = {"0011", "0101", "0000", "1111"};
  for (unsigned mode = 0; mode < 4; ++mode) {
    bench.write(0xF002, mode);
    EXPECT_EQ(bench.nametables(), expected[mode]);
  }
  bench.write(0x9002, 1);
  EXPECT_EQ(bench.ram(), "r-");
  bench.write(0x9002, 0);
  EXPECT_EQ(bench.ram(), "--");
}

TEST(JalecoSs88006, CountsAsManyBitsAsAreFree) {
  const struct {
    unsigned control;
    int cycles;
  } rows[] = {{0x1, 0x1233}, {0x3, 0x233}, {0x5, 0x33}, {0x9, 0x3}};
  for (const auto& row : rows) {
    BoardBench bench({.mapper = 18});
    for (unsigned nibble = 0; nibble < 4; ++nibble) bench.write(0xE000 + nibble, 0x1232 >> nibble * 4);
    bench.write(0xF000, 0);
    bench.write(0xF001, row.control);
    EXPECT_EQ(bench.cyclesToIrq(0x2000), row.cycles);
    bench.write(0xF001, row.control);
    EXPECT_FALSE(bench->irq());
  }
}

TEST(IremH3001, SwitchesPrgChrAndMirroring) {
  BoardBench bench({.mapper = 65});
  EXPECT_EQ(bench.prgBanks(8), "01UV");
  bench.write(0x8000, 3);
  bench.write(0xA000, 4);
  bench.write(0xC000, 5);
  bench.write(0xB007, 0x22);
  bench.write(0x9001, 0x80);
  EXPECT_EQ(bench.prgBanks(8), "345V");
  EXPECT_EQ(bench.chr(0x1C00, 1), 0x22);
  EXPECT_EQ(bench.nametables(), "0011");
}

TEST(IremH3001, CountsToZeroAndStops) {
  BoardBench bench({.mapper = 65});
  bench.write(0x9005, 0);
  bench.write(0x9006, 20);
  bench.write(0x9004, 0);
  bench.write(0x9003, 0x80);
  EXPECT_EQ(bench.cyclesToIrq(100), 20);
  bench.write(0x9004, 0);
  EXPECT_FALSE(bench->irq());
}

TEST(Sunsoft3, SwitchesPrgChrAndMirroring) {
  BoardBench bench({.mapper = 67});
  for (unsigned i = 0; i < 4; ++i) bench.write(0x8800 + i * 0x1000, 10 + i);
  bench.write(0xF800, 5);
  bench.write(0xE800, 1);
  EXPECT_EQ(bench.prgBanks(16), "5F");
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(bench.chr(i * 0x800, 2), static_cast<int>(10 + i));
  EXPECT_EQ(bench.nametables(), "0011");
}

TEST(Sunsoft3, ItsCounterIsWrittenHighByteFirstAndStopsWhenItWraps) {
  BoardBench bench({.mapper = 67});
  bench.write(0xC800, 0x00);
  bench.write(0xC800, 0x10);
  bench.write(0xD800, 0x10);
  EXPECT_EQ(bench.cyclesToIrq(100), 0x11);
  bench.write(0x8000, 0);
  EXPECT_FALSE(bench->irq());
  EXPECT_EQ(bench->nextIrqChange(), mappers::never);
}

TEST(Sunsoft4, NametablesMayBeRom) {
  BoardBench bench({.mapper = 68, .chr_kib = 256});
  bench.write(0xF000, 0x13);
  EXPECT_EQ(bench.prgBanks(16), "3F");
  EXPECT_EQ(bench.ram(), "rw");
  bench.write(0xE000, 0x01);
  EXPECT_EQ(bench.nametables(), "0011");
  bench.write(0xC000, 0x05);
  bench.write(0xD000, 0x06);
  bench.write(0xE000, 0x11);
  EXPECT_EQ(bench.nametables(), "RRRR");
  EXPECT_EQ(bench->pages.ppu.nametable[0].bytes, bench.cartridge.chr.data() + 0x85 * 0x400);
  EXPECT_EQ(bench->pages.ppu.nametable[3].bytes, bench.cartridge.chr.data() + 0x86 * 0x400);
}

TEST(IremG101, MovesItsWindow) {
  BoardBench bench({.mapper = 32});
  bench.write(0x8000, 3);
  bench.write(0xA000, 4);
  bench.write(0xB002, 0x22);
  EXPECT_EQ(bench.prgBanks(8), "34UV");
  EXPECT_EQ(bench.chr(0x0800, 1), 0x22);
  bench.write(0x9000, 3);
  EXPECT_EQ(bench.prgBanks(8), "U43V");
  EXPECT_EQ(bench.nametables(), "0011");
  BoardBench fixed({.mapper = 32, .submapper = 1});
  fixed.write(0x9000, 3);
  EXPECT_EQ(fixed.nametables(), "1111");
  EXPECT_EQ(fixed.prg(0xC000, 8), 30);
}

}  // namespace
}  // namespace jumpscope::tests
