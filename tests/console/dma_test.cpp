// The copy of a page to OAM. Source: NESdev "DMA". (The DMC's DMA and both at once: AccuracyCoin.)
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tests/console/cartridge_builder.h"

namespace jumpscope::console::tests {
namespace {

constexpr uint16_t dma_store = 0x8100;

// An instruction of three cycles in front decides on which kind of cycle the DMA begins.
Program dmaProgram(bool shifted, uint8_t page) {
  Program program;
  if (shifted) program.put({0xA5, 0x00});
  program.jmp(dma_store - 2);
  return program.org(dma_store - 2).lda(page).sta(0x4014).nop().spin();
}

// Cycles of the NOP after the store, less its own two.
uint64_t stallOf(console::Console& console) {
  while (console.cpu().pc != dma_store) console.step();
  console.step();
  const uint64_t before = console.cpuCycles();
  console.step();
  return console.cpuCycles() - before - 2;
}

TEST(OamDma, TakesOneCycleMoreWhenItMustWaitForAGetCycle) {
  std::array<uint64_t, 2> stalls{};
  for (const bool shifted : {false, true}) {
    console::Console console(dmaProgram(shifted, 0x02).build(), {});
    stalls[shifted] = stallOf(console);
  }
  EXPECT_EQ(std::min(stalls[0], stalls[1]), 513u);
  EXPECT_EQ(std::max(stalls[0], stalls[1]), 514u);
}

TEST(OamDma, CopiesThePageFromTheOamAddressOn) {
  console::Options options;
  options.ram_init = console::parseRamInit("random:7");
  Program program;
  program.waitForVblank().store(0x2003, 0xF8).store(0x4014, 0x03).spin();
  console::Console console(program.build(), options);
  runFrames(console, 2);
  for (int i = 0; i < 256; ++i) {
    const int to = (0xF8 + i) & 0xFF;
    const int expected = console.peek(static_cast<uint16_t>(0x0300 + i)) & ((to & 3) == 2 ? 0xE3 : 0xFF);
    EXPECT_EQ(console.state().ppu.oam[static_cast<size_t>(to)], expected) << "byte " << i;
  }
  EXPECT_EQ(console.state().ppu.oam_address, 0xF8);
}

TEST(OamDma, CopiesFromRomAndFromTheBoardsRam) {
  for (const int page : {0x60, 0x90}) {
    Program program;
    program.store(0x6005, 0x55)
        .waitForVblank()
        .store(0x2003, 0)
        .store(0x4014, static_cast<uint8_t>(page))
        .spin();
    program.org(0x9005).put({0x55});
    console::Console console(program.build(), {});
    runFrames(console, 2);
    EXPECT_EQ(console.state().ppu.oam[5], 0x55) << page;
  }
}

TEST(OamDma, RunsFromEachOfItsFramesInARow) {
  Program program;
  program.store(0x2000, 0x80).spin().nmi(0x9000);
  program.org(0x9000).inc(0x0200).store(0x4014, 0x02).put({0x40});
  console::Console console(program.build(), {});
  runFrames(console, 6);
  console.step();
  EXPECT_EQ(console.state().ppu.oam[0], console.peek(0x0200));
  EXPECT_GT(console.frame(), 4u);
}

}  // namespace
}  // namespace jumpscope::console::tests
