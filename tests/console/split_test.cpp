// Both policies under programs that split the picture by the interrupts of a board that counts A12.
#include <gtest/gtest.h>

#include "tests/console/agreement.h"
#include "tests/console/cartridge_builder.h"
#include "tests/console/dice.h"
#include "tests/support/sanitized.h"
#include "tests/support/slow.h"

namespace jumpscope::console::tests {
namespace {

constexpr uint16_t nmi_handler = 0xE000, irq_handler = 0xE400, sprite_page = 0x0200;

// A program whose NMI handler sets the first split and whose IRQ handler sets the next one, with writes to the picture
// chip and the board's banks in any order in between.
class SplitProgram : Dice<std::minstd_rand> {
 public:
  explicit SplitProgram(uint32_t seed) : Dice(seed) {
    program_.store(0x2000, below(64)).store(0x2001, 0);
    placeSprites();
    paint();
    program_.store(0x4017, 0x40).store(0x2000, 0x80 | picture_).store(0x2001, layers()).put({0x58});
    mainLoop();
    nmiHandler();
    oneIn(3) ? rasterHandler() : irqHandler();
    program_.nmi(nmi_handler).irq(irq_handler);
  }

  Scenario scenario(uint32_t seed) {
    std::vector<uint8_t> chr(0x8000);
    for (uint8_t& byte : chr) byte = static_cast<uint8_t>(below(256) & below(256));
    auto cartridge = std::make_shared<Cartridge>(
        *program_.build(seed % 2 ? mappers::Mirroring::Vertical : mappers::Mirroring::Horizontal, chr));
    constexpr int boards[] = {4, 4, 118, 119, 48, 64};
    cartridge->mapper = boards[seed % std::size(boards)];
    cartridge->submapper = seed % 12 == 1 ? 4 : 0;
    cartridge->board = mappers::boardName(cartridge->mapper);
    return scenarioOf(seed, cartridge, "split program " + std::to_string(seed));
  }

 private:
  uint8_t layers() { return static_cast<uint8_t>(oneIn(4) ? byte() : 0x18 | (byte() & 0x06)); }

