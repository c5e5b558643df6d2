#include "tests/mappers/board_bench.h"

namespace jumpscope::tests {
namespace {

// A bench that fetches as the PPU does.
class Mmc5 : public testing::Test {
 protected:
  BoardBench bench{{.mapper = 5, .prg_ram_kib = 64}};

  uint8_t fetch(unsigned address, bool for_sprite = false) {
    const auto& p = bench->pages.ppu;
    const uint8_t byte = address >= 0x2000 ? *p.nametableByte(address) : *p.pattern(address);
    clock_ += 8;
    bench.cycle = clock_ / 12;
    return bench->fetched(address, for_sprite, byte, clock_);
  }
  struct Tile {
    uint8_t name, attribute, low;
  };
  Tile tile(unsigned column, unsigned row = 0, unsigned pattern = 0x0000) {
    const uint8_t name = fetch(0x2000 + row * 32 + column);
    const uint8_t attribute = fetch(0x23C0 + row / 4 * 8 + column / 4);
    const uint8_t low = fetch(pattern);
    fetch(pattern + 8);
    return {name, attribute, low};
  }
  // The scanline's end: sprites, and two tiles and two bytes of the next line.
  void lineEnd() {
    for (int sprite = 0; sprite < 8; ++sprite) {
      fetch(0x2005);
      fetch(0x2005);
      fetch(0x1000, true);
      fetch(0x1008, true);
    }
    before_[0] = tile(0);
    before_[1] = tile(1);
    fetch(0x2002);
    fetch(0x2002);
  }
  void line() {
    for (unsigned column = 2; column < 34; ++column) tile(column % 32);
    lineEnd();
  }
  void startFrame(int lines) {
    lineEnd();
    for (int i = 0; i < lines; ++i) line();
  }
  bool inFrame() {
    bench->runTo(bench.cycle);
    return (*bench.peek(0x5204) & 0x40) != 0;
  }
  void idle() {
    bench.cycle += 10;
    clock_ += 120;
  }

