// Both policies under programs that switch banks of patterns and nametables while the picture is made.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/console/agreement.h"
#include "tests/console/cartridge_builder.h"
#include "tests/console/dice.h"
#include "tests/support/sanitized.h"
#include "tests/support/slow.h"

namespace jumpscope::console::tests {
namespace {

// A register of a board, and the bits that may be written to it without moving the program.
struct BankRegister {
  uint16_t address;
  uint8_t bits;
  bool serial = false;  // five writes of a bit each
};
struct SwitchingBoard {
  int mapper;
  std::vector<BankRegister> registers;
  uint16_t select = 0;           // written first: the number of the bank that the register moves
  uint8_t selected = 0;          // at most this
  bool patterns_in_ram = false;  // the board has no CHR-ROM
};

const std::vector<SwitchingBoard>& switchingBoards() {
  static const std::vector<SwitchingBoard> boards = {
      {1, {{0xA000, 0x1F, true}, {0xC000, 0x1F, true}, {0x8000, 0x03, true}}},
      {3, {{0x8000, 0x03}}},
      {4, {{0x8001, 0x1F}, {0x8001, 0x1F}, {0xA000, 0x01}}, 0x8000, 5},
      {7, {{0x8000, 0x10}}, 0, 0, true},
      {11, {{0x8000, 0xF0}}},
      {13, {{0x8000, 0x03}}, 0, 0, true},
      {33, {{0x8002, 0x1F}, {0x8003, 0x1F}, {0xA000, 0x1F}, {0xA003, 0x1F}}},
      {66, {{0x8000, 0x03}}},
      {68, {{0x8000, 0x0F}, {0x9000, 0x0F}, {0xB000, 0x0F}, {0xC000, 0x1F}, {0xE000, 0x13}}},
      {69, {{0xA000, 0x1F}}, 0x8000, 7},
      {75, {{0xE000, 0x0F}, {0xF000, 0x0F}, {0x9000, 0x07}}},
      {87, {{0x6000, 0x03}}},
      {118, {{0x8001, 0x9F}}, 0x8000, 5},
      {119, {{0x8001, 0x5F}, {0xA000, 0x01}}, 0x8000, 5},
  };
  return boards;
}

// A program without interrupts that sets the picture up in vblank, waits for sprite 0 or some time, and writes in any order
// to the board and the picture chip.
class SwitchProgram : Dice<std::minstd_rand> {
 public:
  explicit SwitchProgram(uint32_t seed)
      : Dice(seed),
        board_(switchingBoards()[static_cast<size_t>(below(static_cast<int>(switchingBoards().size())))]) {
    program_.put({0x78, 0xA2, 0xFF, 0x9A}).store(0x4017, 0x40).store(0x2000, 0).store(0x2001, 0);
    if (board_.mapper == 1) writeSerially(0x8000, 0x0C);
    placeSprites();
    fillMemory();
    const uint16_t frame = program_.here();
    program_.waitForVblank();
    if (!oneIn(4)) program_.store(0x2003, 0).store(0x4014, sprite_page >> 8);
    if (oneIn(2)) program_.inc(static_cast<uint16_t>(sprite_page + below(8)));
    for (int i = below(4); i > 0; --i) switchBank();
    program_.store(0x2006, 0x20).store(0x2006, byte()).store(0x2005, byte()).store(0x2005, byte());
    program_.store(0x2000, picture_).store(0x2001, 0x18 | (byte() & 0x06));
    for (int i = 1 + below(6); i > 0; --i) part();
    program_.jmp(frame);
  }

  Scenario scenario(uint32_t seed) {
    std::vector<uint8_t> chr(board_.patterns_in_ram ? 0 : 0x8000);
    for (uint8_t& byte : chr) byte = static_cast<uint8_t>(below(256) & below(256));
    const auto mirroring = seed % 2 ? mappers::Mirroring::Vertical : mappers::Mirroring::Horizontal;
    return scenarioOf(seed, program_.build(mirroring, chr, {.mapper = board_.mapper}),
                      "program " + std::to_string(seed) + " for board " + std::to_string(board_.mapper));
  }

