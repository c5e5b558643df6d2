// The functions of a core in any order, with and without a cartridge.
#include "tests/libretro/support.h"

namespace jumpscope::tests {
namespace {

void callEverything(Host& host) {
  const tools::CoreFunctions& core = host.core();
  retro_system_av_info info{};
  uint8_t state[64] = {};
  host.call(core.get_system_av_info, &info);
  host.call(core.set_controller_port_device, 0u, unsigned{RETRO_DEVICE_LIGHTGUN});
  host.call(core.set_controller_port_device, 9u, 77u);
  host.call(core.reset);
  host.call(core.run);
  host.call(core.serialize, static_cast<void*>(state), sizeof state);
  host.call(core.unserialize, static_cast<const void*>(state), sizeof state);
  host.call(core.cheat_reset);
  host.call(core.cheat_set, 0u, true, "075A:08");
  host.call(core.cheat_set, 1u, true, static_cast<const char*>(nullptr));
  host.call(core.get_region);
  for (unsigned id = 0; id < 4; ++id) {
    host.call(core.get_memory_data, id);
    host.call(core.get_memory_size, id);
  }
  EXPECT_FALSE(
      host.call(core.load_game_special, 1u, static_cast<const retro_game_info*>(nullptr), size_t{0}));
}

TEST(Core, EveryFunctionMayBeCalledBeforeAndAfterACartridge) {
  Host host(corePath());
  callEverything(host);
  EXPECT_EQ(host.call(host.core().serialize_size), 0u);
  EXPECT_EQ(host.call(host.core().get_memory_size, RETRO_MEMORY_SYSTEM_RAM), 0u);
  ASSERT_TRUE(host.load(jumplab()));
  callEverything(host);
  host.unload();
  callEverything(host);
  EXPECT_EQ(host.call(host.core().get_memory_data, RETRO_MEMORY_SYSTEM_RAM), nullptr);
}

TEST(Core, SaysWhatItIs) {
  Host host(corePath());
  retro_system_info info{};
  host.call(host.core().get_system_info, &info);
  EXPECT_STREQ(info.library_name, "jumpscope");
  EXPECT_STREQ(info.valid_extensions, "nes");
  EXPECT_FALSE(info.need_fullpath);
  EXPECT_FALSE(info.block_extract);
  EXPECT_EQ(host.call(host.core().api_version), unsigned{RETRO_API_VERSION});
  EXPECT_EQ(host.controller_ports, 4u);
  EXPECT_GE(host.input_descriptors, 32u);
}

TEST(Core, CartridgesAreLoadedAndUnloadedAgainAndAgain) {
  Host host(corePath());
  for (int round = 0; round < 20; ++round) {
    ASSERT_TRUE(round % 2 ? host.load(jumplab()) : host.load(bytesOf(countingCartridge())));
    for (int frame = 0; frame < 5; ++frame) host.run();
    if (round % 3) host.unload();  // else the next one takes its place
  }
}

TEST(Core, AFileThatIsNoCartridgeIsRefusedWithASentence) {
  for (const bool newer : {true, false}) {
    HostManner manner;
    manner.messages = newer;
    Host host(corePath(), manner);
    EXPECT_FALSE(host.load(bytesOf("this is not a cartridge"), "/games/Some Game.nes"));
    ASSERT_EQ(host.messages.size(), 1u);
    EXPECT_NE(host.messages[0].find("Some Game.nes"), std::string::npos) << host.messages[0];
    EXPECT_NE(host.messages[0].find("is not a cartridge file"), std::string::npos) << host.messages[0];
    ASSERT_FALSE(host.log.empty());
    EXPECT_NE(host.log.back().find(host.messages[0]), std::string::npos);
    EXPECT_FALSE(host.call(host.core().load_game, static_cast<const retro_game_info*>(nullptr)));
    host.run();
    EXPECT_EQ(host.pictures, 0u);
    EXPECT_TRUE(host.load(jumplab()));
  }
}

TEST(Core, ResetIsTheResetButton) {
  Host host(corePath());
  ASSERT_TRUE(host.load(bytesOf(countingCartridge())));
  for (int frame = 0; frame < 10; ++frame) host.run();
  const auto* ram =
      static_cast<const uint8_t*>(host.call(host.core().get_memory_data, RETRO_MEMORY_SYSTEM_RAM));
  const uint8_t resets = ram[0x12];
  host.call(host.core().reset);
  for (int frame = 0; frame < 10; ++frame) host.run();
  EXPECT_EQ(ram[0x12], static_cast<uint8_t>(resets + 1));
}

TEST(Core, CheatsHoldBytesUntilTheyAreForgotten) {
  Host host(corePath());
  ASSERT_TRUE(host.load(bytesOf(countingCartridge())));
  const auto* ram =
      static_cast<const uint8_t*>(host.call(host.core().get_memory_data, RETRO_MEMORY_SYSTEM_RAM));
  host.call(host.core().cheat_set, 0u, true, "0200:AB+0201:cd");
  host.run();
  EXPECT_EQ(ram[0x200], 0xAB);
  EXPECT_EQ(ram[0x201], 0xCD);
  host.call(host.core().cheat_reset);
  const_cast<uint8_t*>(ram)[0x200] = 1;
  host.run();
  EXPECT_EQ(ram[0x200], 1);
  for (const char* code : {"", "SXIOPO", "0200", "10000:01", "0200:100", "0200:AB+", "-1:01", " 1: 2"}) {
    const size_t lines = host.log.size();
    host.call(host.core().cheat_set, 0u, true, code);
    EXPECT_EQ(host.log.size(), lines + 1) << code;
  }
}

}  // namespace
}  // namespace jumpscope::tests
