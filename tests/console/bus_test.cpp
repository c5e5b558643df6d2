// What the CPU finds at its addresses. Source: NESdev "CPU memory map", "Open bus behavior".
#include <gtest/gtest.h>

#include "tests/console/cartridge_builder.h"

namespace jumpscope::console::tests {
namespace {

// Runs a program that ends in a spin.
console::Console ran(const Program& program, const console::Options& options = {}) {
  console::Console console(program.build(), options);
  runFrames(console, 3);
  return console;
}

TEST(Bus, RamIsSeenFourTimes) {
  const console::Console console = ran(Program()
                                           .store(0x0010, 0x5A)
                                           .copy(0x0810, 0x20)
                                           .copy(0x1010, 0x21)
                                           .copy(0x1810, 0x22)
                                           .store(0x1FFF, 0x77)
                                           .spin());
  EXPECT_EQ(console.peek(0x20), 0x5A);
  EXPECT_EQ(console.peek(0x21), 0x5A);
  EXPECT_EQ(console.peek(0x22), 0x5A);
  EXPECT_EQ(console.peek(0x07FF), 0x77);
  EXPECT_EQ(console.peek(0x1FFF), 0x77);
}

TEST(Bus, RamOfTheBoardIsAt6000) {
  const console::Console console =
      ran(Program().store(0x6000, 0x12).store(0x7FFF, 0x34).copy(0x6000, 0x20).spin());
  EXPECT_EQ(console.peek(0x20), 0x12);
  EXPECT_EQ(console.peek(0x7FFF), 0x34);
}

TEST(Bus, RomIsNotWritten) {
  const console::Console console = ran(Program().store(0x9000, 0x12).copy(0x9000, 0x20).spin());
  EXPECT_EQ(console.peek(0x20), 0xEA);
}

TEST(Bus, SixteenKilobytesOfRomAreSeenTwice) {
  std::vector<uint8_t> prg(0x4000, 0xEA);
  prg[0x1234] = 0x5A;
  const auto cartridge = std::make_shared<const Cartridge>(
      console::makeBareCartridge(prg, {}, mappers::Mirroring::Vertical, "small.prg"));
  const console::Console console(cartridge, {});
  EXPECT_EQ(console.peek(0x9234), 0x5A);
  EXPECT_EQ(console.peek(0xD234), 0x5A);
}

// The high byte of the address was the last on the bus.
TEST(Bus, TheGapBelow6000IsOpenBus) {
  const console::Console console =
      ran(Program().copy(0x5000, 0x20).copy(0x4018, 0x21).copy(0x5FFF, 0x22).spin());
  EXPECT_EQ(console.peek(0x20), 0x50);
  EXPECT_EQ(console.peek(0x21), 0x40);
  EXPECT_EQ(console.peek(0x22), 0x5F);
}

TEST(Bus, SoundRegistersCannotBeReadBack) {
  const console::Console console =
      ran(Program().store(0x4000, 0x3F).copy(0x4000, 0x20).copy(0x4014, 0x21).spin());
  EXPECT_EQ(console.peek(0x20), 0x40);
  EXPECT_EQ(console.peek(0x21), 0x40);
}

// An indexed read over a page's end first reads in the wrong page; that read leaves its value on the bus.
TEST(Bus, AReadInTheWrongPageLeavesItsValueOnTheBus) {
  const console::Console console = ran(
      Program().store(0x0000, 0x00).store(0x4016, 0).put({0xA2, 0x20}).put16(0xBD, 0x4FF0).sta(0x20).spin());
  EXPECT_EQ(console.peek(0x20), 0x4F);
}

TEST(Bus, PictureRegistersRepeatEveryEightBytes) {
  // The last write to $2003 gives the row of $20, which is on the bus before the data, to the row of its address: the same.
  Program program;
  program.waitForVblank()
      .store(0x3FFB, 0x20)
      .store(0x200C, 0xA1)
      .store(0x2003, 0x20)
      .copy(0x3FF4, 0x20)
      .spin();
  const console::Console console = ran(program);
  EXPECT_EQ(console.peek(0x20), 0xA1);
  EXPECT_EQ(console.state().ppu.oam[0x20], 0xA1);
}

TEST(Bus, PeekHasNoSideEffects) {
  Program program;
  program.store(0x2000, 0x80).spin();
  console::Console console(program.build(), {});
  runFrames(console, 2);
  const console::State before = console.state();
  for (int address = 0; address < 0x10000; ++address) console.peek(static_cast<uint16_t>(address));
  for (int address = 0; address < 0x4000; ++address) console.peekPpu(static_cast<uint16_t>(address));
  EXPECT_EQ(console::firstDifference(before, console.state()), "");
  EXPECT_EQ(console.peek(0x2002), 0);
  EXPECT_EQ(console.peek(0x4016), 0);
}

TEST(Bus, PokeReachesBothKindsOfRamAndNothingElse) {
  console::Console console(Program().spin().build(), {});
  console.poke(0x0812, 0x11);
  console.poke(0x6001, 0x22);
  console.poke(0x8000, 0x33);
  console.poke(0x2000, 0x44);
  EXPECT_EQ(console.peek(0x0012), 0x11);
  EXPECT_EQ(console.peek(0x6001), 0x22);
  EXPECT_EQ(console.peek(0x8000), 0x4C);
  EXPECT_FALSE(console.state().ppu.control.nmi_enabled);
}

TEST(Bus, PeekPpuSeesPatternsNametablesAndPalette) {
  Program program;
  program.waitForVblank();
  const auto poke = [&](uint16_t address, uint8_t value) {
    program.store(0x2006, static_cast<uint8_t>(address >> 8))
        .store(0x2006, address & 0xFF)
        .store(0x2007, value);
  };
  poke(0x0123, 0x11);
  poke(0x2456, 0x22);
  poke(0x3F11, 0x33);
  program.spin();
  const console::Console console = ran(program);
  EXPECT_EQ(console.peekPpu(0x0123), 0x11);
  EXPECT_EQ(console.peekPpu(0x2456), 0x22);
  EXPECT_EQ(console.peekPpu(0x2C56), 0x22);
  EXPECT_EQ(console.peekPpu(0x3F11), 0x33);
}

}  // namespace
}  // namespace jumpscope::console::tests
