// Translated code against the interpreter: random instructions of all kinds in loops, in every field of the state.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <random>
#include <thread>

#include "cpu6502/opcodes.h"
#include "src/console/native/code_cache.h"
#include "tests/console/cartridge_builder.h"
#include "tests/support/sanitized.h"
#include "tests/support/slow.h"

namespace jumpscope::console::tests {
namespace {

using cpu6502::Mode;
using cpu6502::Shape;

// Instructions that never jam nor leave the program for long, in turns, which call routines. In some programs half of the
// routines lie in RAM and change themselves; every turn copies one of them anew, as it lies in ROM.
class RandomCode {
 public:
  explicit RandomCode(uint32_t seed) : random_(seed) {
    program_.put({0x78, 0xD8, 0xA2, 0xFF, 0x9A});
    program_.store(0x2000, static_cast<uint8_t>(below(2) ? 0x80 : 0x00)).store(0x4017, 0x40);
    for (int routine = 0; routine < 6; ++routine) {
      const auto to = static_cast<uint16_t>(0x9000 + routine * 0x07F1 + static_cast<int>(below(64)));
      images_.push_back(to);
      routines_.push_back(to);
    }
    if (seed % 2 != 0) {
      constexpr std::array<unsigned, 4> places = {0x0300, 0x0480, 0x6040, 0x0120};
      for (size_t routine = 0; routine < 3; ++routine)
        routines_[routine] = static_cast<uint16_t>(places[below(4)] + below(64));
      for (size_t routine = 0; routine < 3; ++routine) copyToRam(routine);
    }
    loop(program_.here());
    for (size_t routine = 0; routine < routines_.size(); ++routine) {
      program_.org(images_[routine]);
      base_ = static_cast<uint16_t>(routines_[routine] - images_[routine]);
      instructions(3 + below(12), 1);
      program_.put({0x60});
    }
    program_.nmi(0xFE00).irq(0xFE00);
    program_.org(0xFE00).put({0x48, 0xE6, 0xF0, 0x68, 0x40});
  }

  std::shared_ptr<const Cartridge> build() const { return program_.build(); }

 private:
  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }

  // LDX #n / LDA image,X / STA routine,X / DEX / BPL
  void copyToRam(size_t routine) {
    program_.put({0xA2, 0x5F}).put16(0xBD, images_[routine]).put16(0x9D, routines_[routine]);
    program_.put({0xCA, 0x10, 0xF7});
  }
  // Where what is put next lies when it is executed.
  uint16_t runsAt() const { return static_cast<uint16_t>(program_.here() + base_); }

  // Changes the opcode, or a byte of the operand, of an instruction that comes next, or after the one after that.
  void changeCode() {
    constexpr std::array<int, 8> immediates = {0x09, 0x29, 0x49, 0x69, 0xA9, 0xC9, 0xA0, 0xA2};
    constexpr std::array<int, 12> addressed = {0xAD, 0xBD, 0xB9, 0xFD, 0xD9, 0x2C,
                                               0x8D, 0x9D, 0x99, 0x8C, 0x8E, 0xBE};
    const bool opcode = below(2) != 0, has_address = !opcode && below(2) != 0;
    const int byte = opcode ? 0 : has_address ? 1 + static_cast<int>(below(2)) : 1;
    const int value = opcode ? immediates[below(8)] : static_cast<int>(below(256));
    const unsigned mirror = base_ < 0x8000 && runsAt() < 0x2000 ? 0x0800 * below(4) : 0;
    const auto to = [&](int bytes) { return static_cast<uint16_t>(runsAt() + bytes + byte + mirror); };
    switch (below(4)) {
      case 0:
        program_.lda(static_cast<uint8_t>(value));
        program_.sta(to(3));
        break;
      case 1:  // through a pointer
        program_.lda(static_cast<uint8_t>(to(14) & 0xFF)).put({0x85, 0xF4});
        program_.lda(static_cast<uint8_t>(to(10) >> 8)).put({0x85, 0xF5, 0xA0, 0x00});
        program_.lda(static_cast<uint8_t>(value)).put({0x91, 0xF4});
        break;
      case 2: {  // by index
        const int index = static_cast<int>(below(256));
        program_.put({0xA2, index}).lda(static_cast<uint8_t>(value));
        program_.put16(0x9D, static_cast<uint16_t>(to(3) - index));
        break;
      }
      default:
        if (!opcode) program_.inc(to(3));
    }
    if (has_address)
      program_.put16(addressed[below(12)], address());
    else
      program_.put({immediates[below(8)], static_cast<int>(below(256))});
  }

