// Translated code against the interpreter: random instructions of all kinds in loops, in every field of the state.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <random>
#include <thread>

#include "cpu6502/opcodes.h"
#include "src/console/native/code_cache.h"
#include "tests/console/cartridge_builder.h"
#include "tests/support/slow.h"

namespace jumpscope::console::tests {
namespace {

using cpu6502::Mode;
using cpu6502::Shape;

// Sets a number of turns, then runs instructions that never jam nor leave the program for long, then turns.
class RandomCode {
 public:
  explicit RandomCode(uint32_t seed) : random_(seed) {
    program_.put({0x78, 0xD8, 0xA2, 0xFF, 0x9A});
    program_.store(0x2000, static_cast<uint8_t>(below(2) ? 0x80 : 0x00)).store(0x4017, 0x40);
    for (int routine = 0; routine < 6; ++routine) {
      const auto to = static_cast<uint16_t>(0x9000 + routine * 0x07F1 + static_cast<int>(below(64)));
      routines_.push_back(to);
    }
    loop(program_.here());
    for (const uint16_t routine : routines_) {
      program_.org(routine);
      instructions(3 + below(12), 1);
      program_.put({0x60});
    }
    program_.nmi(0xFE00).irq(0xFE00);
    program_.org(0xFE00).put({0x48, 0xE6, 0xF0, 0x68, 0x40});
  }

  std::shared_ptr<const Cartridge> build() const { return program_.build(); }

 private:
  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }

  void loop(uint16_t head) {
    while (program_.here() < head + 300) {
      const uint16_t turn = program_.here();
      instructions(4 + below(24), 0);
      // Now and then a short loop, which ends after some turns at most.
      if (below(3) == 0)
        program_.put({0xC6, 0xF1, 0x10, static_cast<int>(256 - std::min(126, program_.here() + 4 - turn))});
    }
    program_.jmp(head);
  }

  uint16_t address() {
    switch (below(13)) {
      case 0:
        return static_cast<uint16_t>(0x8000 + below(0x7F00));  // ROM
      case 1:
        return static_cast<uint16_t>(0x6000 + below(0x2000));  // nothing, or RAM of the board
      case 2:
        return static_cast<uint16_t>(0x1F80 + below(0x80));  // crosses into registers
      case 3:
        return static_cast<uint16_t>(0x4000 + below(0x14));
      case 4:
        return static_cast<uint16_t>(0x2002 + 8 * below(4));
      case 5:
        return static_cast<uint16_t>(0x4016 + below(2));
      default:
        return static_cast<uint16_t>(0x0200 + below(0x1D00));
    }
  }

  void instructions(unsigned count, int depth) {
    while (count-- > 0) {
      const auto code = static_cast<uint8_t>(below(256));
      const cpu6502::Opcode& row = cpu6502::opcodes[code];
      if (!row.official && below(8) != 0) continue;
      switch (row.shape) {
        case Shape::Branch: {  // over an instruction
          program_.put({code, 2});
          program_.put({0x09, static_cast<int>(below(256))});
          continue;
        }
        case Shape::Jump:
        case Shape::Control:
          if (depth == 0 && below(3) == 0) program_.put16(0x20, routines_[below(6)]);
          continue;
        case Shape::Push:
          if (below(2)) program_.put({code, 0x68});
          continue;
        case Shape::Pull:
        case Shape::Mask:
        case Shape::Magic:
        case Shape::UnstableWrite:
          continue;
        default:
          break;
      }
      if (row.mnemonic == "TXS" || row.mnemonic == "LAS") continue;
      const int length = cpu6502::instructionLength(code);
      if (length == 1) program_.put({code});
      if (length == 2) program_.put({code, static_cast<int>(below(0x100))});
      if (length == 3) program_.put16(code, address());
    }
  }

  std::minstd_rand random_;
  Program program_;
  std::vector<uint16_t> routines_;
};

void expectAgreement(uint32_t first_seed, uint32_t programs) {
  native::hot_after = 2;
  for (uint32_t seed = first_seed; seed < first_seed + programs; ++seed) {
    const auto cartridge = RandomCode(seed).build();
    Options options;
    options.region = static_cast<Region>(seed % 3);
    options.alignment = static_cast<int>(seed / 3 % 4);
    options.idle_skip = seed % 5 != 0;
    Console translated(cartridge, options);
    options.native_code = false;
    Console interpreted(cartridge, options);
    for (int frame = 0; frame < 6; ++frame) {
      if (frame == 3) {  // an own cache for the one, the shared one for the other
        const Console other(translated);
        translated = other;
      }
      for (unsigned steps = seed % 7; steps > 0; --steps) {
        translated.step();
        interpreted.step();
      }
      for (Console* console : {&translated, &interpreted}) {
        console->setButtons(0, static_cast<uint8_t>(seed + 37u * static_cast<uint32_t>(frame)));
        console->setButtons(1, static_cast<uint8_t>(~seed));
        console->runFrame();
      }
      ASSERT_EQ(firstDifference(translated.state(), interpreted.state()), "")
          << "seed " << seed << ", frame " << frame;
    }
  }
}

TEST(NativeCode, AgreesWithTheInterpreter) { expectAgreement(1, 2'000); }
TEST(NativeCode, AgreesWithTheInterpreterInManyPrograms) {
  REQUIRE_SLOW();
  expectAgreement(100'000, jumpscope::tests::slowCases(100'000u));
}

// Copies share what is translated, on several threads.
TEST(NativeCode, IsSharedByCopiesOnThreads) {
  native::hot_after = 2;
  const Console original(RandomCode(7).build(), {});
  std::vector<std::thread> threads;
  std::vector<State> ends(4);
  for (State& end : ends)
    threads.emplace_back([&original, &end] {
      Console copy(original);
      runFrames(copy, 30);
      end = copy.state();
    });
  for (std::thread& thread : threads) thread.join();
  for (const State& end : ends) EXPECT_EQ(firstDifference(end, ends[0]), "");
}

// A process that forks goes on, and so does its child, each translating code of its own.
TEST(NativeCode, SurvivesAFork) {
  native::hot_after = 2;
  const auto cartridge = RandomCode(11).build();
  Options interpreting;
  interpreting.native_code = false;
  Console expected(cartridge, interpreting), console(cartridge, {});
  runFrames(expected, 40);
  runFrames(console, 1);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  runFrames(console, 39);
  const bool same = firstDifference(console.state(), expected.state()).empty();
  if (child == 0) _exit(same ? 0 : 1);
  EXPECT_TRUE(same);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

// What a hook throws comes out, also where translated code writes the register.
TEST(NativeCode, LetsExceptionsOfHooksThrough) {
  native::hot_after = 2;
  Program program;
  const uint16_t head = program.here();
  program.inc(0x10).load(0x10).sta(0x4000).jmp(head);
  Options options;
  options.idle_skip = false;
  Console console(program.build(), options);
  console.watch(0x4000);
  int writes = 0;
  console.hooks().on_watched_write = [&](const WatchedWrite&) {
    if (++writes == 100) throw std::runtime_error("enough");
  };
  EXPECT_THROW(runFrames(console, 2), std::runtime_error);
  EXPECT_EQ(writes, 100);
}

}  // namespace
}  // namespace jumpscope::console::tests
