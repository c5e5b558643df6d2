// What a Zapper sees: the real picture, from the beam's moment on, whether or not anybody draws it.
#include "src/console/zapper.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/console/agreement.h"
#include "tests/console/cartridge_builder.h"

namespace jumpscope::console::tests {
namespace {

constexpr uint8_t black = 0x0F, white = 0x30;

// A picture with one solid tile in the middle, at x 128-135, y 120-127, in `color` on black.
Program& drawTile(Program& program, uint8_t color, uint8_t mask = 0x0A) {
  const auto vram = [&](uint16_t address, uint8_t value) {
    program.store(0x2006, static_cast<uint8_t>(address >> 8))
        .store(0x2006, address & 0xFF)
        .store(0x2007, value);
  };
  program.waitForVblank().waitForVblank();
  vram(0x3F00, black);
  vram(0x3F01, color);
  vram(0x2000 + 15 * 32 + 16, 1);
  program.store(0x2006, 0x20).store(0x2006, 0).store(0x2005, 0).store(0x2005, 0).store(0x2000, 0);
  return program.store(0x2001, mask);
}

// Tile 0 is empty, tile 1 solid.
std::vector<uint8_t> patterns() {
  std::vector<uint8_t> chr(0x2000);
  std::fill_n(chr.begin() + 16, 8, uint8_t{0xFF});
  return chr;
}

// Counts in $10-$11 how often it reads light, and in $12-$13 how often it reads $4017 at all, in the frame.
std::shared_ptr<const Cartridge> lightCounter(uint8_t color, uint8_t mask = 0x0A) {
  Program program;
  for (const uint16_t at : {0x10, 0x11, 0x12, 0x13}) program.store(at, 0);
  drawTile(program, color, mask).waitForVblank();
  const uint16_t loop = program.here();
  program.load(0x4017).put({0x29, 0x08, 0xD0, 0x08});  // AND #8, BNE over the count
  program.inc(0x10).put({0xD0, 0x03}).inc(0x11);       // 16 bits
  program.inc(0x12).put({0xD0, 0x03}).inc(0x13).jmp(loop);
  return program.build(mappers::Mirroring::Vertical, patterns());
}

Options zapper(Policy policy = Policy::CatchUp, bool video = false) {
  Options options;
  plugIn(options.devices, "2=zapper");
  options.policy = policy;
  options.video = video;
  return options;
}

// The part of a frame, in scanlines, in which the Zapper reports light.
double litScanlines(uint8_t color, uint8_t x, uint8_t y, const Options& options = zapper(),
                    uint8_t mask = 0x0A) {
  Console console(lightCounter(color, mask), options);
  console.setInput(1, {.x = x, .y = y});
  runFrames(console, 6);
  const auto counter = [&](uint16_t at) { return console.peek(at) | console.peek(at + 1) << 8; };
  const int lit_before = counter(0x10), all_before = counter(0x12);
  runFrames(console, 1);
  constexpr double lit_cycles = 29, dark_cycles = 21;  // of a turn of the loop
  const double lit = lit_cycles * (counter(0x10) - lit_before);
  const double dark = dark_cycles * (counter(0x12) - all_before) - lit / lit_cycles * dark_cycles;
  return 262 * lit / (lit + dark);
}

TEST(Zapper, SeesTheTileThatItPointsAt) {
  // Eight lines of white, and 26 after the last.
  EXPECT_NEAR(litScanlines(white, 132, 124), 34, 2);
  EXPECT_NEAR(litScanlines(0x10, 132, 124), 32, 2) << "light grey";
  EXPECT_NEAR(litScanlines(0x00, 132, 124), 27, 2) << "dark grey";
  EXPECT_EQ(litScanlines(0x01, 132, 124), 0) << "dark blue";
}

TEST(Zapper, SeesNothingBesideTheTile) {
  EXPECT_GT(litScanlines(white, 139, 124), 0);
  EXPECT_EQ(litScanlines(white, 140, 124), 0);
  EXPECT_EQ(litScanlines(white, 123, 124), 0);
  EXPECT_EQ(litScanlines(white, 132, 115), 0);
  EXPECT_EQ(litScanlines(white, 132, 132), 0);
  EXPECT_EQ(litScanlines(white, 132, DeviceInput::away), 0);
  EXPECT_EQ(litScanlines(white, 132, 124, zapper(), 0x00), 0) << "a black backdrop, rendering disabled";
}

TEST(Zapper, SeesTheSameWithoutAPictureAndInLockstep) {
  const double seen = litScanlines(white, 130, 120);
  EXPECT_EQ(litScanlines(white, 130, 120, zapper(Policy::CatchUp, true)), seen);
  EXPECT_EQ(litScanlines(white, 130, 120, zapper(Policy::Lockstep)), seen);
}

TEST(Zapper, ReportsTheTriggerAndDarkness) {
  Program program;
  program.copy(0x4016, 0x0300).copy(0x4017, 0x0301).spin();
  Options options = zapper();
  plugIn(options.devices, "1=zapper");
  Console console(program.build(), options);
  console.setInput(0, {.buttons = trigger});
  console.runFrame();
  EXPECT_EQ(console.peek(0x0300), 0x58);
  EXPECT_EQ(console.peek(0x0301), 0x48);
}

TEST(Zapper, InTheExpansionPortIsReadWithTheSecondPad) {
  Program program;
  program.copy(0x4016, 0x0300).copy(0x4017, 0x0301).spin();
  Options options;
  plugIn(options.devices, "expansion=zapper");
  Console console(program.build(), options);
  console.setInput(expansion_port, {.buttons = trigger});
  console.runFrame();
  EXPECT_EQ(console.peek(0x0300) & 0x1E, 0);
  EXPECT_EQ(console.peek(0x0301) & 0x1E, 0x18);
}

TEST(Zapper, BrightColorsAreSeenLongerThanDarkOnes) {
  EXPECT_EQ(litLines(0x30), 26);
  EXPECT_EQ(litLines(0x0F), 0);
  EXPECT_EQ(litLines(0x2E), 0);
  for (unsigned column = 0; column < 16; ++column)
    for (unsigned row = 0; row < 3; ++row)
      EXPECT_LE(litLines(static_cast<uint16_t>(row << 4 | column)),
                litLines(static_cast<uint16_t>((row + 1) << 4 | column)))
          << row << column;
}

// A program that polls the Zapper at random moments, into RAM, while it changes the picture in mid-frame.
std::shared_ptr<const Cartridge> poller(uint32_t seed) {
  std::minstd_rand random(seed);
  const auto below = [&](int limit) { return static_cast<int>(random() >> 8) % limit; };
  Program program;
  drawTile(program, white);
  const uint16_t start = program.here();
  for (int at = 0; program.here() < 0xFE00; at = (at + 1) % 0x400) {
    program.copy(below(8) ? 0x4017 : 0x4016, static_cast<uint16_t>(0x0300 + at));
    if (below(4) == 0) program.put({0xA2, 1 + below(60), 0xCA, 0xD0, 0xFD});
    if (below(5) == 0) program.store(0x2001, static_cast<uint8_t>(below(256) | 0x08));
    if (below(20) == 0) program.store(0x2005, static_cast<uint8_t>(below(256)));
    if (below(40) == 0) program.store(0x4014, 3);
    program.nop(below(3));
  }
  program.jmp(start);
  std::vector<uint8_t> chr(0x2000);
  for (uint8_t& byte : chr) byte = static_cast<uint8_t>(below(256));
  return program.build(mappers::Mirroring::Vertical, chr);
}

TEST(Zapper, CatchUpAgreesWithLockstepUnderProgramsThatPollIt) {
  constexpr Region regions[] = {Region::Ntsc, Region::Pal, Region::Dendy};
  for (uint32_t seed = 0; seed < 9; ++seed) {
    Scenario scenario;
    scenario.cartridge = poller(seed + 1);
    scenario.buttons = {0, 0xFF};
    scenario.reset_frame = 7;
    scenario.description = "poller " + std::to_string(seed);
    scenario.options.region = regions[seed % 3];
    scenario.options.alignment = static_cast<int>(seed % 4);
    plugIn(scenario.options.devices, "1=zapper");
    plugIn(scenario.options.devices, seed % 2 ? "2=zapper" : "expansion=zapper");
    for (uint8_t frame = 0; frame < 12; ++frame) {
      const auto aim = static_cast<uint8_t>(frame * 20 + seed);
      const DeviceInput input{.x = static_cast<uint8_t>(255 - aim), .y = aim, .buttons = frame};
      scenario.inputs.push_back(
          {input, {.x = aim, .y = 5}, {.x = 3, .y = static_cast<uint8_t>(239 - aim / 2)}});
    }
    expectPoliciesAgree(scenario, 24);
  }
}

TEST(Devices, CatchUpAgreesWithLockstepForAllOfThem) {
  for (const std::string& device : deviceTexts()) {
    Scenario scenario;
    scenario.cartridge = poller(99);
    scenario.buttons = {1, 0xFE};
    scenario.description = device;
    plugIn(scenario.options.devices, device);
    for (uint8_t frame = 0; frame < 6; ++frame) {
      const DeviceInput input{.x = 128, .y = 120, .knob = static_cast<uint8_t>(frame * 40), .buttons = frame};
      scenario.inputs.push_back({input, input, input});
    }
    expectPoliciesAgree(scenario, 6);
  }
}

// A state saved with a picture under the beam goes on the same in a console that has not drawn it.
TEST(Zapper, AStateFromWithinThePictureGoesOnTheSame) {
  const auto cartridge = lightCounter(white);
  Console console(cartridge, zapper());
  console.setInput(1, {.x = 132, .y = 124});
  int compared = 0;
  for (int frame = 0; frame < 60; ++frame) {
    console.runFrame();
    while (console.scanline() != 127) console.step();
    while (console.scanline() == 127) {
      Console loaded(cartridge, zapper(Policy::Lockstep)), copy(console);
      loaded.restore(console.state());
      for (Console* each : {&console, &loaded, &copy}) each->step();
      ASSERT_EQ(firstDifference(loaded.state(), console.state()), "") << "dot " << console.dot();
      ASSERT_EQ(firstDifference(copy.state(), console.state()), "") << "dot " << console.dot();
      ++compared;
    }
  }
  EXPECT_GT(compared, 500);
}

}  // namespace
}  // namespace jumpscope::console::tests