  void placeSprites() {
    const int step = 1 + below(9), spread = 1 + below(64);
    for (int i = 0; i < 64; ++i) {
      const uint16_t at = static_cast<uint16_t>(sprite_page + 4 * i);
      program_.store(at, static_cast<uint8_t>(step * (i % spread) + below(4)));
      for (int rest = 1; rest < 4; ++rest) program_.store(static_cast<uint16_t>(at + rest), byte());
    }
  }
  void paint() {
    program_.store(0x2006, 0x20).store(0x2006, byte());
    for (int i = 0; i < 60; ++i) program_.store(0x2007, byte());
  }
  void wait() {
    if (oneIn(2)) program_.put({0xA2, 1 + below(oneIn(4) ? 40 : 12), 0xCA, 0xD0, 0xFD});
    program_.nop(below(4));
  }
  void mainLoop() {
    const uint16_t start = program_.here();
    if (oneIn(3)) return void(program_.spin());
    for (int i = 0; i < 3; ++i) {
      if (oneIn(4)) program_.load(0x2002).put({0x85, 0x40 + below(32)});
      if (oneIn(6)) picture();
      if (oneIn(6)) program_.put({0x78}).nop(below(30)).put({0x58});
      program_.put({0xE6, 0x10 + below(8)});
      if (oneIn(2)) program_.put({0xA5, 0x10, 0x65, 0x11, 0x85, 0x12});
    }
    program_.jmp(start);
  }
  void picture() {
    switch (below(10)) {
      case 0:
      case 1:
      case 2:
        program_.store(0x2005, byte());
        if (oneIn(2)) program_.nop(below(3));
        if (!oneIn(3)) program_.store(0x2005, byte());
        break;
      case 3:
      case 4:
      case 5:
        program_.store(0x2006, below(64));
        program_.nop(below(3));
        if (!oneIn(3)) program_.store(0x2006, byte());
        break;
      case 6:
        program_.store(0x2000, 0x80 | (oneIn(3) ? below(64) : picture_));
        break;
      case 7:
        program_.store(0x2001, layers());
        break;
      case 8:
        program_.load(oneIn(2) ? 0x2002 : static_cast<uint16_t>(0x2000 + below(8)))
            .put({0x85, 0x20 + below(32)});
        break;
      case 9:
        if (oneIn(4)) program_.store(static_cast<uint16_t>(0x2000 + below(8)), byte());
        break;
    }
  }
  void board() {
    switch (below(5)) {
      case 0:
        program_.store(0x8000, byte() & 0x87).store(0x8001, byte());
        break;
      case 1:
        program_.store(0xA000, below(2));
        break;
      case 2:
        changeTables();
        break;
      default:
        nextSplit();
        break;
    }
  }
  // Between two writes to the board the line may rise earlier than was foreseen at the first one.
  void changeTables() {
    program_.store(0xC000, static_cast<uint8_t>(below(6))).store(0xC001, 0);
    program_.store(0x2000, oneIn(2) ? 0x88 : 0x90);
    wait();
    program_.store(0xC001, 0).store(0x2000, 0x80 | picture_);
  }
  void nextSplit() {
    if (!oneIn(3)) program_.store(0xC000, static_cast<uint8_t>(oneIn(3) ? 0 : below(16)));
    if (oneIn(3)) program_.store(0xC001, byte());
    program_.store(0xE000, byte());
    if (!oneIn(6)) program_.store(0xE001, byte());
  }
  void nmiHandler() {
    program_.org(nmi_handler).put({0x48, 0x8A, 0x48});
    if (!oneIn(3)) program_.store(0x2003, oneIn(6) ? byte() : uint8_t{0}).store(0x4014, sprite_page >> 8);
    if (oneIn(2)) program_.inc(static_cast<uint16_t>(sprite_page + 4 * below(64)));
    program_.load(0x2002).store(0x2005, byte()).store(0x2005, byte()).store(0x2000, 0x80 | picture_);
    program_.store(0xC000, static_cast<uint8_t>(below(40)))
        .store(0xC001, 0)
        .store(0xE000, 0)
        .store(0xE001, 0);
    program_.put({0x68, 0xAA, 0x68, 0x40});
  }
  void irqHandler() {
    program_.org(irq_handler).put({0x48, 0x8A, 0x48});
    const bool waits_first = oneIn(2);
    if (waits_first) wait();
    for (int i = 1 + below(4); i > 0; --i) {
      oneIn(3) ? board() : picture();
      if (oneIn(3)) wait();
    }
    nextSplit();
    for (int i = below(4); i > 0; --i) {
      picture();
      if (oneIn(2)) wait();
    }
    program_.put({0x68, 0xAA, 0x68, 0x40});
  }

  // Another scroll for each scanline, or every few: the four writes that set all of it, beginning with any of them, some
  // in this scanline and some in the next ones.
  void rasterHandler() {
    program_.org(irq_handler).put({0x48});
    const int first = below(4), writes = oneIn(6) ? below(9) : 4 * (1 + below(2));
    const int next_split = below(writes + 1);
    const int most_nops = oneIn(2) ? 3 : 16;
    program_.nop(below(12));
    for (int i = 0; i < writes; ++i) {
      if (i == next_split) nextLine();
      constexpr uint16_t registers[] = {0x2006, 0x2005, 0x2005, 0x2006};
      if (oneIn(2)) program_.inc(static_cast<uint16_t>(0x30 + i));
      program_.load(static_cast<uint16_t>(0x30 + i));
      const uint16_t reg = registers[(first + i) % 4];
      program_.sta(reg);
      if (oneIn(8)) program_.store(0x8000, static_cast<uint8_t>(below(6))).store(0x8001, byte());
      program_.nop(below(most_nops));
    }
    if (next_split == writes) nextLine();
    program_.put({0x68, 0x40});
  }
  void nextLine() {
    program_.store(0xC000, static_cast<uint8_t>(oneIn(3) ? below(3) : 0)).store(0xE000, 0).store(0xE001, 0);
  }

