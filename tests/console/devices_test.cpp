// Zapper, Power Pad, Arkanoid paddle and the Famicom's expansion port, as a program reads them. Source: NESdev
// "Zapper", "Power Pad", "Arkanoid controller", "Expansion port".
#include "src/console/devices.h"

#include <gtest/gtest.h>

#include "src/console/controllers.h"
#include "src/console/zapper.h"
#include "tests/console/agreement.h"
#include "tests/console/cartridge_builder.h"

namespace jumpscope::console::tests {
namespace {

Options with(const std::string& device, Policy policy = Policy::CatchUp) {
  Options options;
  options.policy = policy;
  plugIn(options.devices, device);
  return options;
}

constexpr int reads = 10;

// Strobes, then reads both ports ten times, into $0300 and $0400 on.
Console readBoth(const Options& options, size_t port, const DeviceInput& input,
                 std::array<Buttons, 4> pads = {}) {
  Program program;
  program.store(0x4016, 1).store(0x4016, 0);
  for (int i = 0; i < reads; ++i)
    program.copy(0x4016, static_cast<uint16_t>(0x0300 + i)).copy(0x4017, static_cast<uint16_t>(0x0400 + i));
  program.spin();
  Console console(program.build(), options);
  for (int pad = 0; pad < 4; ++pad) console.setButtons(pad, pads[static_cast<size_t>(pad)]);
  console.setInput(port, input);
  console.runFrame();
  return console;
}

// Bit `bit` of the reads of a port, first read in bit 0.
unsigned line(const Console& console, uint16_t reads_at, int bit) {
  unsigned bits = 0;
  for (int i = 0; i < reads; ++i)
    bits |= (console.peek(static_cast<uint16_t>(reads_at + i)) >> bit & 1u) << i;
  return bits;
}

TEST(PowerPad, ShiftsOutItsFieldsOnTwoLinesAndThenOnes) {
  constexpr int first_line[] = {2, 1, 5, 9, 6, 10, 11, 7}, second_line[] = {4, 3, 12, 8};
  for (int field = 1; field <= mat_fields; ++field) {
    unsigned first = 0x300, second = 0x3F0;
    for (int i = 0; i < 8; ++i) first |= static_cast<unsigned>(first_line[i] == field) << i;
    for (int i = 0; i < 4; ++i) second |= static_cast<unsigned>(second_line[i] == field) << i;
    const DeviceInput input{.buttons = static_cast<uint16_t>(1 << (field - 1))};
    for (const size_t port : {0, 1}) {
      const auto console = readBoth(with(port == 0 ? "1=power-pad-b" : "2=power-pad-b"), port, input);
      const uint16_t at = port == 0 ? 0x0300 : 0x0400;
      EXPECT_EQ(line(console, at, 3), first) << "field " << field << ", port " << port;
      EXPECT_EQ(line(console, at, 4), second) << "field " << field << ", port " << port;
      EXPECT_EQ(line(console, at, 0), 0u);
    }
  }
}

TEST(PowerPad, SideAHasLeftAndRightExchanged) {
  for (int field = 0; field < mat_fields; ++field) {
    const int mirrored = field / 4 * 4 + 3 - field % 4;
    const auto a = readBoth(with("2=power-pad-a"), 1, {.buttons = static_cast<uint16_t>(1 << field)});
    const auto b = readBoth(with("2=power-pad-b"), 1, {.buttons = static_cast<uint16_t>(1 << mirrored)});
    for (const int bit : {3, 4}) EXPECT_EQ(line(a, 0x0400, bit), line(b, 0x0400, bit)) << field;
  }
}

// Inverted, most significant bit first.
unsigned knobOnTheLine(uint8_t knob) {
  unsigned bits = 0x300;
  for (int i = 0; i < 8; ++i) bits |= (~knob >> (7 - i) & 1u) << i;
  return bits;
}

TEST(Arkanoid, ShiftsOutTheInvertedKnobAndShowsTheButton) {
  for (const uint8_t knob : {0x00, 0x54, 0xA5, 0xF4, 0xFF})
    for (const uint16_t button : {0, 1}) {
      const auto console = readBoth(with("2=arkanoid"), 1, {.knob = knob, .buttons = button});
      EXPECT_EQ(line(console, 0x0400, 4), knobOnTheLine(knob)) << int(knob);
      EXPECT_EQ(line(console, 0x0400, 3), button ? 0x3FFu : 0u);
    }
}

TEST(Arkanoid, OfTheFamicomUsesOneLineOfBothPorts) {
  const auto console =
      readBoth(with("expansion=arkanoid"), expansion_port, {.knob = 0x9C, .buttons = 1}, {1, 2});
  EXPECT_EQ(line(console, 0x0300, 1), 0x3FFu) << "the button";
  EXPECT_EQ(line(console, 0x0400, 1), knobOnTheLine(0x9C));
  EXPECT_EQ(line(console, 0x0300, 0), 0x301u) << "the first pad is still there";
  EXPECT_EQ(line(console, 0x0400, 0), 0x302u) << "and so is the second";
}

TEST(FamicomPads, AreReadBesideTheFirstTwo) {
  for (const Policy policy : {Policy::CatchUp, Policy::Lockstep}) {
    const auto console =
        readBoth(with("expansion=famicom-pads", policy), expansion_port, {}, {0x11, 0x22, 0x95, 0x6A});
    EXPECT_EQ(line(console, 0x0300, 0), 0x311u);
    EXPECT_EQ(line(console, 0x0400, 0), 0x322u);
    EXPECT_EQ(line(console, 0x0300, 1), 0x395u);
    EXPECT_EQ(line(console, 0x0400, 1), 0x36Au);
  }
}

TEST(Devices, AnEmptyPortReadsAsZero) {
  const auto console = readBoth(with("2=none"), 1, {.buttons = 0xFFF}, {0, 0xFF});
  EXPECT_EQ(line(console, 0x0400, 0), 0u);
  EXPECT_EQ(console.peek(0x0400), 0x40) << "but for the open bus";
}

TEST(Devices, AreNamedAndRefusedWhereTheyDoNotFit) {
  Devices devices;
  for (const std::string& text : deviceTexts()) plugIn(devices, text);
  devices = {};
  plugIn(devices, "2=zapper");
  plugIn(devices, "expansion=famicom-pads");
  EXPECT_EQ(toString(devices), "2=zapper expansion=famicom-pads");
  plugIn(devices, "four-score");
  EXPECT_EQ(toString(devices), "four-score expansion=famicom-pads");
  for (const char* bad : {"", "zapper", "3=pad", "2=", "2=famicom-pads", "expansion=pad", "2=mouse"})
    EXPECT_THROW(plugIn(devices, bad), std::runtime_error) << bad;
}

TEST(Devices, AHeadersNumberNamesThem) {
  EXPECT_EQ(devicesOfHeader(0), Devices{});
  EXPECT_EQ(toString(*devicesOfHeader(0x02)), "four-score");
  EXPECT_EQ(toString(*devicesOfHeader(0x08)), "2=zapper");
  EXPECT_EQ(toString(*devicesOfHeader(0x0C)), "2=power-pad-b");
  EXPECT_EQ(toString(*devicesOfHeader(0x10)), "expansion=arkanoid");
  EXPECT_EQ(devicesOfHeader(0x23), std::nullopt) << "a keyboard";
}

TEST(Devices, ArePluggedInAfterAPowerCycle) {
  Console console(Program().build(), with("2=zapper"));
  console.powerOn();
  EXPECT_EQ(console.state().controllers.devices.ports[1], Device::Zapper);
}

}  // namespace
}  // namespace jumpscope::console::tests