 private:
  static constexpr uint16_t sprite_page = 0x0200;

  void placeSprites() {
    program_.put({0xA2, 0x00, 0x8A, 0x9D, 0x00, 0x02, 0xE8, 0xD0, 0xF9});  // a diagonal
    for (int rest = 0; rest < 4; ++rest)
      program_.store(static_cast<uint16_t>(sprite_page + rest), static_cast<uint8_t>(byte() & 0x7F));
    if (oneIn(3))
      for (int i = 1; i < 12; ++i) program_.store(static_cast<uint16_t>(sprite_page + 4 * i), 0x60);
  }
  // Of the nametables, or of RAM for patterns, a part.
  void fillMemory() {
    program_.store(0x2006, board_.patterns_in_ram ? byte() & 0x1F : 0x20).store(0x2006, 0);
    program_.put({0xA2, 0x00, 0x8A, 0x49, byte(), 0x8D, 0x07, 0x20, 0xE8, 0xD0, 0xF7});
  }
  void writeSerially(uint16_t address, uint8_t value) {
    program_.lda(value);
    for (int bit = 0; bit < 5; ++bit) {
      program_.sta(address);
      if (bit < 4) program_.put({0x4A});
    }
  }
  void switchBank() {
    if (board_.select != 0) program_.store(board_.select, static_cast<uint8_t>(below(board_.selected + 1)));
    const BankRegister& to =
        board_.registers[static_cast<size_t>(below(static_cast<int>(board_.registers.size())))];
    const auto value = static_cast<uint8_t>(byte() & to.bits);
    to.serial ? writeSerially(to.address, value) : void(program_.store(to.address, value));
  }
  void part() {
    switch (below(4)) {
      case 0:  // until sprite 0 hits, or so long
        program_.put({0xA2, 1 + below(255), 0x2C, 0x02, 0x20, 0x70, 0x03, 0xCA, 0xD0, 0xF8});
        break;
      case 1:
        program_.put({0xA2, 1 + below(200), 0xCA, 0xD0, 0xFD});
        break;
      case 2:  // lines of about 113 cycles
        program_.put({0xA0, 1 + below(40), 0xA2, 21, 0xCA, 0xD0, 0xFD, 0x88, 0xD0, 0xF8});
        break;
      default:
        break;
    }
    program_.nop(below(20));
    for (int i = 1 + below(8); i > 0; --i) {
      oneIn(2) ? switchBank() : writePicture();
      if (oneIn(3)) program_.nop(below(12));
      if (oneIn(8)) program_.load(0x2002).put({0x85, 0x20 + below(32)});
    }
  }
  void writePicture() {
    switch (below(6)) {
      case 0:
      case 1:
        program_.store(0x2005, byte());
        if (!oneIn(4)) program_.store(0x2005, byte());
        break;
      case 2:
        program_.store(0x2006, below(64));
        if (!oneIn(4)) program_.store(0x2006, byte());
        break;
      case 3:
        program_.store(0x2000, oneIn(2) ? picture_ : below(64));
        break;
      case 4:
        program_.store(0x2001, oneIn(3) ? byte() : uint8_t{0x1E});
        break;
      default:
        if (oneIn(2))
          program_.store(static_cast<uint16_t>(0x2003 + below(2)), byte());
        else
          program_.load(static_cast<uint16_t>(oneIn(2) ? 0x2007 : 0x2004)).put({0x85, 0x40 + below(32)});
        break;
    }
  }

