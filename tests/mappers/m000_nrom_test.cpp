#include "tests/mappers/board_bench.h"

namespace jumpscope::tests {
namespace {

TEST(Nrom, ThirtyTwoKibLieAt8000) {
  BoardBench bench({.mapper = 0, .prg_kib = 32, .chr_kib = 8});
  EXPECT_EQ(bench.prgBanks(8), "0123");
}

TEST(Nrom, SixteenKibLieAt8000AndAgainAtC000) {
  BoardBench bench({.mapper = 0, .prg_kib = 16, .chr_kib = 8});
  EXPECT_EQ(bench.prgBanks(8), "0101");
}

TEST(Nrom, HasRamAt6000WhereTheHeaderDoesNotSay) {
  BoardBench bench(
      {.mapper = 0, .prg_kib = 32, .chr_kib = 8, .prg_ram_kib = 0, .format = mappers::Format::INes});
  EXPECT_EQ(bench.ram(), "rw");
  bench.write(0x7FFF, 0x42);
  EXPECT_EQ(bench.state.prg_ram[0x1FFF], 0x42);
}

TEST(Nrom, HasNoRamWhereTheHeaderSaysSo) {
  BoardBench bench({.mapper = 0, .prg_kib = 32, .chr_kib = 8, .prg_ram_kib = 0});
  for (const unsigned address : {0x6000u, 0x6800u, 0x7000u, 0x7800u}) EXPECT_EQ(bench.ram(address), "--");
  bench.write(0x6000, 0x42);
  EXPECT_EQ(bench.read(0x6000), std::nullopt);
}

TEST(Nrom, RamOfTwoKibRepeatsUpTo8000) {
  BoardBench bench({.mapper = 0, .prg_kib = 32, .chr_kib = 8, .prg_ram_kib = 2});
  bench.write(0x6123, 0x42);
  for (const unsigned address : {0x6123u, 0x6923u, 0x7123u, 0x7923u}) EXPECT_EQ(bench.read(address), 0x42);
}

TEST(Nrom, RamSmallerThanAPageRepeatsWithinItsSize) {
  for (const unsigned size : {128u, 256u, 512u, 1024u, 128u + 256u}) {
    BoardBench bench({.mapper = 0, .prg_kib = 32, .chr_kib = 8, .prg_ram_kib = 0, .prg_ram_bytes = size});
    EXPECT_EQ(bench.state.prg_ram.size(), size);
    bench.write(0x6000 + size - 1, 0x42);
    EXPECT_EQ(bench.read(0x6000 + size - 1), 0x42);
    EXPECT_EQ(bench.read(0x6000 + 2 * size - 1), 0x42);
    bench.write(0x7FFF, 0x43);
    EXPECT_EQ(bench.read(0x7FFF), 0x43);
    EXPECT_EQ(bench.state.prg_ram[0x7FFF % size], 0x43);
    EXPECT_EQ(bench.read(0x6000), 0x00);
    EXPECT_EQ(bench.read(0x5FFF), std::nullopt);
  }
}

TEST(Nrom, WritesToRomChangeNothing) {
  BoardBench bench({.mapper = 0, .prg_kib = 32, .chr_kib = 8});
  const std::string before = bench.describe();
  for (unsigned address = 0x4020; address < 0x10000; ++address) bench.write(address, 0xFF);
  EXPECT_EQ(bench.describe(), before);
}

TEST(Nrom, ChrRomCannotBeWritten) {
  BoardBench bench({.mapper = 0, .prg_kib = 32, .chr_kib = 8});
  EXPECT_EQ(bench.chr(0, 8), 0);
  EXPECT_FALSE(bench.chrIsRam(0));
}

TEST(Nrom, ChrRamCanBeWritten) {
  BoardBench bench({.mapper = 0, .prg_kib = 32, .chr_kib = 0});
  EXPECT_EQ(bench.chr(0, 8), 0);
  EXPECT_TRUE(bench.chrIsRam(0x1C00));
}

TEST(Nrom, MirroringChoosesTheNametables) {
  BoardSpec spec{.mapper = 0, .prg_kib = 32, .chr_kib = 8};
  EXPECT_EQ(BoardBench(spec).nametables(), "0101");
  spec.mirroring = mappers::Mirroring::Horizontal;
  EXPECT_EQ(BoardBench(spec).nametables(), "0011");
  spec.mirroring = mappers::Mirroring::FourScreen;
  EXPECT_EQ(BoardBench(spec).nametables(), "0123");
}

}  // namespace
}  // namespace jumpscope::tests