  Tile before_[2]{};
  uint64_t clock_ = 1200;
};

TEST_F(Mmc5, StartsWithTheLastBank) { EXPECT_EQ(bench.prg(0xE000, 8), 31); }

TEST_F(Mmc5, HasFourPrgModes) {
  bench.write(0x5114, 0x82);
  bench.write(0x5115, 0x85);
  bench.write(0x5116, 0x88);
  bench.write(0x5117, 0x8B);
  EXPECT_EQ(bench.prgBanks(8), "258B");
  bench.write(0x5100, 2);
  EXPECT_EQ(bench.prgBanks(8), "458B");
  bench.write(0x5100, 1);
  EXPECT_EQ(bench.prgBanks(8), "45AB");
  bench.write(0x5100, 0);
  EXPECT_EQ(bench.prgBanks(8), "89AB");
}

TEST_F(Mmc5, RamMayLieAmongPrgRom) {
  bench.write(0x5114, 0x02);
  EXPECT_EQ(bench.ram(0x8000), "r-");
  bench.write(0x5102, 2);
  bench.write(0x5103, 1);
  EXPECT_EQ(bench.ram(0x8000), "rw");
  bench.write(0x8000, 0x55);
  EXPECT_EQ(bench.state.prg_ram[0x4000], 0x55);
  bench.write(0x5117, 0x00);
  EXPECT_EQ(bench.prg(0xE000, 8), 0);  // always ROM
}

TEST_F(Mmc5, RamOfOneChipLeavesTheBanksOfTheOtherOpen) {
  BoardBench one({.mapper = 5, .prg_ram_kib = 8}), two({.mapper = 5, .prg_ram_kib = 16});
  for (BoardBench* b : {&one, &two}) {
    b->write(0x5113, 3);
    EXPECT_EQ(b->ram(), "r-");
    b->write(0x5113, 4);
  }
  EXPECT_EQ(one.ram(), "--");
  EXPECT_EQ(two.ram(), "r-");
  EXPECT_EQ(two.board->pages.read[0], two.state.prg_ram.data() + 0x2000);
}

TEST_F(Mmc5, HasFourChrModes) {
  for (unsigned i = 0; i < 8; ++i) bench.write(0x5120 + i, 8 + i);
  const int sizes[] = {8, 4, 2, 1};
  for (unsigned mode = 0; mode < 4; ++mode) {
    bench.write(0x5101, mode);
    const unsigned size = static_cast<unsigned>(sizes[mode]);
    for (unsigned at = 0; at < 8; at += size)
      EXPECT_EQ(bench.chr(at * 0x400, size), static_cast<int>(8 + at + size - 1)) << mode;
  }
}

TEST_F(Mmc5, TallSpritesHaveBanksOfTheirOwn) {
  bench.write(0x5101, 3);
  for (unsigned i = 0; i < 12; ++i) bench.write(0x5120 + i, 0x10 + i);
  EXPECT_EQ(bench.chr(0x0000, 1), 0x10);
  bench->ppuWritten(0, 0x20);
  EXPECT_EQ(bench.chr(0x0000, 1), 0x18);
  EXPECT_EQ(bench.chr(0x1400, 1), 0x19);
  EXPECT_EQ(bench.spriteChr(0x1400, 1), 0x15);
}

TEST_F(Mmc5, NametablesComeFromFourSources) {
  bench.write(0x5105, 0b11'10'01'00);
  EXPECT_EQ(bench.nametables(), "0123");
  bench.write(0x5106, 0x42);
  bench.write(0x5107, 0x02);
  const auto& fill = bench->pages.ppu.nametable[3];
  EXPECT_EQ(fill.bytes[0], 0x42);
  EXPECT_EQ(fill.bytes[0x3BF], 0x42);
  EXPECT_EQ(fill.bytes[0x3C0], 0xAA);
  EXPECT_EQ(fill.writable, nullptr);
  bench.write(0x5104, 2);  // ExRAM is no nametable any more, and reads as zeros
  EXPECT_EQ(bench.nametables(), "0143");
}

TEST_F(Mmc5, Multiplies) {
  bench.write(0x5205, 200);
  bench.write(0x5206, 123);
  EXPECT_EQ(bench.read(0x5205), 24600 & 0xFF);
  EXPECT_EQ(bench.read(0x5206), 24600 >> 8);
}

TEST_F(Mmc5, ExRamIsReadAndWrittenByMode) {
  bench.write(0x5104, 2);
  bench.write(0x5C12, 0x34);
  EXPECT_EQ(bench.read(0x5C12), 0x34);
  bench.write(0x5104, 3);
  bench.write(0x5C12, 0x56);
  EXPECT_EQ(bench.read(0x5C12), 0x34);
  bench.write(0x5104, 0);
  EXPECT_EQ(bench.read(0x5C12), std::nullopt);
  bench.write(0x5C12, 0x56);  // not while the PPU draws: zero
  EXPECT_EQ(bench.state.nametable_ram[0x12], 0);
  startFrame(2);
  bench.write(0x5C12, 0x56);
  EXPECT_EQ(bench.state.nametable_ram[0x12], 0x56);
}

TEST_F(Mmc5, ThreeReadsOfANametableByteBeginAScanline) {
  EXPECT_FALSE(inFrame());
  lineEnd();
  EXPECT_FALSE(inFrame());
  tile(2);
  EXPECT_TRUE(inFrame());
  idle();
  EXPECT_FALSE(inFrame());
}

TEST_F(Mmc5, InterruptsAtTheScanlineOfItsRegister) {
  bench.write(0x5203, 5);
  bench.write(0x5204, 0x80);
  EXPECT_EQ(bench->a12RisesToIrq(), 6u);  // scanlines that have to begin
  startFrame(5);
  EXPECT_EQ(bench->a12RisesToIrq(), 1u);
  EXPECT_FALSE(bench->irq());
  line();
  EXPECT_TRUE(bench->irq());
  EXPECT_EQ(bench.read(0x5204), 0xC0);
  EXPECT_FALSE(bench->irq());
}

TEST_F(Mmc5, ThePendingFlagIsSetWithoutTheInterruptToo) {
  bench.write(0x5203, 1);
  startFrame(2);
  EXPECT_FALSE(bench->irq());
  EXPECT_EQ(*bench.peek(0x5204) & 0x80, 0x80);
}

TEST_F(Mmc5, NoScanlineIsNumberZero) {
  bench.write(0x5203, 0);
  bench.write(0x5204, 0x80);
  EXPECT_EQ(bench->a12RisesToIrq(), 0u);
  startFrame(600);
  EXPECT_FALSE(bench->irq());
}

// As long as the picture lasts, and until the scanline comes; then until the next picture begins.
TEST_F(Mmc5, TellsHowLongItsStatusStays) {
  bench.write(0x5203, 7);
  startFrame(3);
  ASSERT_TRUE(bench->foresight().steadyRead(0x5204).has_value());
  EXPECT_EQ(bench->foresight().steadyRead(0x5204)->lines, 5u);
  EXPECT_TRUE(bench->foresight().steadyRead(0x5204)->ends_with_picture);
  idle();
  bench->runTo(bench.cycle);
  EXPECT_EQ(bench->foresight().steadyRead(0x5204)->lines, 1u);
  EXPECT_FALSE(bench->foresight().steadyRead(0x5204)->ends_with_picture);
  startFrame(8);
  EXPECT_FALSE(bench->foresight().steadyRead(0x5204).has_value());  // a read would clear it
  EXPECT_FALSE(bench->foresight().steadyRead(0x5205).has_value());
}

TEST_F(Mmc5, ReadingTheNmiVectorEndsTheFrame) {
  bench.write(0x5203, 1);
  bench.write(0x5204, 0x80);
  startFrame(2);
  EXPECT_TRUE(bench->irq());
  EXPECT_TRUE(bench->readHooks()[0xFF]);
  EXPECT_EQ(bench.read(0xFFFA), bench.cartridge.prg[bench.cartridge.prg.size() - 6]);
  EXPECT_FALSE(bench->irq());
  EXPECT_FALSE(inFrame());
}

TEST_F(Mmc5, SwitchingRenderingOffEndsTheFrame) {
  startFrame(2);
  bench->ppuWritten(1, 0x00);
  EXPECT_FALSE(inFrame());
}

TEST_F(Mmc5, ExRamGivesEachTileItsColorsAndBank) {
  bench.write(0x5104, 1);
  bench.write(0x5130, 0);
  startFrame(1);
  bench.write(0x5C00 + 7, 0x80 | 3);
  const Tile found = tile(7, 0, 0x1410);
  EXPECT_EQ(found.attribute, 0xAA);
  EXPECT_EQ(found.low, bench.cartridge.chr[3 * 0x1000 + 0x410]);
}

// From the third read of a byte on or later, up to a tile of the scanline, a sprite or a tile of the next line.
TEST_F(Mmc5, TilesMayBeToldTogether) {
  bench.write(0x5203, 3);
  startFrame(3);
  for (const unsigned begun : {0u, 1u, 5u})
    for (const unsigned columns : {1u, 2u, 20u, 32u - begun})
      for (const unsigned units : {0u, 1u, 8u}) {
        const auto before = bench.state.registers;
        const uint64_t clock = clock_;
        for (unsigned i = 0; i < begun; ++i) tile(2 + i);
        const auto begins = bench.state.registers;
        const uint64_t first = clock_ + 8;
        for (unsigned i = begun; i < begun + columns; ++i) tile((2 + i) % 32, 0, 0x0120);
        for (unsigned i = 0; i < units; ++i) {
          fetch(0x2005);
          fetch(0x2005);
          fetch(0x1230, true);
          fetch(0x1238, true);
        }
        const auto singly = bench.state.registers;
        bench.state.registers = begins;
        bench->foresight().tilesFetched(
            {.first_address = 0x2002 + begun,
             .first_clock = first,
             .tiles = units != 0 ? 0 : columns,
             .last_address = units != 0 ? 0x2005 : 0x2000 + (1 + begun + columns) % 32,
             .last_pattern = units != 0 ? 0x1238u : 0x0128u,
             .last_clock = clock_});
        EXPECT_EQ(bench.state.registers, singly) << begun << " " << columns << " " << units;
        EXPECT_TRUE(bench->foresight().countsTiles(clock_ + 8));
        EXPECT_FALSE(bench->foresight().countsTiles(clock_ + 12 * 5));
        bench.state.registers = before;
        clock_ = clock;
      }
}

TEST_F(Mmc5, TheSplitShowsExRam) {
  bench.write(0x5104, 0);
  bench.write(0x5200, 0x80 | 4);  // four columns on the left
  bench.write(0x5201, 8);
  bench.write(0x5202, 5);
  startFrame(1);
  bench.write(0x5C00 + 32 + 3, 0x77);          // row 1, as it is scrolled by 8 lines
  bench.write(0x5C00 + 0x3C0, 0b11'10'01'00);  // colors of rows and columns 0-3
  bench.ciram.fill(0x11);
  tile(2);
  const Tile inside = tile(3, 0, 0x0017), outside = tile(4, 0, 0x0017);
  EXPECT_EQ(inside.name, 0x77);
  EXPECT_EQ(inside.attribute, 0x55);
  EXPECT_EQ(inside.low, bench.cartridge.chr[5 * 0x1000 + 0x11]);  // line 9 of the split: row 1 of a tile
  EXPECT_EQ(outside.name, 0x11);
  EXPECT_EQ(outside.attribute, 0x11);
}

TEST_F(Mmc5, TheSplitHasTheTilesThatAreFetchedBeforeTheLine) {
  bench.write(0x5200, 0x80 | 4);
  startFrame(1);
  bench.write(0x5C00, 0x66);
  bench.ciram.fill(0x11);
  line();
  EXPECT_EQ(before_[0].name, 0x66);
  EXPECT_EQ(before_[1].name, 0x00);
}

}  // namespace
}  // namespace jumpscope::tests
