// Zapper, paddle and four pads through the frontend's devices.
#include "tests/libretro/support.h"

namespace jumpscope::tests {
namespace {

constexpr unsigned pointed_zapper = RETRO_DEVICE_SUBCLASS(RETRO_DEVICE_POINTER, 0);
constexpr unsigned paddle = RETRO_DEVICE_SUBCLASS(RETRO_DEVICE_POINTER, 1);

// Reads $4016 into $20-$37 and $4017 into $40-$57 every frame, 24 times each, after a strobe, with a white screen.
std::string readingCartridge() {
  std::string rom = countingCartridge();
  const auto put = [&rom](size_t address, const std::vector<unsigned char>& bytes) {
    for (size_t i = 0; i < bytes.size(); ++i) rom[16 + address - 0x8000 + i] = static_cast<char>(bytes[i]);
  };
  // clang-format off
  put(0x8000, {
      0x78, 0xD8, 0xA2, 0xFF, 0x9A,              // SEI, CLD, LDX #$FF, TXS
      0x2C, 0x02, 0x20, 0x10, 0xFB,              // BIT $2002, BPL: twice
      0x2C, 0x02, 0x20, 0x10, 0xFB,
      0xA9, 0x3F, 0x8D, 0x06, 0x20,              // backdrop white: $3F00 = $30
      0xA9, 0x00, 0x8D, 0x06, 0x20,
      0xA9, 0x30, 0x8D, 0x07, 0x20,
      0xA9, 0x00, 0x8D, 0x06, 0x20, 0x8D, 0x06, 0x20,
      0xA9, 0x0A, 0x8D, 0x01, 0x20,              // background on
      0xA9, 0x01, 0x8D, 0x16, 0x40,              // $8033: strobe
      0xA9, 0x00, 0x8D, 0x16, 0x40,
      0xA2, 0x00,
      0xAD, 0x16, 0x40, 0x95, 0x20,              // LDA $4016, STA $20,X
      0xAD, 0x17, 0x40, 0x95, 0x40,              // LDA $4017, STA $40,X
      0xE8, 0xE0, 0x18, 0xD0, 0xF1,              // INX, CPX #24, BNE
      0x4C, 0x2B, 0x80,                          // JMP to the strobe
  });
  put(0x9000, {0x40});                           // RTI
  // clang-format on
  return rom;
}

class Devices : public ::testing::Test {
 protected:
  Devices() : host(corePath(), uncropped()) {}
  void SetUp() override {
    ASSERT_TRUE(host.load(bytesOf(readingCartridge())));
    ram = static_cast<const uint8_t*>(host.call(host.core().get_memory_data, RETRO_MEMORY_SYSTEM_RAM));
  }
  void plug(unsigned port, unsigned device) {
    host.call(host.core().set_controller_port_device, port, device);
  }
  void runSome() {
    for (int frame = 0; frame < 4; ++frame) host.run();
  }
  // Bit `line` of the reads of $4016 or $4017, the first in bit 0.
  unsigned reads(int port, int line) const {
    unsigned bits = 0;
    for (int i = 0; i < 24; ++i)
      bits |= static_cast<unsigned>(ram[(port ? 0x40 : 0x20) + i] >> line & 1) << i;
    return bits;
  }
  Host host;
  const uint8_t* ram = nullptr;
};

TEST_F(Devices, TheZapperPullsItsTrigger) {
  plug(1, RETRO_DEVICE_LIGHTGUN);
  host.input.x = host.input.y = 0;
  runSome();
  EXPECT_EQ(reads(1, 4), 0u);
  host.input.pressed = true;
  runSome();
  EXPECT_EQ(reads(1, 4), 0xFFFFFFu);
}

TEST_F(Devices, TheZapperSeesAWhiteScreenAndNothingBesideIt) {
  const auto sawLight = [this] {
    bool seen = false;
    for (int frame = 0; frame < 12; ++frame) {
      host.run();
      seen = seen || reads(1, 3) != 0xFFFFFF;  // 0: light
    }
    return seen;
  };
  for (const unsigned kind : {unsigned{RETRO_DEVICE_LIGHTGUN}, pointed_zapper}) {
    plug(1, kind);
    host.input.x = host.input.y = -0x8000;
    runSome();
    EXPECT_FALSE(sawLight()) << kind;
    // The lines just before vblank, so that the light is still on when the frame ends.
    host.input.x = 0;
    host.input.y = 0x7F00;
    EXPECT_TRUE(sawLight()) << kind;
  }
  plug(1, RETRO_DEVICE_LIGHTGUN);
  host.input.offscreen = true;
  runSome();
  EXPECT_FALSE(sawLight());
}

TEST_F(Devices, ThePaddleTurnsWithThePointer) {
  plug(1, paddle);
  std::vector<unsigned> positions;
  for (const int16_t x : {int16_t{-0x7FFF}, int16_t{0}, int16_t{0x7FFF}}) {
    host.input.x = x;
    runSome();
    positions.push_back(reads(1, 4) & 0xFF);
  }
  EXPECT_NE(positions[0], positions[1]);
  EXPECT_NE(positions[1], positions[2]);
  EXPECT_EQ(reads(1, 3), 0u);
  host.input.pressed = true;
  runSome();
  EXPECT_NE(reads(1, 3), 0u);
}

TEST_F(Devices, AFourScoreHasFourPadsAndItsSignature) {
  for (unsigned pad = 0; pad < 4; ++pad)
    host.input.pads[pad] =
        static_cast<uint16_t>(1 << RETRO_DEVICE_ID_JOYPAD_UP |
                              1 << (pad % 2 ? RETRO_DEVICE_ID_JOYPAD_A : RETRO_DEVICE_ID_JOYPAD_B));
  runSome();
  EXPECT_EQ(reads(0, 0) & 0xFF, 0x12u);  // B, Up; then ones
  EXPECT_EQ(reads(0, 0) >> 8, 0xFFFFu);
  host.setOption("jumpscope_four_score", "on");
  runSome();
  EXPECT_EQ(reads(0, 0),
            0x081212u);  // NESdev "Four player adapters": $10 and $20, most significant bit first
  EXPECT_EQ(reads(1, 0), 0x041111u);
  host.setOption("jumpscope_four_score", "off");
  runSome();
  EXPECT_EQ(reads(0, 0) >> 8, 0xFFFFu);
}

TEST_F(Devices, AStateDoesNotChangeWhatIsPluggedIn) {
  runSome();
  const std::vector<uint8_t> with_pads = host.save();
  plug(1, RETRO_DEVICE_LIGHTGUN);
  host.input.pressed = true;
  ASSERT_TRUE(host.restore(with_pads));
  runSome();
  EXPECT_EQ(reads(1, 4), 0xFFFFFFu);
  plug(1, RETRO_DEVICE_JOYPAD);
  runSome();
  EXPECT_EQ(reads(1, 4), 0u);
}

TEST_F(Devices, ADeviceThatAPortDoesNotTakeIsReportedAndChangesNothing) {
  plug(1, RETRO_DEVICE_LIGHTGUN);
  const size_t lines = host.log.size();
  plug(1, RETRO_DEVICE_KEYBOARD);
  plug(2, RETRO_DEVICE_LIGHTGUN);
  EXPECT_EQ(host.log.size(), lines + 2);
  host.input.pressed = true;
  runSome();
  EXPECT_EQ(reads(1, 4), 0xFFFFFFu);
}

TEST(HeaderDevices, AreThereUntilTheUserChoosesOthers) {
  std::string rom = readingCartridge();
  rom[7] = static_cast<char>(rom[7] | 8);
  rom[15] = 8;  // NES 2.0: a Zapper in the second port
  Host host(corePath(), uncropped());
  ASSERT_TRUE(host.load(bytesOf(rom)));
  const auto* ram =
      static_cast<const uint8_t*>(host.call(host.core().get_memory_data, RETRO_MEMORY_SYSTEM_RAM));
  host.call(host.core().set_controller_port_device, 1u, unsigned{RETRO_DEVICE_JOYPAD});
  host.input.pressed = true;
  for (int frame = 0; frame < 5; ++frame) host.run();
  EXPECT_EQ(ram[0x40] & 0x10, 0x10);
  host.call(host.core().set_controller_port_device, 1u, unsigned{RETRO_DEVICE_NONE});
  for (int frame = 0; frame < 5; ++frame) host.run();
  EXPECT_EQ(ram[0x40] & 0x10, 0);
}

}  // namespace
}  // namespace jumpscope::tests