  void loop(uint16_t head) {
    while (program_.here() < head + 300) {
      const uint16_t turn = program_.here();
      if (routines_ != images_ && below(6) == 0) copyToRam(below(3));
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
      default:  // code only now and then
        return static_cast<uint16_t>(0x0800 * below(4) +
                                     (below(6) ? 0x0600 + below(0x200) : 0x0200 + below(0x500)));
    }
  }

  void instructions(unsigned count, int depth) {
    constexpr int longest_routine = 70;  // bytes, before the last instruction
    const uint16_t begin = program_.here();
    while (count-- > 0 && (depth == 0 || program_.here() < begin + longest_routine)) {
      if (depth != 0 && runsAt() < 0x8000 && below(4) == 0) {
        changeCode();
        continue;
      }
      const auto code = static_cast<uint8_t>(below(256));
      const cpu6502::Opcode& row = cpu6502::opcodes[code];
      if (!row.official && below(2) != 0) continue;
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
          if (below(2)) program_.put({code, below(2) ? 0x68 : 0x28});
          continue;
        case Shape::Pull:  // any flags
          if (below(2)) program_.lda(static_cast<uint8_t>(below(256))).put({0x48, code});
          continue;
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
  std::vector<uint16_t> images_, routines_;  // in ROM, and where they are called
  uint16_t base_ = 0;                        // of the present routine: where it is called, from its image
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

TEST(NativeCode, AgreesWithTheInterpreter) { expectAgreement(1, 2'000 / jumpscope::tests::case_step); }
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

void expectAgreement(const Program& program, mappers::BoardNumber board = {}) {
  native::hot_after = 2;
  Options options;
  options.idle_skip = false;
  const auto cartridge = program.build(mappers::Mirroring::Vertical, {}, board);
  Console translated(cartridge, options);
  options.native_code = false;
  Console interpreted(cartridge, options);
  for (int frame = 0; frame < 5; ++frame) {
    translated.runFrame();
    interpreted.runFrame();
    ASSERT_EQ(firstDifference(translated.state(), interpreted.state()), "") << "frame " << frame;
  }
}

// As BASIC's CHRGET: a routine in the zero page that counts up the operand of its own LDA.
TEST(NativeCode, SeesARoutineInTheZeroPageChangeItself) {
  Program program;
  const uint16_t image = 0x9000;
  program.put({0xA2, 0x0F}).put16(0xBD, image).put({0x95, 0x80, 0xCA, 0x10, 0xF8});
  const uint16_t head = program.here();
  program.put16(0x20, 0x0080).put({0x18, 0x65, 0x10, 0x85, 0x10}).jmp(head);
  program.org(image).put({0xE6, 0x85, 0xEA, 0xEA, 0xAD, 0x00, 0x90, 0xD0, 0x02, 0xE6, 0x10, 0x60});
  expectAgreement(program);
}

// Numbers in the code of a routine change all the time: from outside, and by the routine itself before it comes to them.
TEST(NativeCode, SeesNumbersInCodeChange) {
  for (const uint16_t routine : {0x0300, 0x6040}) {
    Program program;
    const uint16_t image = 0x9000;
    program.put({0xA2, 0x1F}).put16(0xBD, image).put16(0x9D, routine).put({0xCA, 0x10, 0xF7});
    const uint16_t head = program.here();
    program.inc(routine + 1).put({0xE6, 0x10, 0xA5, 0x10}).put16(0x20, routine).jmp(head);
    program.org(image).put({0xA0, 0x3F, 0x84, 0x11}).sta(routine + 8).put({0xA2, 0x00, 0x86, 0x12});
    ASSERT_EQ(program.here(), image + 11);
    program.put({0x69, 0x05, 0x85, 0x13}).inc(routine + 12).put({0x60});
    expectAgreement(program);
  }
}

// Addresses in the code of a routine change all the time, as those of tables in fast multiplications and of copies do: into
// other pages, into registers, and of a write.
TEST(NativeCode, SeesAddressesInCodeChange) {
  for (const uint16_t routine : {0x0060, 0x0300, 0x60FA}) {
    Program program;
    const uint16_t image = 0x9000;
    program.put({0xA2, 0x1F}).put16(0xBD, image).put16(0x9D, routine).put({0xCA, 0x10, 0xF7});
    const uint16_t head = program.here();
    program.inc(routine + 1).put({0xE6, 0x10, 0xA6, 0x10}).put16(0x20, routine);
    program.put({0xD0, 0x06}).inc(routine + 4).inc(routine + 12).jmp(head);
    program.org(image).put16(0xBD, 0x80F0).put16(0x7D, 0x1E34).put({0x85, 0x11}).load(0x9000);
    ASSERT_EQ(program.here(), image + 11);
    program.put16(0x9D, 0x0680).put({0xA5, 0x11}).sta(routine + 9).put({0x60});
    expectAgreement(program);
  }
}

// A write to a changing address may meet the instructions that follow it.
TEST(NativeCode, SeesAWriteToAChangingAddressChangeWhatFollows) {
  for (const uint16_t routine : {0x0060, 0x0300, 0x6040}) {
    Program program;
    const uint16_t image = 0x9000;
    const uint16_t head = program.here();
    program.put({0xA2, 0x1F}).put16(0xBD, image).put16(0x9D, routine).put({0xCA, 0x10, 0xF7});
    program.put({0xE6, 0x10, 0xA5, 0x10, 0x29, 0x0F, 0x09, routine & 0xFF})
        .sta(routine + 3)
        .put16(0x20, routine);
    program.jmp(head);
    program.org(image).lda(0xEA).sta(routine).put(
        {0xE6, 0x11, 0xE6, 0x12, 0xE6, 0x13, 0xA9, 0x00, 0xA9, 0x00});
    program.put({0xE6, 0x14, 0x60, 0xEA, 0x60});
    expectAgreement(program);
  }
}

// A jump in RAM that leads elsewhere each time, as cc65 calls functions through pointers: into ROM, RAM, and itself.
TEST(NativeCode, SeesAJumpInRamLeadElsewhere) {
  for (const uint16_t jump : {0x0060, 0x0300, 0x60FE}) {
    Program program;
    program.store(jump, 0x4C).store(0x0680, 0xE6).store(0x0681, 0x14).store(0x0682, 0x60);
    const uint16_t head = program.here();
    program.put({0xE6, 0x10, 0xA5, 0x10, 0x29, 0x03, 0xAA}).put16(0xBD, 0x9000).sta(jump + 1);
    program.put16(0xBD, 0x9004).sta(jump + 2).put16(0x20, jump).jmp(head);
    program.org(0x9000).put({0x00, 0x10, 0x20, 0x80, 0x91, 0x91, 0x92, 0x06});
    program.org(0x9100).put({0xE6, 0x11, 0x60}).org(0x9110).put({0xE6, 0x12, 0x60});
    program.org(0x9220).put({0xE6, 0x13}).store(jump + 1, 0x00).store(jump + 2, 0x91).jmp(jump);
    expectAgreement(program);
  }
}

// The same bytes are STA $BD / LDA #$03, of which the last one is loaded, and NOP / LDA $03A9,X.
TEST(NativeCode, SeesInstructionsBeginElsewhere) {
  Program program;
  program.store(0x0301, 0xBD).store(0x0302, 0xA9).store(0x0303, 0x03).store(0x0304, 0x60);
  const uint16_t head = program.here();
  program.put({0xE6, 0x10, 0xA5, 0x10, 0x29, 0x40, 0xF0, 0x02, 0xA9, 0x6F, 0x49, 0x85}).sta(0x0300);
  program.put16(0x20, 0x0300).put({0x85, 0x11}).jmp(head);
  expectAgreement(program);
}

// Code on the stack, into which PHA pushes the opcode that comes next: INX or DEX.
TEST(NativeCode, SeesAPushChangeCode) {
  Program program;
  const uint16_t image = 0x9000;
  program.put({0xA0, 0x0F}).put16(0xB9, image).put16(0x99, 0x0140).put({0x88, 0x10, 0xF7});
  const uint16_t head = program.here();
  program.put({0xE6, 0x10, 0xA5, 0x10, 0x29, 0x01, 0xD0, 0x04, 0xA9, 0xE8, 0xD0, 0x02, 0xA9, 0xCA});
  program.put({0xA2, 0x43, 0x9A}).jmp(0x0140);
  program.org(image).put({0xA6, 0x11, 0x48, 0xEA, 0x86, 0x11}).jmp(head);
  expectAgreement(program);
}

// PHP pushes onto the next instruction: LDY $11,X or, with the carry, LDA $11,X.
TEST(NativeCode, SeesAPushOfFlagsChangeCode) {
  Program program;
  const uint16_t image = 0x9000;
  program.put({0xA0, 0x0F}).put16(0xB9, image).put16(0x99, 0x0140).put({0x88, 0x10, 0xF7});
  const uint16_t head = program.here();
  program.put({0xE6, 0x10, 0xA2, 0x43, 0x9A, 0xA5, 0x10, 0x4A, 0xA9, 0x80}).jmp(0x0140);
  program.org(image).put({0xEA, 0xEA, 0x08, 0xEA, 0x11, 0x84, 0x12, 0x85, 0x13}).jmp(head);
  expectAgreement(program);
}

// The frame counter's IRQ waits until I is cleared; the handler stores how far the program has come since.
Program unmasksLate(std::initializer_list<int> unmask) {
  Program program;
  program.put({0xA2, 0xFF, 0x9A}).store(0x4017, 0x00);
  const uint16_t head = program.here();
  program.put({0x78, 0xA2, 0x40, 0xCA, 0xD0, 0xFD}).put(unmask);
  for (int step = 0; step < 24; ++step) program.put({0xE8});
  program.jmp(head);
  program.irq(0xFE00).org(0xFE00).put({0x48, 0x8A, 0x18, 0x65, 0x12, 0x85, 0x12, 0xE6, 0x13});
  program.load(0x4015).put({0x68, 0x40});
  return program;
}

TEST(NativeCode, LetsAnInterruptInWhenPlpUnmasksIt) {
  expectAgreement(unmasksLate({0xA9, 0x20, 0x48, 0x28}));
  expectAgreement(unmasksLate({0xA9, 0x24, 0x48, 0x28, 0xEA, 0xA9, 0x20, 0x48, 0x28}));
}

TEST(NativeCode, LetsAnInterruptInWhenRtiUnmasksIt) {
  expectAgreement(unmasksLate({0xA9, 0x80, 0x48, 0xA9, 0x18, 0x48, 0xA9, 0x20, 0x48, 0x40}));  // to $8018
}

// RTI with all flags and stack pointers, to the same 2 KiB, to others, and to RAM.
TEST(NativeCode, ReturnsFromInterrupts) {
  Program program;
  const uint16_t image = 0x9800;
  program.store(0x4017, 0x40);
  for (int byte = 0; byte < 6; ++byte)
    program.copy(static_cast<uint16_t>(image + byte), static_cast<uint16_t>(0x0300 + byte));
  const uint16_t head = program.here();
  for (const int to : {0x8700, 0x8FFD, 0x9000, 0x0300}) {
    const auto back = static_cast<uint16_t>(program.here() + 27);
    program.put({0xE6, 0x10, 0xA5, 0x10, 0x65, 0x11, 0xAA, 0x9A});
    program.store(0x0020, back & 0xFF).store(0x0021, back >> 8);
    program.lda(static_cast<uint8_t>(to >> 8)).put({0x48}).lda(to & 0xFF).put({0x48, 0x8A, 0x48, 0x40});
    ASSERT_EQ(program.here(), back);
  }
  program.jmp(head);
  for (const uint16_t at : {uint16_t{0x8700}, uint16_t{0x8FFD}, uint16_t{0x9000}, image})
    program.org(at).put({0x08, 0xE6, 0x11}).put({0x6C, 0x20, 0x00});  // PHP / INC / JMP ($0020)
  expectAgreement(program);
}

// Writes to an MMC3 amid code that goes on at the same place of another bank, which may hold other code.
Program switchesBanks() {
  Program program;
  program.put({0xA2, 0xFF, 0x9A}).jmp(0x9100);
  for (const int bank : {0x8000, 0xC000}) {  // the first two of three that lie at $8000 in turns
    const int counter = bank == 0x8000 ? 0x10 : 0x20, other = bank == 0x8000 ? 2 : 0;
    program.org(static_cast<uint16_t>(bank + 0x1100));
    program.put({0xE6, counter}).store(0xC000, 3).store(0xC001, 0).put({0xE6, counter + 1});
    program.store(0xE000, 0).store(0xE001, 0).store(0xA000, 1).put(
        {0xE6, counter + 2, 0xA5, 0x12, 0x29, 0x03});
    program.put({0xD0, 0x0F}).store(0xA001, 0x80).store(0x8000, 6).store(0x8001, static_cast<uint8_t>(other));
    program.put({0xE6, counter + 3, 0xA5, 0x13, 0x85, counter + 4}).jmp(0x9100);
  }
  return program;
}

TEST(NativeCode, GoesOnInTheBankThatAWriteBringsIn) { expectAgreement(switchesBanks(), {.mapper = 4}); }

// Code in RAM writes to the board's interrupt and goes on; what it changed of itself before is seen.
TEST(NativeCode, GoesOnInRamAfterWritesToTheInterrupt) {
  Program program;
  const uint16_t image = 0x9000;
  program.put({0xA2, 0x3F}).put16(0xBD, image).put16(0x9D, 0x0300).put({0xCA, 0x10, 0xF7});
  const uint16_t head = program.here();
  program.put({0xE6, 0x10}).jmp(0x0300);
  program.org(image).put({0xA5, 0x10, 0x29, 0x01, 0xF0, 0x02, 0xA9, 0x20, 0x49, 0xE8});  // INX or INY
  program.sta(0x0315).sta(0xC000).sta(0xE000).put({0xE6, 0x11});
  ASSERT_EQ(program.here(), image + 0x15);
  program.nop().sta(0xE001).put({0xE6, 0x12});
  program.put({0x86, 0x13, 0x84, 0x14}).store(0x8000, 6).store(0x8001, 0).put({0xE6, 0x15}).jmp(head);
  expectAgreement(program, {.mapper = 4});
}

TEST(NativeCode, LetsAnInterruptInWhenCliUnmasksIt) { expectAgreement(unmasksLate({0x58})); }

// JSR pushes before it fetches its last byte: here onto that byte, so that it calls $0100 instead of $8100.
TEST(NativeCode, SeesACallPushOntoItself) {
  Program program;
  const uint16_t image = 0x9000;
  program.put({0xA0, 0x0F}).put16(0xB9, image).put16(0x99, 0x0140).put({0x88, 0x10, 0xF7});
  program.store(0x0100, 0xE6).store(0x0101, 0x12).store(0x0102, 0x4C);
  const uint16_t head = static_cast<uint16_t>(program.here() + 10);
  program.store(0x0103, head & 0xFF).store(0x0104, head >> 8);
  program.put({0xE6, 0x10}).store(0x0142, 0x81).put({0xA2, 0x42, 0x9A}).jmp(0x0140);
  program.org(image).put16(0x20, 0x8100);
  program.org(0x8100).put({0xE6, 0x11}).jmp(head);
  expectAgreement(program);
}

// The MMC5 answers reads of $FFxx itself. All ways lead there: on from $FEFF, within an instruction too, by jumps, taken
// branches, calls and returns; and back.
TEST(NativeCode, GoesOnInAPageThatTheBoardAnswers) {
  constexpr mappers::BoardNumber mmc5 = {.mapper = 5};
  constexpr uint16_t head = 0xFE83;
  const auto turns = [](uint16_t from, std::initializer_list<int> code) {
    Program program;
    program.org(0xFFFC).put({0x80, 0xFE});  // reset
    program.org(0xFFD0).put({0xE6, 0x11}).jmp(head);
    program.org(0xFFE0).put({0xE6, 0x12, 0x60});
    program.org(head - 3).put({0xA2, 0xFF, 0x9A}).inc(0x10).jmp(from);
    program.org(from).put(code);
    return program;
  };
  for (uint16_t from = 0xFEF6; from <= 0xFF00; ++from) {
    SCOPED_TRACE(from);
    expectAgreement(turns(from, {0xE6, 0x14, 0xE6, 0x15, 0xEE, 0x16, 0x00, 0xEA}), mmc5);
    expectAgreement(turns(from, {0x20, 0xE0, 0xFF, 0xE6, 0x14}), mmc5);                    // JSR $FFE0
    expectAgreement(turns(from, {0xA9, 0xFF, 0x48, 0xA9, 0xCF, 0x48, 0x60}), mmc5);        // RTS to $FFD0
    expectAgreement(turns(from, {0xA9, 0xFF, 0x48, 0xA9, 0xD0, 0x48, 0x08, 0x40}), mmc5);  // RTI
    expectAgreement(turns(from, {0xA5, 0x10, 0x10, 0x10, 0xE6, 0x14}), mmc5);              // BPL forward
    expectAgreement(turns(from, {0xE6, 0x14, 0xD0, 0xE0}), mmc5);                          // BNE back
    expectAgreement(turns(from, {0x4C, 0xD0, 0xFF}), mmc5);                                // JMP $FFD0
  }
}

// A palette that changes all the time while nothing is rendered, what $2002 shows after it, and a while in which the bus
// leaks: the writes reach the picture chip in rows.
Program rowsOfColors() {
  Program program;
  const uint16_t head = program.here();
  program.store(0x2006, 0x3F).store(0x2006, 0x00);
  for (int color = 0; color < 12; ++color) program.load(0x10).sta(color % 3 ? 0x2007 : 0x3FFF).inc(0x10);
  program.store(0x2005, 0x1B).load(0x2002).sta(0x0300).put16(0x2C, 0x2002);
  for (int wait = 0; wait < 2; ++wait) program.put({0xA2, 0x00, 0xCA, 0xD0, 0xFD});
  return program.jmp(head);
}

TEST(NativeCode, WritesRowsOfColors) { expectAgreement(rowsOfColors()); }

// The same beside an MMC3 whose counter rises of line 12 move: addresses step from tables where the line is low to those
// where it is high, and back, and are set anew.
Program rowsBesideACounter(uint8_t control) {
  Program program;
  program.put({0xA2, 0xFF, 0x9A}).store(0x4017, 0x40).store(0x2000, control);
  program.store(0xC000, 5).store(0xC001, 0).store(0xE001, 0).put({0x58});
  const uint16_t head = program.here();
  for (const int address : {0x2F, 0x3F, 0x2C, 0x1F, 0x0F}) {
    program.store(0x2006, static_cast<uint8_t>(address)).load(0x10).put({0x09, 0xC0}).sta(0x2006);
    for (int write = 0; write < 40; ++write) program.sta(0x2007).inc(0x10);
    program.store(0x2005, 0x1B).store(0x2005, 0x2C);
  }
  program.jmp(head);
  program.irq(0xFE00).org(0xFE00).put({0x48, 0xE6, 0x13}).sta(0xE000).sta(0xE001).put({0x68, 0x40});
  return program;
}

TEST(NativeCode, WritesRowsBesideABoardThatWatchesLine12) {
  for (const uint8_t control : {0x00, 0x04}) expectAgreement(rowsBesideACounter(control), {.mapper = 4});
}

TEST(NativeCode, TellsOfWatchedWritesInRows) {
  native::hot_after = 2;
  std::array<std::vector<uint64_t>, 2> cycles;
  for (const bool translates : {false, true}) {
    Options options;
    options.native_code = translates;
    Console console(rowsOfColors().build(), options);
    runFrames(console, 1);
    console.watch(0x2007);
    console.hooks().on_watched_write = [&](const WatchedWrite& write) {
      cycles[translates].push_back(write.cycle);
    };
    runFrames(console, 2);
  }
  EXPECT_FALSE(cycles[0].empty());
  EXPECT_EQ(cycles[1], cycles[0]);
}

// Strobes and reads of the pads, close together and far apart, and what comes of them.
Program strobes(uint32_t seed) {
  std::minstd_rand random(seed);
  const auto below = [&](unsigned count) { return static_cast<int>(random() % count); };
  Program program;
  program.put({0xA0, 0x00});
  const uint16_t head = program.here();
  for (int access = 0; access < 24; ++access) {
    constexpr std::array<std::array<int, 2>, 3> registers = {
        {{0xA9, 0x8D}, {0xA2, 0x8E}, {0xA0, 0x8C}}};  // load, store
    const auto [load, store] = registers[static_cast<size_t>(below(3))];
    if (below(2)) {
      if (below(3)) program.put({load, below(4) ? below(2) : below(256)});
      program.put16(store, 0x4016);
    } else {
      if (below(2))
        program.put16(below(3) ? 0xAD : 0x2C, static_cast<uint16_t>(0x4016 + below(2)));
      else
        program.put16(below(2) ? 0xBD : 0xB9, 0x4016);  // of the pad that X or Y selects, if it selects one
      if (below(2)) program.put({0x4A, 0x26, 0x20 + below(4)});  // LSR / ROL
    }
    program.nop(below(8) ? below(3) : below(40));
  }
  return program.jmp(head);
}

TEST(NativeCode, StrobesPads) {
  native::hot_after = 2;
  for (uint32_t seed = 1; seed <= 300; ++seed) {
    Options options;
    options.idle_skip = false;
    options.alignment = static_cast<int>(seed % 4);
    if (seed % 3 == 0) options.devices.ports[1] = Device::PowerPadA;  // not read in line
    const auto cartridge = strobes(seed).build();
    Console translated(cartridge, options);
    options.native_code = false;
    Console interpreted(cartridge, options);
    for (uint32_t frame = 0; frame < 4; ++frame) {
      for (Console* console : {&translated, &interpreted}) {
        console->setButtons(0, static_cast<uint8_t>(seed * 29 + frame * 83));
        console->setButtons(1, static_cast<uint8_t>(seed * 7 + frame * 101));
        console->runFrame();
      }
      ASSERT_EQ(firstDifference(translated.state(), interpreted.state()), "")
          << "seed " << seed << ", frame " << frame;
    }
  }
}

// The longest block of what takes the most code.
TEST(NativeCode, StrobesPadsAgainAndAgain) {
  Program program;
  const uint16_t head = program.here();
  program.put({0xA2, 0x01, 0xA0, 0x00});
  for (int strobe = 0; strobe < 60; ++strobe) program.put16(strobe % 2 ? 0x8C : 0x8E, 0x4016);
  program.load(0x4016).sta(0x0020);
  expectAgreement(program.jmp(head));

  Program reads;
  const uint16_t first = reads.here();
  reads.put({0xA2, 0x01});
  for (int read = 0; read < 60; ++read) reads.put16(0xBD, 0x4016);
  expectAgreement(reads.sta(0x0020).jmp(first));
}

// Also where a hook begins to watch the strobe while translated code runs.
TEST(NativeCode, TellsOfWatchedStrobes) {
  native::hot_after = 2;
  std::array<std::vector<uint64_t>, 2> cycles;
  for (const bool translates : {false, true}) {
    Program program;
    const uint16_t head = program.here();
    for (int strobe = 0; strobe < 20; ++strobe) program.store(0x4016, 1).store(0x4016, 0);
    program.inc(0x10).load(0x10).sta(0x4000).jmp(head);
    Options options;
    options.native_code = translates;
    Console console(program.build(), options);
    console.watch(0x4000);
    int writes = 0;
    console.hooks().on_watched_write = [&](const WatchedWrite& write) {
      if (++writes == 60) console.watch(0x4016);
      cycles[translates].push_back(write.cycle);
    };
    runFrames(console, 2);
  }
  EXPECT_GT(cycles[0].size(), 500u);
  EXPECT_EQ(cycles[1], cycles[0]);
}

// A hook begins to watch a page of RAM, to which the block that called it wrote before and writes again.
TEST(NativeCode, TellsOfWatchedRamFromTheNextWriteOn) {
  native::hot_after = 2;
  for (const uint16_t reg : {uint16_t{0x4000}, uint16_t{0x2005}}) {
    std::array<std::vector<std::pair<uint16_t, uint64_t>>, 2> told;
    for (const bool translates : {false, true}) {
      Program program;
      const uint16_t head = program.here();
      program.put({0xE6, 0x10, 0xA5, 0x10, 0x85, 0x11, 0x48}).sta(reg);  // INC / LDA / STA / PHA
      program.put({0x85, 0x11, 0xE6, 0x12, 0x95, 0x13, 0x68, 0x48, 0x68, 0x68}).sta(0x0113).jmp(head);
      Options options;
      options.native_code = translates;
      options.idle_skip = false;
      Console console(program.build(), options);
      console.watch(reg);
      int writes = 0;
      console.hooks().on_watched_write = [&](const WatchedWrite& write) {
        if (++writes == 60) console.watch(0x0011);
        if (writes == 200) console.watch(0x0113);
        told[translates].emplace_back(write.address, write.cycle);
      };
      runFrames(console, 2);
    }
    EXPECT_GT(told[0].size(), 1000u);
    EXPECT_EQ(told[1], told[0]) << "register " << reg;
  }
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
