#include "src/session/dump.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "jumpscope_test_paths.h"
#include "src/base/files.h"

namespace jumpscope::session {
namespace {

TEST(Dump, HoldsWhatTheMemoriesHold) {
  const auto rom = base::readFile(JUMPSCOPE_SOURCE_DIR "/roms_test/jumplab/jumplab.nes");
  console::Console console(
      std::make_shared<const console::Cartridge>(console::parseCartridge(rom, "jumplab.nes")), {});
  for (int frame = 0; frame < 10; ++frame) console.runFrame();
  const console::State state = console.state();
  EXPECT_TRUE(std::ranges::equal(dumpMemory(console, parseDumpRequest("oam=x")), state.ppu.oam));
  EXPECT_TRUE(std::ranges::equal(dumpMemory(console, parseDumpRequest("cpu:0000-07ff=x")), state.ram));
  const auto palette = dumpMemory(console, parseDumpRequest("palette=x"));
  ASSERT_EQ(palette.size(), state.ppu.palette.size());
  for (size_t i = 0; i < palette.size(); ++i)
    EXPECT_EQ(palette[i], console.peekPpu(static_cast<uint16_t>(0x3F00 + i))) << i;
}

}  // namespace
}  // namespace jumpscope::session
