// Lifts random code: what is not refused does what the processor does.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "tests/lift/lifted.h"
#include "tests/support/jumplab.h"
#include "tests/support/sanitized.h"
#include "tests/support/slow.h"

namespace jumpscope::lift {
namespace {

// Instructions in a row, each a random one of a random mode, and branches among them, mostly forward.
class RandomCode {
 public:
  RandomCode(prove::Program& program, uint32_t seed) : program_(program), random_(seed) {
    for (uint8_t& byte : program_.bytes) byte = static_cast<uint8_t>(random_());
    for (int i = 0; i < 3; ++i) subroutine(static_cast<uint16_t>(0x8000 + 0x100 * i));
  }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  void byte(unsigned value) { program_.bytes[at_++ & 0x7FFF] = static_cast<uint8_t>(value); }
  void word(unsigned opcode, unsigned operand) {
    byte(opcode);
    byte(operand & 0xFF);
    byte(operand >> 8);
  }
  template <size_t n>
  uint8_t any(const std::array<uint8_t, n>& opcodes) {
    return opcodes[below(n)];
  }

  void subroutine(uint16_t entry) {
    at_ = entry;
    starts_.clear();
    branches_.clear();
    const unsigned count = 6 + below(24);
    for (unsigned i = 0; i < count; ++i) {
      starts_.push_back(at_);
      instruction();
    }
    starts_.push_back(at_);
    byte(0x60);
    for (const auto& [place, number] : branches_) {
      const size_t last = starts_.size() - 1;
      const bool back = below(8) == 0;
      const size_t to = back ? below(number + 1) : std::min<size_t>(last, number + 1 + below(6));
      if (program_.bytes[(place - 1) & 0x7FFF] == 0x4C) {
        program_.bytes[place & 0x7FFF] = static_cast<uint8_t>(starts_[to] & 0xFF);
        program_.bytes[(place + 1) & 0x7FFF] = static_cast<uint8_t>(starts_[to] >> 8);
      } else {
        program_.bytes[place & 0x7FFF] = static_cast<uint8_t>(starts_[to] - (place + 1));
      }
    }
  }

  void instruction() {
    // ORA AND EOR ADC STA LDA CMP SBC, for any mode.
    const unsigned group = 0x20 * below(8);
    switch (below(16)) {
      case 0:
      case 1:
        byte((group == 0x80 ? 0xA0 : group) | 0x09);
        return byte(below(3) == 0 ? below(4) : below(256));
      case 2:
      case 3: {
        static constexpr std::array<uint8_t, 17> more{0x06, 0x26, 0x46, 0x66, 0xC6, 0xE6, 0x24, 0x86, 0x84,
                                                      0xA6, 0xA4, 0xE4, 0xC4, 0x95, 0xB5, 0x96, 0xB4};
        byte(below(2) == 0 ? group | 0x05 : any(more));
        return byte(below(6));
      }
      case 4:
      case 5:
        return absolute(group);
      case 6:
        byte(group | (below(2) == 0 ? 0x01 : 0x11));
        return byte(below(3) == 0 ? 0xFF : below(6));
      case 7: {
        byte(any<5>({0xA2, 0xA0, 0xE0, 0xC0, 0xE0}));
        return byte(below(6));
      }
      case 8:
      case 9:
      case 10:
        byte(0x10 + 0x20 * below(8));
        branches_.emplace_back(at_, starts_.size() - 1);
        return byte(0);
      case 11:
        if (below(4) == 0) return word(0x20, 0x8000 + 0x100 * below(3) + (below(4) == 0 ? below(16) : 0));
        if (below(4) == 0) return byte(any<5>({0x48, 0x68, 0x08, 0x28, 0x60}));
        byte(0x4C);
        branches_.emplace_back(at_, starts_.size() - 1);
        return word(0, 0), static_cast<void>(--at_);
      default:
        return byte(any<20>({0x0A, 0x4A, 0x2A, 0x6A, 0xAA, 0xA8, 0x8A, 0x98, 0xE8, 0xC8,
                             0xCA, 0x88, 0x18, 0x38, 0xB8, 0xEA, 0xCA, 0xE8, 0x18, 0x38}));
    }
  }

  void absolute(unsigned group) {
    static constexpr std::array<uint16_t, 16> places{0x0000, 0x00FC, 0x00FF, 0x0300, 0x0304, 0x0104,
                                                     0x0704, 0x07F8, 0x0802, 0x1FF8, 0x2002, 0x6000,
                                                     0x7000, 0x7FF8, 0x8400, 0xFFF0};
    static constexpr std::array<uint8_t, 12> changes{0x0E, 0x2E, 0x4E, 0x6E, 0xCE, 0xEE,
                                                     0x1E, 0x3E, 0x5E, 0x7E, 0xDE, 0xFE};
    const uint8_t opcode =
        below(3) == 0 ? any(changes) : static_cast<uint8_t>(group | any<3>({0x0D, 0x1D, 0x19}));
    word(opcode, places[below(places.size())] + below(3));
  }

