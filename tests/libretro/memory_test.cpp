// What frontends read and write directly: saves, achievements, cheats.
#include <algorithm>

#include "tests/libretro/support.h"

namespace jumpscope::tests {
namespace {

// The byte that a memory map has at an address, as libretro.h defines it; nullptr: none.
const uint8_t* at(const std::vector<retro_memory_descriptor>& map, uint16_t address) {
  for (const auto& descriptor : map) {
    if ((address & descriptor.select) != (descriptor.start & descriptor.select)) continue;
    size_t offset = 0;
    for (int bit = 0, to = 0; bit < 16; ++bit)
      if (!(descriptor.disconnect >> bit & 1))
        offset |= static_cast<size_t>((address & ~descriptor.select) >> bit & 1) << to++;
    while (offset >= descriptor.len) offset -= descriptor.len;
    return static_cast<const uint8_t*>(descriptor.ptr) + descriptor.offset + offset;
  }
  return nullptr;
}

TEST(Memory, TheMapHasTheBytesThatTheProgramReads) {
  for (const int mapper : {0, 1, 4}) {
    const std::vector<uint8_t> rom = bytesOf(onBoard(fillingCartridge(), mapper));
    Host host(corePath());
    ASSERT_TRUE(host.load(rom));
    console::Console console(
        std::make_shared<const console::Cartridge>(console::parseCartridge(rom, "rom.nes")), {});
    for (int frame = 0; frame < 30; ++frame) host.run(), console.runFrame();
    ASSERT_EQ(host.memory.size(), 2u);
    for (unsigned address = 0; address < 0x2000; ++address) {
      const auto here = static_cast<uint16_t>(address);
      ASSERT_NE(at(host.memory, here), nullptr);
      ASSERT_EQ(*at(host.memory, here), console.peek(here)) << address;
    }
    // MMC3's RAM is not on the bus until the program says so.
    for (unsigned address = 0x6000; address < 0x8000 && mapper != 4; ++address) {
      const auto here = static_cast<uint16_t>(address);
      ASSERT_NE(at(host.memory, here), nullptr);
      ASSERT_EQ(*at(host.memory, here), console.peek(here)) << mapper << " " << address;
    }
    EXPECT_EQ(at(host.memory, 0x8000), nullptr);
    EXPECT_EQ(at(host.memory, 0x2000), nullptr);
  }
}

TEST(Memory, WhatTheFrontendWritesIntoTheSaveRamTheProgramFinds) {
  Host host(corePath());
  ASSERT_TRUE(host.load(bytesOf(fillingCartridge())));
  auto* saved = static_cast<uint8_t*>(host.call(host.core().get_memory_data, RETRO_MEMORY_SAVE_RAM));
  ASSERT_EQ(host.call(host.core().get_memory_size, RETRO_MEMORY_SAVE_RAM), 0x2000u);
  std::fill_n(saved, 0x2000, uint8_t{0xA5});
  EXPECT_EQ(*at(host.memory, 0x6123), 0xA5);
  host.run();
  host.run();
  EXPECT_NE(saved[0], 0xA5);  // the program fills it with another value
  // At the same place after a reset and after a state.
  const std::vector<uint8_t> state = host.save();
  host.call(host.core().reset);
  host.run();
  ASSERT_TRUE(host.restore(state));
  EXPECT_EQ(host.call(host.core().get_memory_data, RETRO_MEMORY_SAVE_RAM), saved);
  EXPECT_EQ(host.save(), state);
}

TEST(Memory, RamWithoutABatteryIsNotSaved) {
  std::string rom = onBoard(fillingCartridge(), 1);
  rom[6] = static_cast<char>(rom[6] & ~2);
  Host host(corePath());
  ASSERT_TRUE(host.load(bytesOf(rom)));
  EXPECT_EQ(host.call(host.core().get_memory_data, RETRO_MEMORY_SAVE_RAM), nullptr);
  EXPECT_EQ(host.call(host.core().get_memory_size, RETRO_MEMORY_SAVE_RAM), 0u);
  ASSERT_EQ(host.memory.size(), 2u);  // but it can be looked at
  EXPECT_EQ(host.memory[1].flags, 0u);
}

// NES 2.0: 8 KiB with a battery, then 8 KiB without.
TEST(Memory, OfMixedRamOnlyTheBatterysPartIsSaved) {
  std::string rom = onBoard(fillingCartridge(), 1);
  rom[7] = static_cast<char>(rom[7] | 8);
  rom[10] = '\x77';
  Host host(corePath());
  ASSERT_TRUE(host.load(bytesOf(rom)));
  EXPECT_EQ(host.call(host.core().get_memory_size, RETRO_MEMORY_SAVE_RAM), 0x2000u);
}

}  // namespace
}  // namespace jumpscope::tests
