// Random programs that play samples of the DMC while they read ports, copy pages to OAM and rewrite $2000: both
// policies must agree wherever a fetch falls.
#include <gtest/gtest.h>

#include <random>

#include "tests/console/agreement.h"
#include "tests/console/cartridge_builder.h"
#include "tests/support/slow.h"

namespace jumpscope::console::tests {
namespace {

constexpr uint16_t nmi_handler = 0xE000, irq_handler = 0xE800, subroutine = 0xF000;

class Writer {
 public:
  explicit Writer(uint32_t seed) : random_(seed) {}

  int below(int limit) { return static_cast<int>(random_() % static_cast<uint32_t>(limit)); }
  uint8_t byte() { return static_cast<uint8_t>(random_() >> 11); }
  bool oneIn(int n) { return below(n) == 0; }
  template <size_t n>
  int any(const int (&choices)[n]) {
    return choices[below(static_cast<int>(n))];
  }

  Program program;

  void snippet(bool in_handler) {
    switch (below(16)) {
      case 0:
      case 1:
        return play();
      case 2:
        program.store(0x4015, oneIn(2) ? 0x00 : byte());
        return;
      case 3:
      case 4:
        return readPads();
      case 5:
      case 6:
        return readPorts();
      case 7:
        if (in_handler || oneIn(2)) program.nop(below(3)).store(0x4014, byte() & 7);
        return;
      case 8:
        return pollSoundStatus();
      case 9:
        program.store(0x2000, byte() & (oneIn(2) ? 0xFF : 0x7C));
        return;
      case 10:
        return rewriteControl(in_handler);
      case 11:
        program.store(any({0x4000, 0x4003, 0x4008, 0x400B, 0x400E, 0x400F, 0x4011, 0x4017}), byte());
        return;
      case 12:
        program.store(0x2006, byte()).store(0x2006, byte());
        return;
      case 13:
        if (!in_handler) program.put16(0x20, subroutine);
        return;
      case 14:
        program.store(0x2001, oneIn(2) ? 0x1E : byte());
        return;
      default:
        // LDX #n, loop: DEX, BNE loop; and one of CLI, SEI, INC zp, PHA and PLA, three cycles to any page.
        program.put({0xA2, 1 + below(120), 0xCA, 0xD0, 0xFD});
        program.put({any({0x58, 0x58, 0x78, 0xEA})}).put({0xE6, 0x20}).put({0x48, 0x68});
        return;
    }
  }

  void handler(uint16_t at, bool acknowledge) {
    program.org(at).put({0x48, 0x8A, 0x48});  // PHA, TXA, PHA
    if (acknowledge) program.load(0x4015).store(0x4015, oneIn(2) ? 0x1F : 0x0F);
    if (oneIn(2)) program.store(0x4014, 2);
    for (int snippets = below(6); snippets > 0; --snippets) snippet(true);
    program.inc(0x10).put({0x68, 0xAA, 0x68, 0x40});
  }

 private:
  // At any rate, looped or not, with or without IRQ, of one byte or many.
  void play() {
    program.store(0x4010, oneIn(3) ? byte() | 0x0F : byte());
    program.store(0x4012, byte()).store(0x4013, oneIn(2) ? 0 : oneIn(2) ? byte() : byte() & 7);
    program.store(0x4015, 0x10 | byte());
    if (oneIn(3)) program.nop(below(12)).store(0x4015, oneIn(2) ? 0x10 : 0x0F);
  }
  void readPads() {
    if (oneIn(2)) program.store(0x4016, 1).store(0x4016, 0);
    const int port = any({0x4016, 0x4016, 0x4017});
    switch (below(4)) {
      case 0:
        // As many programs read a pad until the bit that they put in comes out: LDA, AND #3, CMP #1, ROR, BCC.
        program.store(0x0304, 0x80).load(static_cast<uint16_t>(port));
        program.put({0x29, 0x03, 0xC9, 0x01}).put16(0x6E, 0x0304).put({0x90, 0xF4});
        return;
      case 1:
        program.put({0xA2, byte()}).put16(0xBD, 0x3F80);  // LDA $3F80,X
        return;
      case 2:
        program.put16(any({0xEE, 0x4E, 0x0E}), static_cast<uint16_t>(port));
        return;
      default:
        for (int reads = 1 + below(9); reads > 0; --reads)
          program.put16(any({0xAD, 0x2C, 0xAE}), static_cast<uint16_t>(port)).put({0xE6, 0x21});
    }
  }
  void readPorts() {
    for (int reads = 1 + below(6); reads > 0; --reads) {
      const int port = any({0x2007, 0x2007, 0x2002, 0x4015, 0x4016, 0x4017, 0x2004, 0x4014, 0x4000, 0x5000});
      program.put16(any({0xAD, 0x2C, 0xAC}), static_cast<uint16_t>(port)).nop(below(2));
      if (oneIn(4)) program.put({0x85, 0x30 + below(8)});
    }
  }
  // Until the sample is over or a bit is set, at most so many times: LDY #n, LDA #m, BIT $4015, BEQ or BNE to the
  // poll; or with DEY in it.
  void pollSoundStatus() {
    program.put({0xA0, byte(), 0xA9, any({0x10, 0x40, 0x80, 0x0F})});
    if (oneIn(2))
      program.put({0x2C, 0x15, 0x40, 0xF0, 0x03, 0x88, 0xD0, 0xF8});
    else
      program.store(0x4015, 0x10).lda(0x10).put({0x2C, 0x15, 0x40, any({0xD0, 0xF0}), 0xFB});
  }
  // The same value again and again; the loop ends when a handler has counted.
  void rewriteControl(bool in_handler) {
    const int value = oneIn(3) ? byte() : byte() & 0x7C;
    if (in_handler || oneIn(2)) {
      for (int writes = 2 + below(5); writes > 0; --writes)
        program.store(any({0x2000, 0x2000, 0x2100, 0x3FF8}), static_cast<uint8_t>(value));
      return;
    }
    // LDA #0, STA $10, loop: SEI or CLI, LDA #value, STA $2000, LDA $10, BEQ loop.
    program.store(0x0010, 0).put(
        {any({0x78, 0x58, 0x58, 0xEA}), 0xA9, value, 0x8D, 0x00, 0x20, 0xA5, 0x10, 0xF0, 0xF6});
  }

