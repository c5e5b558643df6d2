// Idle loops and OAM DMA, which catch-up does in one step: each kind, with everything that may interrupt it,
// against lockstep.
#include <gtest/gtest.h>

#include <utility>

#include "tests/console/agreement.h"
#include "tests/console/cartridge_builder.h"

namespace jumpscope::console::tests {
namespace {

struct Loop {
  const char* name;
  std::vector<int> code;  // at `address`; every branch leads back to its first byte
  uint16_t address = 0x8200;
};

const Loop loops[] = {
    {"JumpToItself", {0x4C, 0x00, 0x82}},
    {"TwoJumps", {0x4C, 0x03, 0x82, 0x4C, 0x00, 0x82}},
    {"BranchToItself", {0xD0, 0xFE}},
    {"CountInZeroPage", {0xA5, 0x10, 0xF0, 0xFC}},
    {"CompareInZeroPage", {0xA5, 0x11, 0xC5, 0x11, 0xF0, 0xFA}},
    {"CountInAMirror", {0xAD, 0x10, 0x18, 0xF0, 0xFB}},
    {"CountInTheBoardsRam", {0x2C, 0x00, 0x60, 0xF0, 0xFB}},
    {"Vblank", {0x2C, 0x02, 0x20, 0x10, 0xFB}},
    {"VblankInAMirror", {0xAD, 0xFA, 0x3F, 0x10, 0xFB}},
    {"SpriteZero", {0x2C, 0x02, 0x20, 0x50, 0xFB}},
    {"EndOfSpriteZero", {0x2C, 0x02, 0x20, 0x70, 0xFB}},
    {"Overflow", {0xAD, 0x02, 0x20, 0x29, 0x20, 0xF0, 0xF9}},
    {"AnyFlag", {0xA9, 0xE0, 0x2C, 0x02, 0x20, 0xF0, 0xFB}},
    {"OpenBusBits", {0xAD, 0x02, 0x20, 0x29, 0x1F, 0xD0, 0xF9}},
    {"AcrossAPage", {0xA5, 0x10, 0xF0, 0xFC}, 0x82FD},
    {"BranchAtAPagesEnd", {0xA5, 0x10, 0xF0, 0xFC}, 0x82FC},
    {"WithPadding", {0xEA, 0xEA, 0xA5, 0x10, 0xEA, 0xF0, 0xF9}},
    {"CountsByItself", {0xE6, 0x12, 0xA5, 0x10, 0xF0, 0xFA}},
    {"ReadsTheSoundStatus", {0xAD, 0x15, 0x40, 0x29, 0x40, 0xF0, 0xF9}},
    {"ReadsAPad", {0xAD, 0x16, 0x40, 0x29, 0x01, 0xF0, 0xF9}},
    {"ChangesARegister", {0xE8, 0x2C, 0x02, 0x20, 0x10, 0xFA}},
};

struct Disturbance {
  const char* name;
  uint8_t control, mask, dmc, frame_counter;
};

constexpr Disturbance disturbances[] = {
    {"nothing", 0x00, 0x00, 0x00, 0x40},
    {"NMI and rendering", 0x80, 0x1E, 0x00, 0x40},
    {"NMI, rendering, IRQ and samples", 0x80, 0x1E, 0x4F, 0x00},
    {"sampling without rendering", 0x00, 0x00, 0x4E, 0x40},
};

// What waits is woken by the handlers, which copy a page to OAM and count.
std::shared_ptr<const Cartridge> waitingProgram(const Loop& loop, const Disturbance& d) {
  Program program;
  program.store(0x10, 0).store(0x6000, 0).store(0x2003, 0);
  // Nine sprites on the lines from $40 on, sprite 0 a little above.
  program.store(0x0200, 0x38).store(0x0201, 0).store(0x0202, 0).store(0x0203, 0x40);
  for (uint16_t i = 1; i < 10; ++i) program.store(static_cast<uint16_t>(0x0200 + i * 4), 0x40);
  program.store(0x4014, 0x02);
  program.store(0x4010, d.dmc).store(0x4012, 0x10).store(0x4013, 0x03).store(0x4015, d.dmc ? 0x1F : 0x0F);
  program.store(0x4017, d.frame_counter)
      .waitForVblank()
      .store(0x2001, d.mask)
      .store(0x2000, d.control)
      .put({0x58});
  const uint16_t start = program.here();
  program.jmp(loop.address);
  program.org(loop.address);
  for (const int byte : loop.code) program.put({byte});
  program.store(0x2003, 0x1F).store(0x10, 0).store(0x6000, 0).put({0xE6, 0x13}).jmp(start);

  program.nmi(0x9000).irq(0x9100);
  program.org(0x9000)
      .put({0x48})
      .store(0x2003, 0)
      .store(0x4014, 0x02)
      .inc(0x10)
      .inc(0x6000)
      .put({0x68, 0x40});
  program.org(0x9100).put({0x48}).load(0x4015).store(0x4015, d.dmc ? 0x1F : 0x0F).inc(0x10).put({0x68, 0x40});
  return program.build(mappers::Mirroring::Vertical, std::vector<uint8_t>(0x2000, 0xFF));
}

class WaitingLoop : public testing::TestWithParam<Loop> {};
INSTANTIATE_TEST_SUITE_P(Idle, WaitingLoop, testing::ValuesIn(loops),
                         [](const auto& info) { return info.param.name; });

TEST_P(WaitingLoop, EndsAtTheSameCycle) {
  constexpr Region regions[] = {Region::Ntsc, Region::Pal, Region::Dendy, Region::Ntsc};
  int alignment = 0;
  for (const Disturbance& disturbance : disturbances) {
    Scenario scenario;
    scenario.cartridge = waitingProgram(GetParam(), disturbance);
    scenario.options.region = regions[alignment];
    scenario.options.alignment = alignment;
    scenario.description = disturbance.name;
    alignment = (alignment + 1) % 4;
    expectPoliciesAgree(scenario, 6);
    if (HasFatalFailure()) return;
  }
}

TEST(Idle, AJammedProcessorStandsStillAsLongAsTheChipsRun) {
  for (const Disturbance& disturbance : disturbances) {
    Scenario scenario;
    scenario.cartridge = waitingProgram({"Jam", {0x02}}, disturbance);
    scenario.reset_frame = 4;
    scenario.description = disturbance.name;
    expectPoliciesAgree(scenario, 9);
    if (HasFatalFailure()) return;
  }
}

// What a turn loads goes through X and A to RAM two turns later, where the handler sees it.
TEST(Idle, ATurnThatSetsOnlyRegistersMayLeaveRamToTheNext) {
  for (int padding = 0; padding < 16; ++padding) {
    Program program;
    program.store(0x0010, 0).store(0x0014, 7).store(0x0015, 9).store(0x2000, 0x80);
    const uint16_t again = program.here();
    program.lda(0).put({0x85, 0x10, 0xA5, 0x14, 0xAA});
    const uint16_t head = program.here();
    program.nop(padding).put({0x85, 0x14, 0x8A, 0xA6, 0x15, 0xA4, 0x10});
    program.put({0xF0, static_cast<uint8_t>(head - program.here() - 2)});
    program.inc(0x0013).jmp(again);
    program.nmi(0xF000).org(0xF000).copy(0x0014, 0x0016).inc(0x0015).inc(0x0010).put({0x40});
    Scenario scenario;
    scenario.cartridge = program.build();
    scenario.description = std::to_string(padding) + " NOPs";
    expectPoliciesAgree(scenario, 6);
    if (HasFatalFailure()) return;
  }
}

// The first turn crosses a page where later ones do not, so that it writes, or ends, a cycle earlier or later than they:
// the handler enters at the tail with other registers than a turn leaves. Fetches of a sample fall into the turns.
TEST(Idle, ATurnThatTakesOtherCyclesThanTheNextIsNotTakenForIt) {
  constexpr int sta = 0x85, bit = 0x24;
  for (const auto& [y, access] : {std::pair{0x00, sta}, {0x20, sta}, {0x20, bit}}) {
    Program program;
    program.store(0x4017, 0x40).store(0x4010, 0x4F).store(0x4012, 0).store(0x4013, 4).store(0x4015, 0x10);
    program.waitForVblank().store(0x2000, 0x80);
    const uint16_t again = program.here();
    program.put({0xA2, 0xFF, 0x9A, 0xA2, 0x20, 0xA0, y});
    const uint16_t head = program.here() + 3, tail = head + 12;
    program.jmp(tail).put16(0xBD, 0x02F0).put({access, 0x40}).put16(0xB9, 0x02F0).put({0xA2, 0, 0xA0, 0x20});
    program.jmp(head).nmi(0xF000).org(0xF000).inc(0x0030).jmp(again);
    Scenario scenario;
    scenario.cartridge = program.build();
    scenario.description = "Y " + std::to_string(y) + ", opcode " + std::to_string(access);
    expectPoliciesAgree(scenario, 40);
    if (HasFatalFailure()) return;
  }
}

// The first turn leaves out the read of a pad that all later ones make, and takes as long as they.
TEST(Idle, ATurnThatReadsNoPadIsNotTakenForOneThatDoes) {
  Program program;
  program.store(0x2000, 0x80);
  const uint16_t again = program.here();
  program.put({0xA2, 0xFF, 0x9A}).store(0x4016, 1).store(0x4016, 0).put({0xA2, 0x20});
  const uint16_t head = program.here() + 3, tail = head + 22;
  program.jmp(tail).put({0xE0, 0x20, 0xF0, 7}).put16(0x2C, 0x4016).nop().jmp(head + 15);
  program.nop(4).put({0x18, 0xB8, 0xA2, 0x00}).nop(3).jmp(head);
  program.nmi(0xF000).org(0xF000).inc(0x0030).jmp(again);
  Scenario scenario;
  scenario.cartridge = program.build();
  expectPoliciesAgree(scenario, 6);
}

// A loop counts in the MMC5's RAM at $6010 and copies what it reads at $8010, where the same bank lies.
TEST(Idle, RamThatIsReadElsewhereIsTheSameRam) {
  Program program;
  constexpr uint16_t begin = 0xE100;
  for (const int bank : {0x8000, 0xA000, 0xC000}) program.org(static_cast<uint16_t>(bank)).jmp(begin);
  program.org(begin).store(0x5100, 3).store(0x5102, 2).store(0x5103, 1).store(0x5113, 0).store(0x5114, 0);
  program.store(0x0010, 0).store(0x2000, 0x80);
  const uint16_t again = program.here();
  program.lda(0).put({0x85, 0x10});
  const uint16_t head = program.here();
  program.inc(0x6010).load(0x8010).put(
      {0x85, 0x12, 0xA5, 0x10, 0xF0, static_cast<uint8_t>(head - program.here() - 6)});
  program.inc(0x0013).jmp(again);
  program.nmi(0xF000).org(0xF000).inc(0x0010).put({0x40});
  Scenario scenario;
  scenario.cartridge = program.build(mappers::Mirroring::Vertical, {}, {.mapper = 5});
  expectPoliciesAgree(scenario, 8);
  console::Console console(scenario.cartridge, {});
  runFrames(console, 8);
  EXPECT_GT(console.peek(0x0013), 4) << "nothing waited";
  EXPECT_EQ(console.peek(0x6010), console.peek(0x8010)) << "these are two banks: nothing was tested";
}

// Bits 0-4 of $2002 fade after some frames; a loop that waits for that reads nothing else that changes.
TEST(Idle, OpenBusDecaysAtTheSameCycleInALoopThatWaitsForIt) {
  Program program;
  program.store(0x10, 0).store(0x2003, 0x1F);
  program.put({0xAD, 0x02, 0x20, 0x29, 0x1F, 0xD0, 0xF9}).inc(0x10).spin();
  Scenario scenario;
  scenario.cartridge = program.build();
  expectPoliciesAgree(scenario, 30);
  console::Console console(scenario.cartridge, {});
  runFrames(console, 30);
  EXPECT_EQ(console.peek(0x10), 1) << "the bits are still there: nothing was tested";
}

// The flag rises a dot later from program to program, so that it falls everywhere in the loop's turn and in
// the cycle that reads it.
TEST(Idle, APollEndsAtTheSameCycleWhereverTheFlagRises) {
  for (int x = 64; x < 64 + 7 * 3; ++x) {
    Program program;
    program.store(0x0200, 0x38).store(0x0201, 0).store(0x0202, 0).store(0x0203, static_cast<uint8_t>(x));
    program.waitForVblank().store(0x2003, 0).store(0x4014, 0x02).store(0x2001, 0x1E);
    program.put({0x2C, 0x02, 0x20, 0x50, 0xFB}).inc(0x10).spin();
    Scenario scenario;
    scenario.cartridge = program.build(mappers::Mirroring::Vertical, std::vector<uint8_t>(0x2000, 0xFF));
    scenario.options.alignment = x % 4;
    scenario.description = "sprite 0 at x " + std::to_string(x);
    expectPoliciesAgree(scenario, 3);
    if (HasFatalFailure()) return;
  }
}

// Copies begun at all moments around both ends of vblank, with and without rendering.
TEST(Idle, APageCopiedToOamTakesTheSameCyclesAtAnyMoment) {
  for (int delay = 0; delay < 30; ++delay) {
    Program program;
    program.store(0x2001, delay % 2 ? 0x1E : 0x00).lda(delay % 3 ? 0x02 : 0x90);
    const uint16_t loop = program.here();
    // Some 85 cycles a step, up to 2500: past the end of NTSC's vblank.
    program.waitForVblank().put(
        {0xA2, 1 + delay * 8, 0xCA, 0xD0, 0xFD, 0xA2, 1 + delay * 8, 0xCA, 0xD0, 0xFD});
    program.sta(0x4014).inc(0x10);
    if (delay % 5 == 0) program.store(0x2003, 3).lda(0x02);
    program.jmp(loop);
    Scenario scenario;
    scenario.cartridge = program.build();
    scenario.options.ram_init = console::parseRamInit("random:" + std::to_string(delay));
    scenario.options.alignment = delay % 4;
    scenario.description = "delay " + std::to_string(delay);
    expectPoliciesAgree(scenario, 3);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace jumpscope::console::tests