  Program program_;
  uint8_t picture_ = static_cast<uint8_t>(below(64));  // what $2000 holds, mostly
};

// A program that counts while scanlines interrupt it, at ever other cycles. The handler begins with `first`.
Scenario handlerBeginningWith(std::initializer_list<int> first, int alignment) {
  Program program;
  program.put({0xA2, 0xFF, 0x9A}).store(0x4017, 0x40).store(0x2000, 0x08).store(0x2001, 0x1E);
  program.store(0x0050, 0x00).store(0x0051, 0xE5);
  program.store(0xC000, 1).store(0xC001, 0).store(0xE001, 0).put({0x58});
  const uint16_t head = program.here();
  program.put({0xE6, 0x10, 0xA5, 0x10, 0x29, 0x07, 0xAA, 0xCA, 0x10, 0xFD}).inc(0x0311).jmp(head);
  program.irq(irq_handler).org(irq_handler).put(first).jmp(0xE500);
  program.org(0xE500)
      .put({0x48, 0x08, 0x68})
      .sta(0x0312)
      .sta(0xE000)
      .sta(0xE001)
      .put({0xE6, 0x13, 0x68, 0x40});
  program.org(0xE600).put({0xE6, 0x14, 0x60});
  Scenario made;
  made.cartridge =
      program.build(mappers::Mirroring::Vertical, std::vector<uint8_t>(0x2000, 0x5A), {.mapper = 4});
  made.options.alignment = alignment;
  made.description = "handler that begins with " + std::to_string(*first.begin());
  return made;
}

// An IRQ goes on to be asserted, and masked, while the first instruction of its handler polls it. Whatever that is.
TEST(Policies, AgreeOnTheFirstInstructionOfAHandler) {
  const std::initializer_list<int> instructions[] = {
      {0xEA},                          // NOP
      {0x58},                          // CLI: the handler interrupts itself
      {0x78},                          // SEI
      {0x28},                          // PLP
      {0x08, 0x28},                    // PHP
      {0x00, 0x00},                    // BRK
      {0x40},                          // RTI
      {0x20, 0x00, 0xE6},              // JSR
      {0x6C, 0x50, 0x00},              // JMP ($0050)
      {0x50, 0x00},                    // BVC
      {0xF0, 0x00},                    // BEQ
      {0x8D, 0x00, 0xE0},              // STA $E000
      {0x8D, 0x00, 0xE0, 0x58},        //
      {0x8D, 0x01, 0xE0},              // STA $E001
      {0x8D, 0x01, 0xC0},              // STA $C001
      {0x8E, 0x00, 0xC0},              // STX $C000
      {0xEE, 0x00, 0xE0},              // INC $E000
      {0xEE, 0x11, 0x03},              // INC $0311
      {0xE6, 0x11},                    // INC $11
      {0xAD, 0x02, 0x20},              // LDA $2002
      {0xAD, 0x15, 0x40},              // LDA $4015
      {0x8D, 0x14, 0x40},              // STA $4014
      {0x8D, 0x06, 0x20},              // STA $2006
      {0x9D, 0x00, 0xDF, 0x58, 0xEA},  // STA $DF00,X
      {0x9F, 0x00, 0xDF},              // SHA $DF00,Y
      {0xB1, 0x50},                    // LDA ($50),Y
  };
  for (const auto& first : instructions)
    for (int alignment = 0; alignment < 4; ++alignment) {
      expectPoliciesAgree(handlerBeginningWith(first, alignment), 2);
      if (testing::Test::HasFatalFailure()) return;
    }
}

// A program that writes to a register of an MMC3 every few cycles, also in those in which vblank begins, NMI rises, and line 12
// does, which raises IRQ after every line.
Scenario writingAllTheTime(uint16_t address, int nops, int alignment) {
  Program program;
  program.put({0xA2, 0xFF, 0x9A}).store(0x4017, 0x40).store(0x8000, 0x02).nop(nops);
  program.store(0xC000, 0)
      .store(0xC001, 0)
      .store(0xE001, 0)
      .store(0x2001, 0x1E)
      .store(0x2000, 0x88)
      .put({0x58});
  const uint16_t head = program.here();
  program.put({0x49, 0x01}).sta(address).jmp(head);
  program.nmi(nmi_handler).org(nmi_handler).put({0xE6, 0x10, 0x08, 0x68, 0x85, 0x11, 0x40});
  program.irq(irq_handler).org(irq_handler).put16(0x8D, 0xE000).put16(0x8D, 0xE001).put({0xE6, 0x12, 0x40});
  Scenario made;
  made.cartridge =
      program.build(mappers::Mirroring::Vertical, std::vector<uint8_t>(0x8000, 0x5A), {.mapper = 4});
  made.options.alignment = alignment;
  made.description = "after " + std::to_string(nops) + " NOPs, writes to " + std::to_string(address);
  return made;
}

TEST(Policies, AgreeOnWritesToTheBoardAsLinesMove) {
  constexpr int nops = 9, alignments = 4, addresses = 2;
  for (int n = 0; n < nops * alignments * addresses; n += int{jumpscope::tests::case_step}) {
    const auto address = static_cast<uint16_t>(n < nops * alignments ? 0x8001 : 0xA001);
    expectPoliciesAgree(writingAllTheTime(address, n % nops, n / nops % alignments), 6);
    if (testing::Test::HasFatalFailure()) return;
  }
}

// Frames end in every cycle of writes to an MMC3 that leave its pages where they are.
TEST(Policies, AgreeWhereFramesEndInAWriteToTheBoard) {
  for (int padding = 0; padding < 8; ++padding) {
    Program program;
    program.put({0xA9, 0x00, 0xA2, 0x80});
    const uint16_t loop = program.here();
    for (int n = 0; n < 8; ++n) program.sta(0xA001).put16(0x8E, 0xA001);
    program.nop(padding);
    if (padding % 2) program.put({0xA5, 0x10});
    Scenario scenario;
    scenario.cartridge = program.jmp(loop).build(mappers::Mirroring::Vertical, {}, {.mapper = 4});
    scenario.description = std::to_string(padding) + " NOPs";
    expectPoliciesAgree(scenario, 12);
    if (testing::Test::HasFatalFailure()) return;
  }
}

// In vblank with rendering enabled $2006 leaves the pins alone; the first of a row of writes to $2007 raises line 12.
TEST(Policies, AgreeOnARowThatRaisesLine12AfterAWriteToTheScroll) {
  Program program;
  program.store(0x2000, 0).store(0x4017, 0x40).store(0x2001, 0x10);
  const uint16_t loop = program.here();
  program.store(0x2000, 0).store(0xC000, 1).put({0x2C, 0x02, 0x20}).waitForVblank();
  program.store(0x2006, 0).store(0x2006, 0).nop(16).store(0xC001, 0).store(0xE001, 0);
  program.store(0x2006, 0x1F).store(0x2006, 0).lda(0x55).sta(0x2005);
  for (int n = 0; n < 4; ++n) program.sta(0x2007);
  program.sta(0x2005);
  for (int n = 0; n < 4; ++n) program.sta(0x2007);
  program.load(0x2002).store(0x2006, 0x0F).store(0x2006, 0).jmp(loop);
  Scenario scenario;
  scenario.cartridge = program.build(mappers::Mirroring::Vertical, {}, {.mapper = 4});
  expectPoliciesAgree(scenario, 8);
}

TEST(Policies, AgreeOnSplitsOfThePicture) {
  expectPoliciesAgreeOn<SplitProgram>(1, 60 / jumpscope::tests::case_step, 5);
}

TEST(Policies, AgreeOnManySplitsOfThePicture) {
  REQUIRE_SLOW();
  expectPoliciesAgreeOn<SplitProgram>(1000, jumpscope::tests::slowCases(3000u), 6);
}

}  // namespace
}  // namespace jumpscope::console::tests
