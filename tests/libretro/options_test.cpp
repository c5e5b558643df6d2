// Core options: every value does something, and when it says it does.
#include <algorithm>
#include <fstream>

#include "ppu/palette.h"
#include "tests/libretro/support.h"

namespace jumpscope::tests {
namespace {

constexpr size_t option_count = 11;

TEST(Options, AreTheSameInEveryVersionOfTheInterface) {
  HostManner manner;
  const auto newest = Host(corePath(), manner).declared;
  EXPECT_EQ(newest.size(), option_count);
  for (const unsigned version : {1u, 0u}) {
    manner.options_version = version;
    EXPECT_TRUE(Host(corePath(), manner).declared == newest) << version;
  }
}

TEST(Options, EveryValueRunsWhetherChosenBeforeOrWhilePlaying) {
  const auto declared = Host(corePath()).declared;
  for (const auto& [key, values] : declared) {
    for (const std::string& value : values) {
      HostManner manner;
      manner.options[key] = value;
      Host before(corePath(), manner);
      ASSERT_TRUE(before.load(jumplab())) << key << value;
      for (int frame = 0; frame < 3; ++frame) before.run();
      EXPECT_EQ(before.pictures, 3u) << key << value;
      before.unload();
      Host during(corePath());
      ASSERT_TRUE(during.load(jumplab()));
      during.run();
      during.setOption(key, value);
      for (int frame = 0; frame < 3; ++frame) during.run();
      EXPECT_EQ(during.pictures, 4u) << key << value;
    }
  }
}

TEST(Options, AValueThatTheCoreDoesNotKnowIsTheDefault) {
  HostManner manner;
  for (const auto& [key, values] : Host(corePath()).declared) manner.options[key] = "nonsense";
  Host host(corePath(), manner);
  ASSERT_TRUE(host.load(jumplab()));
  host.run();
  EXPECT_EQ(host.width, 256u);
  EXPECT_EQ(host.height, 224u);
}

TEST(Options, CroppingTakesTheEdgesAwayAtOnce) {
  Host host(corePath(), uncropped());
  ASSERT_TRUE(host.load(jumplab()));
  console::Console console = consoleOf(jumplab());
  for (int frame = 0; frame < 60; ++frame) host.run(), console.runFrame();
  ASSERT_TRUE(host.picture == shown(console));
  host.setOption("jumpscope_crop_top", "16");
  host.setOption("jumpscope_crop_bottom", "8");
  host.setOption("jumpscope_crop_left", "8");
  host.setOption("jumpscope_crop_right", "16");
  host.run();
  console.runFrame();
  EXPECT_EQ(host.geometry.base_width, 232u);
  EXPECT_EQ(host.geometry.base_height, 216u);
  ASSERT_EQ(host.picture.size(), 232u * 216);
  const std::vector<uint32_t> whole = shown(console);
  for (size_t y = 0; y < 216; ++y)
    for (size_t x = 0; x < 232; ++x) ASSERT_EQ(host.picture[y * 232 + x], whole[(y + 16) * 256 + x + 8]);
}

TEST(Options, TheAspectIsThatOfTheChosenPixels) {
  const auto aspect = [](const char* value, const char* region) {
    HostManner manner = uncropped();
    manner.options["jumpscope_aspect"] = value;
    manner.options["jumpscope_region"] = region;
    Host host(corePath(), manner);
    EXPECT_TRUE(host.load(jumplab()));
    retro_system_av_info info{};
    host.call(host.core().get_system_av_info, &info);
    return static_cast<double>(info.geometry.aspect_ratio);
  };
  EXPECT_NEAR(aspect("par", "ntsc"), 256.0 * 8 / 7 / 240, 1e-5);
  EXPECT_NEAR(aspect("par", "pal"), 256 * 1.38620 / 240, 1e-3);
  EXPECT_NEAR(aspect("4:3", "ntsc"), 4.0 / 3, 1e-5);
  EXPECT_NEAR(aspect("1:1", "ntsc"), 256.0 / 240, 1e-5);
}

TEST(Options, ColorsAreGrayOrThoseOfAFile) {
  const Folder folder;
  HostManner manner = uncropped();
  manner.system_folder = folder.path.string();
  manner.options["jumpscope_palette"] = "gray";
  Host host(corePath(), manner);
  ASSERT_TRUE(host.load(jumplab()));
  for (int frame = 0; frame < 60; ++frame) host.run();
  for (const uint32_t pixel : host.picture) {
    ASSERT_EQ(pixel & 255, pixel >> 8 & 255);
    ASSERT_EQ(pixel & 255, pixel >> 16);
  }
  // Without the file: a sentence, and the NTSC palette.
  host.setOption("jumpscope_palette", "file");
  host.run();
  ASSERT_EQ(host.messages.size(), 1u);
  EXPECT_NE(host.messages[0].find("jumpscope.pal"), std::string::npos) << host.messages[0];
  const std::vector<uint32_t> ntsc = host.picture;
  std::ofstream(folder / "jumpscope.pal", std::ios::binary) << std::string(192, '\x55');
  host.setOption("jumpscope_palette", "file");
  host.setOption("jumpscope_four_score", "off");  // something else than before
  host.unload();
  ASSERT_TRUE(host.load(jumplab()));
  host.run();
  EXPECT_TRUE(std::ranges::all_of(host.picture, [](uint32_t pixel) { return pixel == 0x555555; }));
  EXPECT_FALSE(ntsc.empty());
}

TEST(Options, SixteenBitPixelsAreTheSameColors) {
  HostManner manner = uncropped();
  manner.takes_xrgb8888 = false;
  Host host(corePath(), manner);
  ASSERT_TRUE(host.load(jumplab()));
  console::Console console = consoleOf(jumplab());
  for (int frame = 0; frame < 60; ++frame) host.run(), console.runFrame();
  const std::vector<uint32_t> whole = shown(console);
  for (size_t i = 0; i < whole.size(); ++i) {
    const uint32_t c = whole[i];
    ASSERT_EQ(host.picture[i], (c >> 19) << 16 | (c >> 10 & 63) << 8 | (c >> 3 & 31)) << i;
  }
  manner.takes_rgb565 = false;
  host.unload();
  Host neither(corePath(), manner);
  EXPECT_FALSE(neither.load(jumplab()));
  EXPECT_EQ(neither.messages.size(), 1u);
}

TEST(Options, OppositeDirectionsAreHeldBackUnlessLetThrough) {
  Host host(corePath());
  ASSERT_TRUE(host.load(bytesOf(countingCartridge())));
  const auto* ram =
      static_cast<const uint8_t*>(host.call(host.core().get_memory_data, RETRO_MEMORY_SYSTEM_RAM));
  host.input.pads[0] = 0xF0 | 1 << RETRO_DEVICE_ID_JOYPAD_A;  // all four directions, and A
  for (int frame = 0; frame < 10; ++frame) host.run();
  EXPECT_EQ(ram[0x11], 0x80);
  host.setOption("jumpscope_opposite_directions", "enabled");
  host.run();
  host.run();
  EXPECT_EQ(ram[0x11], 0x8F);
}

TEST(Options, RamAtPowerOnIsAsChosen) {
  const auto ramAtPowerOn = [](const char* value) {
    HostManner manner;
    manner.options["jumpscope_ram"] = value;
    Host host(corePath(), manner);
    EXPECT_TRUE(host.load(jumplab()));
    const auto* ram =
        static_cast<const uint8_t*>(host.call(host.core().get_memory_data, RETRO_MEMORY_SYSTEM_RAM));
    return std::vector<uint8_t>(ram, ram + 0x800);
  };
  EXPECT_EQ(ramAtPowerOn("zeros"), std::vector<uint8_t>(0x800, 0));
  EXPECT_EQ(ramAtPowerOn("ones"), std::vector<uint8_t>(0x800, 0xFF));
  EXPECT_NE(ramAtPowerOn("random"), ramAtPowerOn("random"));
  const console::Console console = consoleOf(jumplab());
  EXPECT_EQ(ramAtPowerOn("fceux"), std::vector<uint8_t>(console.ram().begin(), console.ram().end()));
}

}  // namespace
}  // namespace jumpscope::tests