  std::mt19937 random_;
};

Scenario scenarioOf(uint32_t seed) {
  Writer writer(seed);
  Program& program = writer.program;
  program.store(0x4017, writer.byte()).store(0x2000, writer.byte()).store(0x2001, writer.oneIn(3) ? 0 : 0x1E);
  const uint16_t loop = program.here();
  for (int snippets = 10 + writer.below(300); snippets > 0; --snippets) writer.snippet(false);
  if (writer.oneIn(3))
    program.put({writer.any({0x78, 0x58, 0xEA}), 0xA9, writer.byte() & 0x7C, 0x8D, 0x00, 0x20})
        .jmp(static_cast<uint16_t>(program.here() - 6));
  else
    program.jmp(loop);
  program.org(subroutine);
  for (int i = 0; i < 6; ++i) writer.snippet(true);
  program.put({0x60});
  writer.handler(nmi_handler, false);
  writer.handler(irq_handler, true);
  program.nmi(nmi_handler).irq(irq_handler);

  constexpr Region regions[] = {Region::Ntsc, Region::Pal, Region::Ntsc, Region::Dendy};
  Scenario scenario;
  scenario.cartridge = program.build();
  scenario.options.region = regions[seed / 4 % 4];
  scenario.options.alignment = static_cast<int>(seed % 4);
  for (int i = 0; i < 5; ++i) scenario.buttons.push_back(writer.byte());
  scenario.description = "seed " + std::to_string(seed);
  return scenario;
}

void expectAgreement(uint32_t first, uint32_t last, int frames) {
  for (uint32_t seed = first; seed < last; ++seed) {
    expectPoliciesAgree(scenarioOf(seed), frames);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(SampleDma, IsTheSameInOneStep) { expectAgreement(1, 60, 4); }

TEST(SampleDma, IsTheSameInOneStepInManyPrograms) {
  REQUIRE_SLOW();
  expectAgreement(1000, 1000 + jumpscope::tests::slowCases(400u), 6);
}

// Some instructions beyond the frame, and on from a saved state: what was predicted for one console must not be
// needed by another.
void expectStatesGoOn(uint32_t seed) {
  const Scenario scenario = scenarioOf(seed);
  SCOPED_TRACE(scenario.description);
  console::Options oracle_options = scenario.options;
  oracle_options.policy = Policy::Lockstep;
  Console oracle(scenario.cartridge, oracle_options), fast(scenario.cartridge, scenario.options);
  std::minstd_rand random(seed);
  for (int part = 0; part < 8; ++part) {
    const unsigned steps = random() % 4 == 0 ? 0 : random() % 3000;
    for (Console* console : {&oracle, &fast}) {
      console->runFrame();
      for (unsigned i = 0; i < steps; ++i) console->step();
    }
    ASSERT_EQ(firstDifference(fast.state(), oracle.state()), "") << "part " << part;
    if (random() % 2 == 0) {
      Console other(scenario.cartridge, scenario.options);
      other.runFrame();
      other.restore(fast.state());
      fast = other;
    } else {
      fast.restore(fast.state());
    }
  }
}

TEST(SampleDma, GoesOnFromAnyState) {
  for (uint32_t seed = 200; seed < 240; ++seed) {
    expectStatesGoOn(seed);
    if (HasFatalFailure()) return;
  }
}

TEST(SampleDma, GoesOnFromAnyStateInManyPrograms) {
  REQUIRE_SLOW();
  for (uint32_t seed = 5000; seed < 5000 + jumpscope::tests::slowCases(600u); ++seed) {
    expectStatesGoOn(seed);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace jumpscope::console::tests