  prove::Program& program_;
  std::mt19937 random_;
  uint16_t at_ = 0;
  std::vector<uint16_t> starts_;
  std::vector<std::pair<uint16_t, size_t>> branches_;  // where the operand is, and which instruction
};

std::vector<Input> randomInputs(const prove::Routine& routine, size_t count, std::mt19937& random) {
  std::vector<Input> inputs(count, {routine.entries.front().before, routine.entries.front().registers});
  for (Input& input : inputs) {
    for (uint8_t& byte : input.memory.ram) byte = static_cast<uint8_t>(random());
    for (uint8_t& byte : input.memory.board) byte = static_cast<uint8_t>(random());
    // Pointers and counters that are close to each other.
    for (size_t i = 0; i < 8; ++i)
      if (random() % 2 == 0) input.memory.ram[i] = static_cast<uint8_t>(random() % 4);
    prove::Registers& registers = input.registers;
    registers.a = static_cast<uint8_t>(random());
    registers.x = static_cast<uint8_t>(random() % 2 == 0 ? random() : random() % 4);
    registers.y = static_cast<uint8_t>(random() % 2 == 0 ? random() : random() % 4);
    registers.p = static_cast<uint8_t>(random() & 0xC3) | 0x24;
  }
  return inputs;
}

struct Kind {
  Language language;
  bool has_board;
};

// Of code that a seed gives, how much is lifted, and whether it is right.
void expectRight(const Kind& kind, uint32_t first_seed, uint32_t count) {
  if (!canCompile(kind.language)) GTEST_SKIP() << "no compiler (c++; mono-mcs and mono-runtime)";
  prove::Routine routine;
  routine.cartridge = tests::jumplabCartridge();
  routine.address = 0x8000;
  routine.programs.emplace_back();
  routine.entries.emplace_back();
  routine.entries.front().registers.s = 0xF0;
  if (kind.has_board) routine.entries.front().before.board.resize(0x2000);
  std::vector<Subject> subjects;
  std::vector<uint32_t> seeds;
  for (uint32_t seed = first_seed; seed < first_seed + count; ++seed) {
    RandomCode(routine.programs.front(), seed);
    try {
      subjects.push_back({lift(routine, nullptr, trace::Symbols(), kind.language), routine.program()});
      seeds.push_back(seed);
    } catch (const std::runtime_error& error) {
      EXPECT_NE(std::string(error.what()).find("cannot be lifted: "), std::string::npos) << error.what();
    }
  }
  const Lifted lifted(routine, subjects, kind.language);
  ASSERT_FALSE(testing::Test::HasFailure());
  std::mt19937 random(first_seed);
  Comparison all;
  for (size_t i = 0; i < subjects.size(); ++i) {
    SCOPED_TRACE("seed " + std::to_string(seeds[i]) + "\n" + subjects[i].source.text);
    const Comparison some = compare(routine, subjects[i], lifted, i, randomInputs(routine, 300, random));
    EXPECT_EQ(some.different, 0u);
    all += some;
  }
  EXPECT_GT(subjects.size(), count / 4);
  EXPECT_GT(all.equal, 50 * subjects.size());
  std::cout << subjects.size() << " of " << count << " lifted; " << all.equal << " memories equal, "
            << all.refused << " stopped, " << all.unusual << " unusual\n";
}

constexpr uint32_t programs = 60 / tests::case_step;

TEST(LiftRandomCode, DoesWhatTheProcessorDoesOrIsRefused) {
  expectRight({Language::Cpp, false}, 1, programs);
}

TEST(LiftRandomCode, WithRamOnTheCartridgeDoesWhatTheProcessorDoes) {
  expectRight({Language::Cpp, true}, 1000, programs);
}

TEST(LiftRandomCode, InCSharpDoesWhatTheProcessorDoes) { expectRight({Language::CSharp, true}, 2000, 30); }

TEST(LiftRandomCode, MuchMoreOfItDoesWhatTheProcessorDoes) {
  REQUIRE_SLOW();
  for (uint32_t seed = 10'000; seed < 10'000 + jumpscope::tests::slowCases(3'000u); seed += 150)
    expectRight({Language::Cpp, seed % 100 == 0}, seed, 150);
}

}  // namespace
}  // namespace jumpscope::lift
