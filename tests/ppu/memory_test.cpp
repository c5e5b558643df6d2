// What hangs on the chip's own bus, seen through $2006 and $2007: palette, nametables, pattern tables, the
// read buffer; and the bus on the CPU's side that forgets. Source: NESdev "PPU registers", "PPU memory map",
// "PPU palettes", "Open bus behavior".
#include <gtest/gtest.h>

#include "tests/ppu/bench.h"

namespace jumpscope::ppu::tests {
namespace {

TEST(Data, AReadDeliversWhatTheReadBeforeFetched) {
  Bench bench;
  bench.writeVideoMemory(0x2100, {0x11, 0x22, 0x33});
  bench.setAddress(0x2100);
  bench.read(7);
  bench.idle(3);
  EXPECT_EQ(bench.read(7), 0x11);
  bench.idle(3);
  EXPECT_EQ(bench.read(7), 0x22);
  bench.idle(3);
  bench.setAddress(0x2500);
  EXPECT_EQ(bench.read(7), 0x33) << "a new address does not empty the buffer";
}

TEST(Data, AccessesStepTheAddressByOneOrByThirtyTwo) {
  Bench bench;
  bench.setAddress(0x2000);
  bench.read(7);
  bench.idle(3);
  EXPECT_EQ(bench.ppu.s.v, 0x2001);
  bench.write(0, control::increment_32);
  bench.write(7, 0);
  bench.idle(3);
  EXPECT_EQ(bench.ppu.s.v, 0x2021);
}

TEST(Data, TheAddressSpaceEndsAt3FFFAndVIsOneBitWider) {
  Bench bench;
  bench.setAddress(0x3FFF);
  bench.read(7);
  bench.idle(3);
  EXPECT_EQ(bench.ppu.s.v, 0x4000);
  bench.chr[0] = 0x5A;
  bench.read(7);
  bench.idle(3);
  EXPECT_EQ(bench.read(7), 0x5A) << "$4000 is $0000";
}

TEST(Data, PatternRamIsWrittenAndPatternRomIsNot) {
  Bench bench;
  bench.writeVideoMemory(0x0123, {0x77});
  EXPECT_EQ(bench.chr[0x0123], 0x77);
  bench.burnChr();
  bench.writeVideoMemory(0x0123, {0x99});
  EXPECT_EQ(bench.readVideoMemory(0x0123), 0x77);
}

TEST(Nametable, VerticalMirroringPutsTwoSideBySide) {
  Bench bench(ntsc_timing, 0, Nametables::Vertical);
  bench.writeVideoMemory(0x2005, {0xAA});
  bench.writeVideoMemory(0x2405, {0xBB});
  EXPECT_EQ(bench.readVideoMemory(0x2805), 0xAA);
  EXPECT_EQ(bench.readVideoMemory(0x2C05), 0xBB);
}

TEST(Nametable, HorizontalMirroringPutsOneAboveTheOther) {
  Bench bench(ntsc_timing, 0, Nametables::Horizontal);
  bench.writeVideoMemory(0x2005, {0xAA});
  bench.writeVideoMemory(0x2805, {0xBB});
  EXPECT_EQ(bench.readVideoMemory(0x2405), 0xAA);
  EXPECT_EQ(bench.readVideoMemory(0x2C05), 0xBB);
}

TEST(Nametable, IsSeenAgainAt3000) {
  Bench bench;
  bench.writeVideoMemory(0x3005, {0x42});
  EXPECT_EQ(bench.readVideoMemory(0x2005), 0x42);
  bench.writeVideoMemory(0x26FE, {0x24});
  EXPECT_EQ(bench.readVideoMemory(0x36FE), 0x24);
}

TEST(PaletteMemory, BackdropsOfTheSpriteHalfAreThoseOfTheBackground) {
  for (const uint16_t offset : {0x00, 0x04, 0x08, 0x0C}) {
    Bench bench;
    const uint16_t background = 0x3F00 + offset, sprites = 0x3F10 + offset;
    bench.writeVideoMemory(sprites, {0x15});
    EXPECT_EQ(bench.readVideoMemory(background) & 0x3F, 0x15) << offset;
    bench.writeVideoMemory(background, {0x2A});
    EXPECT_EQ(bench.readVideoMemory(sprites) & 0x3F, 0x2A) << offset;
  }
}

TEST(PaletteMemory, OtherEntriesStandAlone) {
  Bench bench;
  for (uint8_t entry = 0; entry < 32; ++entry) bench.writeVideoMemory(0x3F00 + entry, {entry});
  for (uint8_t entry = 0; entry < 32; ++entry)
    EXPECT_EQ(bench.readVideoMemory(0x3F00 + entry) & 0x3F, (entry & 3) == 0 ? entry | 0x10 : entry)
        << int(entry);
}

TEST(PaletteMemory, RepeatsEvery32BytesUpTo3FFF) {
  Bench bench;
  bench.writeVideoMemory(0x3FE7, {0x21});
  EXPECT_EQ(bench.readVideoMemory(0x3F07) & 0x3F, 0x21);
  EXPECT_EQ(bench.readVideoMemory(0x3FA7) & 0x3F, 0x21);
}

TEST(PaletteMemory, HoldsSixBitsAndLeavesTheUpperTwoToTheOpenBus) {
  Bench bench;
  bench.writeVideoMemory(0x3F03, {0xFF});
  EXPECT_EQ(bench.ppu.s.palette[3], 0x3F);
  bench.setAddress(0x3F03);
  bench.write(3, 0x80);
  EXPECT_EQ(bench.read(7), 0x80 | 0x3F);
}

TEST(PaletteMemory, IsReadAtOnceWhileTheNametableBelowGoesToTheBuffer) {
  Bench bench;
  bench.writeVideoMemory(0x2F03, {0x99});
  bench.writeVideoMemory(0x3F03, {0x12});
  bench.setAddress(0x3F03);
  EXPECT_EQ(bench.read(7) & 0x3F, 0x12);
  bench.idle(3);
  EXPECT_EQ(bench.ppu.s.read_buffer, 0x99);
}

TEST(PaletteMemory, WritesDoNotReachTheNametableBelow) {
  Bench bench;
  bench.writeVideoMemory(0x2F03, {0x99});
  bench.writeVideoMemory(0x3F03, {0x12});
  EXPECT_EQ(bench.readVideoMemory(0x2F03), 0x99);
}

TEST(PaletteMemory, ReadsGrayWhileGreyscaleIsOn) {
  Bench bench;
  bench.writeVideoMemory(0x3F03, {0x2C});
  bench.write(1, mask::greyscale);
  bench.idle(2);
  EXPECT_EQ(bench.readVideoMemory(0x3F03) & 0x3F, 0x20);
  bench.write(1, 0);
  bench.idle(2);
  EXPECT_EQ(bench.readVideoMemory(0x3F03) & 0x3F, 0x2C) << "the memory itself keeps its color";
}

TEST(IoBus, KeepsWhatWasWrittenToAnyRegister) {
  for (int reg = 0; reg < 8; ++reg) {
    Bench bench;
    bench.write(reg, 0xA5);
    for (const int write_only : {0, 1, 3, 5, 6}) EXPECT_EQ(bench.read(write_only), 0xA5) << reg;
  }
}

TEST(IoBus, StatusDrivesItsUpperThreeBits) {
  Bench bench;
  bench.finish(245, 0);
  bench.write(3, 0x1F);
  EXPECT_EQ(bench.read(2), 0x9F);
  EXPECT_EQ(bench.read(0), 0x9F) << "and the whole stays on the bus";
  bench.write(3, 0xE0);
  EXPECT_EQ(bench.read(2), 0x00);
}

TEST(IoBus, ReadsOfMemoryRefreshAllOfIt) {
  Bench bench;
  bench.ppu.s.oam[0] = 0x3C;
  bench.read(4);
  EXPECT_EQ(bench.read(0), 0x3C);
}

// "Decays to 0 after a while": less than a second, more than some frames. blargg's ppu_open_bus accepts up to
// one second.
TEST(IoBus, ForgetsWithinASecond) {
  Bench bench;
  bench.write(3, 0xFF);
  bench.finishFrame();
  EXPECT_EQ(bench.read(0), 0xFF);
  for (int frame = 0; frame < 60; ++frame) bench.finishFrame();
  EXPECT_EQ(bench.read(0), 0x00);
}

TEST(IoBus, ForgetsEachGroupOfBitsByItself) {
  Bench bench;
  bench.write(3, 0xFF);
  for (int frame = 0; frame < 60; ++frame) {
    bench.finishFrame();
    bench.finish(245, 0);
    bench.read(2);  // drives bits 5-7, which are 100 at this time
    bench.finish(245, 10);
  }
  bench.finish(245, 0);
  EXPECT_EQ(bench.read(2), 0x80) << "bits 0-4 are gone though the others were refreshed";
}

TEST(IoBus, AReadOfAWriteOnlyRegisterRefreshesNothing) {
  Bench bench;
  bench.write(3, 0xFF);
  for (int frame = 0; frame < 60; ++frame) {
    bench.finishFrame();
    bench.read(0);
  }
  EXPECT_EQ(bench.read(0), 0x00);
}

}  // namespace
}  // namespace jumpscope::ppu::tests
