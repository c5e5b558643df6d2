#include "src/prove/machine/machine.h"

#include <gtest/gtest.h>

#include "src/prove/machine/concrete.h"
#include "tests/prove/random_routine.h"
#include "tests/support/sanitized.h"

namespace jumpscope::prove {
namespace {

constexpr MachineEntry random_entry{tests::RandomRoutine::entry, 0xF0, 0xC123, 0x04};

// RAM and registers as a caller may leave them.
struct Start {
  Memory memory;
  Registers registers;
};

Start randomStart(std::mt19937& random, const MachineEntry& entry) {
  Start start;
  for (uint8_t& byte : start.memory.ram)
    byte = static_cast<uint8_t>(random() % 4 == 0 ? random() % 4 : random());
  const uint16_t pushed = static_cast<uint16_t>(entry.return_address - 1);
  start.memory.ram[0x0101u + entry.s] = static_cast<uint8_t>(pushed & 0xFF);
  start.memory.ram[0x0102u + entry.s] = static_cast<uint8_t>(pushed >> 8);
  const auto byte = [&] { return static_cast<uint8_t>(random()); };
  start.registers = {byte(), byte(), byte(), entry.s,
                     static_cast<uint8_t>((byte() & 0xC3) | 0x20 | (entry.p & 0x0C))};
  return start;
}

Assignment inputs(const Terms& terms, const Execution& execution, const Start& start) {
  Assignment assignment;
  for (uint16_t i = 0; i < 0x800; ++i) assignment.memory[i] = start.memory.ram[i];
  assignRegisters(assignment, terms, execution, start.registers.a, start.registers.x, start.registers.y,
                  start.registers.p);
  return assignment;
}

// What differs between the exit that the inputs fall into and what the plain processor does.
std::string compare(Terms& terms, const Execution& execution, const Program& program, const Start& start,
                    uint16_t address) {
  const Assignment assignment = inputs(terms, execution, start);
  Memory memory = start.memory;
  const Concrete concrete = runConcrete(program, address, memory, start.registers);
  size_t holding = 0;
  std::string text;
  for (const Exit& exit : execution.exits) {
    std::vector<Term> bytes;
    for (uint16_t i = 0; i < 0x800; ++i) bytes.push_back(exit.memory.read(terms, i));
    SymbolicRegisters registers = exit.registers;
    const std::vector<std::pair<Term, unsigned>> expected{{registers.a.term(), concrete.registers.a},
                                                          {registers.x.term(), concrete.registers.x},
                                                          {registers.y.term(), concrete.registers.y},
                                                          {registers.s.term(), concrete.registers.s},
                                                          {registers.status().term(), concrete.registers.p}};
    Evaluation evaluation(terms, assignment);
    if (evaluation.value(exit.condition) == 0) continue;
    ++holding;
    if (concrete.returned() != (exit.kind == Exit::Kind::Returned)) text = exit.problem + problemOf(concrete);
    if (!concrete.returned()) continue;
    if (exit.pc != 0 && exit.pc != concrete.pc) text = "returns elsewhere";
    for (size_t i = 0; i < expected.size(); ++i)
      if (evaluation.value(expected[i].first) != expected[i].second)
        text = "register " + std::to_string(i) + " differs";
    for (size_t i = 0; i < bytes.size(); ++i)
      if (evaluation.value(bytes[i]) != memory.ram[i]) text = "byte " + std::to_string(i) + " differs";
  }
  if (holding != 1) text = std::to_string(holding) + " exits hold";
  return text;
}

void compareRandomRoutines(uint32_t first_seed, uint32_t count, const MachineOptions& options) {
  uint64_t forks = 0, merges = 0;
  for (uint32_t seed = first_seed; seed < first_seed + count; ++seed) {
    const tests::RandomRoutine routine(seed);
    Terms terms;
    const Terms::Scope scope(terms);
    const Execution execution = execute(terms, {routine.program().bytes}, random_entry, options);
    forks += execution.forks;
    merges += execution.merges;
    std::mt19937 random(seed);
    for (int round = 0; round < 10; ++round) {
      const std::string text = compare(terms, execution, routine.program(), randomStart(random, random_entry),
                                       random_entry.address);
      ASSERT_EQ(text, "") << "seed " << seed << ", round " << round;
    }
  }
  EXPECT_GT(forks, count);
  EXPECT_EQ(merges > 0, options.merge);
}

TEST(Machine, RandomRoutinesDoOnTermsWhatTheyDoOnBytes) { compareRandomRoutines(1, 150, {}); }

TEST(Machine, PathsThatAreNotMergedGiveTheSame) {
  MachineOptions options;
  options.merge = false;
  compareRandomRoutines(1000, 40 / jumpscope::tests::case_step, options);
}

// A routine at $8000 of these bytes.
class Small {
 public:
  explicit Small(std::initializer_list<uint8_t> code) {
    std::copy(code.begin(), code.end(), program.bytes.begin());
  }

