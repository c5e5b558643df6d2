#include "src/prove/machine.h"

#include <gtest/gtest.h>

#include "src/prove/concrete.h"
#include "tests/prove/random_routine.h"

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
  if (!concrete.returned()) return problemOf(concrete);
  size_t holding = 0;
  std::string text;
  for (const Exit& exit : execution.exits) {
    std::vector<Term> bytes;
    for (const SymbolicMemory::Byte& byte : exit.memory.written())
      bytes.push_back(exit.memory.read(terms, byte.address));
    SymbolicRegisters registers = exit.registers;
    const std::vector<std::pair<Term, unsigned>> expected{{registers.a.term(), concrete.registers.a},
                                                          {registers.x.term(), concrete.registers.x},
                                                          {registers.y.term(), concrete.registers.y},
                                                          {registers.s.term(), concrete.registers.s},
                                                          {registers.status().term(), concrete.registers.p}};
    Evaluation evaluation(terms, assignment);
    if (evaluation.value(exit.condition) == 0) continue;
    ++holding;
    if (exit.kind != Exit::Kind::Returned) text = exit.problem;
    if (exit.pc != concrete.pc) text = "returns elsewhere";
    for (size_t i = 0; i < expected.size(); ++i)
      if (evaluation.value(expected[i].first) != expected[i].second)
        text = "register " + std::to_string(i) + " differs";
    std::array<uint8_t, 0x800> ram = start.memory.ram;
    for (size_t i = 0; i < bytes.size(); ++i)
      ram[exit.memory.written()[i].address] = static_cast<uint8_t>(evaluation.value(bytes[i]));
    for (size_t i = 0; i < ram.size(); ++i)
      if (ram[i] != memory.ram[i]) text = "byte " + std::to_string(i) + " differs";
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
    for (int round = 0; round < 20; ++round) {
      const std::string text = compare(terms, execution, routine.program(), randomStart(random, random_entry),
                                       random_entry.address);
      ASSERT_EQ(text, "") << "seed " << seed << ", round " << round;
    }
  }
  EXPECT_GT(forks, count);
  EXPECT_EQ(merges > 0, options.merge);
}

TEST(Machine, RandomRoutinesDoOnTermsWhatTheyDoOnBytes) { compareRandomRoutines(1, 300, {}); }

TEST(Machine, PathsThatAreNotMergedGiveTheSame) {
  MachineOptions options;
  options.merge = false;
  compareRandomRoutines(1000, 40, options);
}

}  // namespace
}  // namespace jumpscope::prove
