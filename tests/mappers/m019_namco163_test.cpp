// Namco 163, 175 and 340.
#include "tests/mappers/board_bench.h"

namespace jumpscope::tests {
namespace {

TEST(Namco163, SwitchesPrgAndChr) {
  BoardBench bench({.mapper = 19});
  for (unsigned i = 0; i < 8; ++i) bench.write(0x8000 + i * 0x800, 0x10 + i);
  for (unsigned i = 0; i < 3; ++i) bench.write(0xE000 + i * 0x800, 3 + i);
  EXPECT_EQ(bench.prgBanks(8), "345V");
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(bench.chr(i * 0x400, 1), static_cast<int>(0x10 + i));
}

TEST(Namco163, NametablesAreCiramOrChrRom) {
  BoardBench bench({.mapper = 19});
  EXPECT_EQ(bench.nametables(), "0101");
  bench.write(0xC000, 0xE1);
  bench.write(0xC800, 0x20);
  EXPECT_EQ(bench.nametables(), "1R01");
}

TEST(Namco163, PatternsMayLieInCiram) {
  BoardBench bench({.mapper = 19});
  bench.write(0x8000, 0xE1);
  EXPECT_EQ(bench.board->pages.ppu.chr_writable[0], bench.ciram.data() + 0x400);
  bench.write(0xE800, 0x40);  // not in the left table
  EXPECT_EQ(bench.chr(0x0000, 1), 0xE1 % 128);
}

TEST(Namco163, ProtectsItsRamByTwoKib) {
  BoardBench bench({.mapper = 19});
  EXPECT_EQ(bench.ram(), "r-");
  bench.write(0xF800, 0x42);
  EXPECT_EQ(bench.ram(0x6000), "rw");
  EXPECT_EQ(bench.ram(0x6800), "r-");
  EXPECT_EQ(bench.ram(0x7000), "rw");
}

TEST(Namco163, CountsUpAndStops) {
  BoardBench bench({.mapper = 19});
  bench.write(0x5000, 0xF0);
  bench.write(0x5800, 0xFF);
  EXPECT_EQ(bench.cyclesToIrq(100), 15);
  EXPECT_EQ(bench.read(0x5000), 0xFF);
  EXPECT_EQ(bench.read(0x5800), 0xFF);
  bench.write(0x5000, 0xFE);
  EXPECT_FALSE(bench->irq());
}

TEST(Namco163, AChipsRamIsReachedThroughAPort) {
  BoardBench bench({.mapper = 19});
  bench.write(0xE000, 0x40);  // sound off
  bench.write(0xF800, 0x80 | 0x10);
  bench.write(0x4800, 0x11);
  bench.write(0x4800, 0x22);
  bench.write(0xF800, 0x80 | 0x10);
  EXPECT_EQ(bench.read(0x4800), 0x11);
  EXPECT_EQ(bench.read(0x4FFF), 0x22);
  bench.write(0xF800, 0x10);  // without stepping
  EXPECT_EQ(bench.read(0x4800), 0x11);
  EXPECT_EQ(bench.read(0x4800), 0x11);
}

TEST(Namco163, APlayingChannelMovesItsPhase) {
  BoardBench bench({.mapper = 19});
  const auto poke = [&](unsigned at, unsigned value) {
    bench.write(0xF800, at);
    bench.write(0x4800, value);
  };
  poke(0x78, 0x01);  // frequency $000001
  poke(0x7C, 0xF0);  // 16 samples
  poke(0x7F, 0x00);  // one channel
  poke(0x79, 0x00);
  bench->runTo(bench.cycle += 150);
  bench.write(0xF800, 0x79);
  const uint8_t phase = bench.read(0x4800).value();
  EXPECT_GE(phase, 10);
  EXPECT_LE(phase, 11);
}

TEST(Namco163, TheBatteryKeepsTheChipsRamToo) {
  BoardBench bench({.mapper = 19});
  EXPECT_EQ(bench.state.prg_ram.size(), 0x2080u);
  BoardBench none({.mapper = 19, .prg_ram_kib = 0});
  EXPECT_EQ(none.state.prg_ram.size(), 0x80u);
  EXPECT_EQ(none.ram(), "--");
}

TEST(Namco340, DrivesMirroring) {
  BoardBench bench({.mapper = 210, .submapper = 2});
  const char* expected[] = {"0000", "0101", "0011", "1111"};
  for (unsigned mode = 0; mode < 4; ++mode) {
    bench.write(0xE000, mode << 6 | 5);
    EXPECT_EQ(bench.nametables(), expected[mode]);
    EXPECT_EQ(bench.prg(0x8000, 8), 5);
  }
}

TEST(Namco175, EnablesItsRamAndHasSolderedMirroring) {
  BoardBench bench({.mapper = 210, .submapper = 1, .mirroring = mappers::Mirroring::Horizontal});
  EXPECT_EQ(bench.ram(), "r-");
  bench.write(0xC000, 1);
  EXPECT_EQ(bench.ram(), "rw");
  bench.write(0xE000, 0x40);
  EXPECT_EQ(bench.nametables(), "0011");
}

}  // namespace
}  // namespace jumpscope::tests