  const Execution& run(const MachineOptions& options = {}, bool board_registers = false) {
    execution = execute(terms, {program.bytes, false, board_registers}, random_entry, options);
    return execution;
  }
  const Exit& onlyExit(const MachineOptions& options = {}) {
    run(options);
    EXPECT_EQ(execution.exits.size(), 1u);
    return execution.exits.front();
  }
  void expectAsPlain(int rounds = 50) {
    std::mt19937 random(7);
    for (int round = 0; round < rounds; ++round)
      EXPECT_EQ(compare(terms, execution, program, randomStart(random, random_entry), 0x8000), "");
  }
  Term before(uint16_t address) { return terms.initial(address); }

  Terms terms;
  const Terms::Scope scope{terms};
  Program program;
  Execution execution;
};

TEST(Machine, JoinsPathsBehindABranch) {
  Small small{0xA5, 0x10, 0xF0, 0x02, 0xA9, 0x07, 0x85, 0x11, 0x60};  // LDA $10; BEQ; LDA #7; STA $11
  const Exit& exit = small.onlyExit();
  EXPECT_EQ(exit.paths, 2u);
  EXPECT_EQ(exit.condition, small.terms.yes());
  EXPECT_EQ(exit.pc, random_entry.return_address);
  small.expectAsPlain();
}

TEST(Machine, ALoopOfAsManyTurnsAsAByteSaysEndsWithoutASolver) {
  Small small{0xA6, 0x10, 0xF0, 0x05, 0xE6, 0x11, 0xCA, 0xD0, 0xFB, 0x60};  // LDX $10; INC $11; DEX; BNE
  EXPECT_EQ(small.onlyExit().kind, Exit::Kind::Returned);
  small.expectAsPlain();
}

TEST(Machine, ABoundThatIsHitIsAnExit) {
  Small small{0xA5, 0x10, 0xF0, 0xFC, 0x60};  // LDA $10; BEQ to itself
  MachineOptions options;
  options.most_backward_jumps = 10;
  const Execution& execution = small.run(options);
  ASSERT_EQ(execution.exits.size(), 2u);
  EXPECT_EQ(execution.exits[1].kind, Exit::Kind::Bound);
  EXPECT_EQ(execution.exits[1].problem,
            "a path makes more than 10 backward jumps, the last one by BEQ $8000 at $8002");
  EXPECT_EQ(execution.exits[1].condition, small.terms.equal(small.before(0x10), small.terms.constant(8, 0)));
}

TEST(Machine, PathsThatAreNotFollowedAreAnExit) {
  Small small{0xA5, 0x10, 0xF0, 0x02, 0xE6, 0x11, 0xE6, 0x12, 0x60};
  MachineOptions options;
  options.most_instructions = 3;
  const Exit& exit = small.onlyExit(options);
  EXPECT_EQ(exit.kind, Exit::Kind::Bound);
  EXPECT_EQ(exit.problem,
            "its paths take more than 3 instructions together; assume more of the memory (--assume)");
}

TEST(Machine, AnExitSaysWhichInstructionStopsTheProcessor) {
  Small small{0x02};
  const Exit& exit = small.onlyExit();
  EXPECT_EQ(exit.kind, Exit::Kind::Jammed);
  EXPECT_EQ(exit.problem, "the processor stops at *JAM at $8000");
}

TEST(Machine, ReadsOfRegistersAreUnknownEachTime) {
  Small small{0xAD, 0x02, 0x20, 0x85, 0x10, 0xAD, 0x02, 0x20, 0x85, 0x11, 0x8D, 0x00, 0x20, 0x60};
  const Exit& exit = small.onlyExit();
  ASSERT_EQ(small.execution.chip_reads.size(), 2u);
  EXPECT_EQ(exit.memory.read(small.terms, 0x10), small.execution.chip_reads.at({0, 0x2002}));
  EXPECT_EQ(exit.memory.read(small.terms, 0x11), small.execution.chip_reads.at({1, 0x2002}));
  EXPECT_EQ(small.execution.chip_writes, 1u);
}

TEST(Machine, AWriteThatMaySwitchBanksIsRefused) {
  Small small{0x8D, 0x00, 0xC0, 0x60};  // STA $C000
  EXPECT_EQ(small.onlyExit().kind, Exit::Kind::Returned);
  const Execution& execution = small.run({}, true);
  ASSERT_EQ(execution.exits.size(), 1u);
  EXPECT_EQ(execution.exits[0].kind, Exit::Kind::Refused);
  EXPECT_EQ(execution.exits[0].problem,
            "STA $C000 at $8000 writes to a register of the board, which may switch banks");
}

TEST(Machine, RunsCodeThatItHasWrittenItself) {
  // LDA #$E6 (INC); STA $40; LDA #$10; STA $41; LDA #$60 (RTS); STA $42; JMP $0040
  Small small{0xA9, 0xE6, 0x85, 0x40, 0xA9, 0x10, 0x85, 0x41, 0xA9, 0x60, 0x85, 0x42, 0x4C, 0x40, 0x00};
  EXPECT_EQ(small.onlyExit().kind, Exit::Kind::Returned);
  small.expectAsPlain();
}

TEST(Machine, CodeInMemoryThatIsNotKnownIsRefused) {
  Small small{0x4C, 0x40, 0x00};
  EXPECT_EQ(small.onlyExit().problem,
            "the instruction at $0040 is not known: it lies in RAM, and the routine has not written it");
}

TEST(Machine, AJumpThroughUnknownBytesIsRefused) {
  Small small{0x6C, 0x10, 0x00};
  EXPECT_EQ(small.onlyExit().problem,
            "JMP ($0010) at $8000 jumps to an address that is computed from unknown bytes");
}

TEST(Machine, AnUnknownStackPointerIsRefused) {
  Small small{0xA6, 0x10, 0x9A, 0x60};
  EXPECT_EQ(small.onlyExit().problem, "TXS at $8002 makes the stack pointer unknown");
}

TEST(Machine, UndocumentedOpcodesWork) {
  Small small{0xA7, 0x10, 0x67, 0x11, 0x87, 0x12, 0xCB, 0x05, 0xC7, 0x13, 0x4B, 0x7F, 0x60};
  small.onlyExit();
  small.expectAsPlain();
}

TEST(Machine, APushedAddressIsAJump) {
  Small small{0xA9, 0x80, 0x48, 0xA9, 0x09, 0x48, 0x60, 0xEA, 0xEA, 0xEA, 0xE6, 0x10, 0x60};  // to $800A
  small.onlyExit();
  small.expectAsPlain();
}

TEST(Machine, DroppingTheReturnAddressReturnsToTheCallersCaller) {
  Small small{0x68, 0x68, 0x60};
  const Exit& exit = small.onlyExit();
  EXPECT_EQ(exit.kind, Exit::Kind::Returned);
  EXPECT_EQ(exit.registers.s.concrete(), 0xF4);
}

TEST(Machine, AssumptionsLeavePathsOut) {
  Small small{0xA5, 0x10, 0xC9, 0x04, 0xB0, 0x01, 0x60, 0x02};  // LDA $10; CMP #4; BCS jam; RTS
  MachineOptions options;
  options.assumptions = {small.terms.binary(Op::Ult, small.before(0x10), small.terms.constant(8, 3))};
  EXPECT_EQ(small.onlyExit(options).kind, Exit::Kind::Returned);
  EXPECT_EQ(small.run().exits.size(), 2u);
}

TEST(Machine, EndsWhereItIsTold) {
  Small small{0xE6, 0x10, 0xE6, 0x11, 0x60};
  MachineOptions options;
  options.ends = {0x8002};
  const Exit& exit = small.onlyExit(options);
  EXPECT_EQ(exit.pc, 0x8002);
  EXPECT_EQ(exit.memory.read(small.terms, 0x11), small.before(0x11));
}

// LDA #7; STA ($10),Y; LDA $20; STA $30, with any pointer.
const std::initializer_list<uint8_t> wide_store{0xA9, 0x07, 0x91, 0x10, 0xA5, 0x20, 0x85, 0x30, 0x60};

TEST(Machine, AStoreToAnyAddressIsSeenByLaterReads) {
  Small small(wide_store);
  const Execution& execution = small.run();
  ASSERT_EQ(execution.exits.size(), 1u);
  EXPECT_EQ(execution.exits[0].memory.wideStores().size(), 1u);
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    Start start = randomStart(random, random_entry);
    start.memory.ram[0x11] = round % 2 == 0 ? 0x00 : static_cast<uint8_t>(random());
    start.registers.y = static_cast<uint8_t>(random() % 4);
    start.memory.ram[0x10] = static_cast<uint8_t>(0x1E + random() % 4);
    EXPECT_EQ(compare(small.terms, execution, small.program, start, 0x8000), "");
  }
}

TEST(Machine, AStoreCanBeAssumedToSpareBytes) {
  Small small(wide_store);
  MachineOptions options;
  options.spares = [](uint16_t pc) {
    return pc == 0x8002 ? std::vector<uint16_t>{0x0020} : std::vector<uint16_t>{};
  };
  const Exit& exit = small.onlyExit(options);
  EXPECT_EQ(exit.memory.read(small.terms, 0x30), small.before(0x20));
  EXPECT_EQ(exit.spared, (std::vector<SparedBytes>{{0x8002, 3}}));  // and the return address
  Assignment reaching;
  reaching.memory = {{0x10, 0x20}};
  EXPECT_EQ(Evaluation(small.terms, reaching).value(exit.assumed), 0u);
  reaching.memory = {{0x10, 0x21}};
  EXPECT_EQ(Evaluation(small.terms, reaching).value(exit.assumed), 1u);
}

TEST(Machine, AStoreWhoseIndexTheStateGivesIsNotAssumedToSpareBytes) {
  Small small({0xA6, 0x10, 0xA9, 0x07, 0x9D, 0x00, 0x00, 0x60});  // LDX $10; LDA #$07; STA $0000,X; RTS
  MachineOptions options;
  options.spares = [](uint16_t) { return std::vector<uint16_t>{0x0020}; };
  EXPECT_FALSE(small.onlyExit(options).spared.empty());
  options.state = {0x0010};
  Small again({0xA6, 0x10, 0xA9, 0x07, 0x9D, 0x00, 0x00, 0x60});
  EXPECT_TRUE(again.onlyExit(options).spared.empty());
}

}  // namespace
}  // namespace jumpscope::prove