  const SwitchingBoard& board_;
  Program program_;
  uint8_t picture_ = static_cast<uint8_t>(below(64));  // what $2000 holds, mostly
};

// Takes so many cycles, X, and the flags.
void delay(Program& program, int cycles) {
  constexpr int longest = 1 + 5 * 255;
  for (; cycles > longest + 20; cycles -= longest) program.put({0xA2, 0xFF, 0xCA, 0xD0, 0xFD});
  const int turns = (cycles - 8) / 5;
  program.put({0xA2, turns, 0xCA, 0xD0, 0xFD});
  cycles -= 1 + 5 * turns;
  if (cycles % 2 != 0) program.put({0xA5, 0x00});
  program.nop((cycles - (cycles % 2 != 0 ? 3 : 0)) / 2);
}

// In the second bank sprite 0 has no dots. The switch comes at every third cycle around those in which its patterns are
// fetched.
TEST(Policies, AgreeWhereASwitchMeetsTheFetchOfSprite0) {
  for (int cycles = 13'200; cycles < 13'380; cycles += 3) {
    Program program;
    program.put({0x78, 0xA2, 0xFF, 0x9A}).store(0x4017, 0x40).store(0x2000, 0).store(0x2001, 0);
    program.waitForVblank().waitForVblank().store(0x2006, 0x20).store(0x2006, 0);
    program.put({0xA0, 0x04, 0xA2, 0x00, 0xA9, 0x01, 0x8D, 0x07, 0x20, 0xCA, 0xD0, 0xFA, 0x88, 0xD0, 0xF7});
    program.put({0xA2, 0x00, 0xA9, 0xFF, 0x9D, 0x00, 0x02, 0xE8, 0xD0, 0xFA});
    program.store(0x0200, 100).store(0x0201, 0).store(0x0202, 0).store(0x0203, 100).put({0xA0, 0x00});
    const uint16_t frame = program.here();
    program.waitForVblank().store(0x2003, 0).store(0x4014, 2).store(0x8000, 0).store(0x2006, 0).store(0x2006,
                                                                                                      0);
    program.store(0x2005, 0).store(0x2005, 0).store(0x2000, 0).store(0x2001, 0x1E);
    delay(program, 5000);
    program.store(0x8000, 1);
    delay(program, 50);
    program.store(0x8000, 0);
    delay(program, cycles - 5062);
    program.store(0x8000, 1);
    delay(program, 900);
    program.load(0x2002).put({0x99, 0x00, 0x03, 0xC8}).jmp(frame);
    std::vector<uint8_t> chr(0x4000);
    std::fill_n(chr.begin(), 0x20, uint8_t{0xFF});
    std::fill_n(chr.begin() + 0x2010, 0x10, uint8_t{0xFF});
    Scenario scenario;
    scenario.cartridge = program.build(mappers::Mirroring::Vertical, chr, {.mapper = 3});
    scenario.description = std::to_string(cycles) + " cycles";
    expectPoliciesAgree(scenario, 6);
    if (testing::Test::HasFatalFailure()) return;
  }
}

// Frames end in every cycle of the switches, while the picture chip has the last ones still to see.
TEST(Policies, AgreeWhereFramesEndInASwitchOfBanks) {
  for (int nops = 0; nops < 8; ++nops) {
    Program program;
    program.store(0x4017, 0x40).store(0x2001, 0x1E);
    if (nops % 2) program.put({0xA5, 0x10});
    const uint16_t loop = program.here();
    for (int n = 0; n < 8; ++n) program.put({0x49, 0x01}).sta(0x8000);
    program.nop(nops).jmp(loop);
    Scenario scenario;
    scenario.cartridge =
        program.build(mappers::Mirroring::Vertical, std::vector<uint8_t>(0x8000, 0x5A), {.mapper = 3});
    scenario.description = std::to_string(nops) + " NOPs";
    expectPoliciesAgree(scenario, 12);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Policies, AgreeOnBanksSwitchedInThePicture) {
  expectPoliciesAgreeOn<SwitchProgram>(1, 80 / jumpscope::tests::case_step, 4);
}

TEST(Policies, AgreeOnManyBanksSwitchedInThePicture) {
  REQUIRE_SLOW();
  expectPoliciesAgreeOn<SwitchProgram>(1000, jumpscope::tests::slowCases(3000u), 5);
}

}  // namespace
}  // namespace jumpscope::console::tests
