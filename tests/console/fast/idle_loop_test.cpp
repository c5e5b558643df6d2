// Which instructions count as repeatable, against what the processor does when it executes them.
#include "src/console/fast/idle_loop.h"

#include <gtest/gtest.h>

#include <random>

#include "cpu6502/opcodes.h"
#include "tests/cpu6502/recording_bus.h"

namespace jumpscope::console::fast {
namespace {

using cpu6502::Mode;
using cpu6502::Opcode;
using cpu6502::Shape;
using cpu6502::State;
using cpu6502::tests::RecordingBus;

constexpr uint16_t code = 0x8000;

class Run {
 public:
  Run(uint8_t opcode, uint8_t operand, State registers) : state(registers), bus(state) {
    bus.ram->fill(0xEA);
    (*bus.ram)[code] = opcode;
    (*bus.ram)[code + 1] = 0x34;
    (*bus.ram)[code + 2] = 0x12;
    (*bus.ram)[0x0034] = (*bus.ram)[0x1234] = operand;
    again();
  }
  void again() {
    state.pc = code;
    state.lines = state.polled = 0;
    bus.cycles.clear();
    cpu6502::step(state, bus);
  }
  bool writes() const {
    for (const auto& cycle : bus.cycles)
      if (cycle.is_write) return true;
    return false;
  }
  std::vector<uint16_t> addresses() const {
    std::vector<uint16_t> all;
    for (const auto& cycle : bus.cycles) all.push_back(cycle.address);
    return all;
  }

  State state;
  RecordingBus bus;
};

bool sameRegisters(const State& one, const State& other) {
  return one.a == other.a && one.x == other.x && one.y == other.y && one.s == other.s && one.p == other.p;
}

// Whether executing the instruction a second time changes nothing, it writes and pushes nothing, it leaves I
// and D alone, and neither the registers that it sets nor the addresses that it reads depend on another
// register.
bool changesNothingWhenRepeated(uint8_t opcode) {
  std::minstd_rand random(opcode + 1u);
  const auto byte = [&] { return static_cast<uint8_t>(random() >> 8); };
  for (int sample = 0; sample < 100; ++sample) {
    State before;
    before.a = byte(), before.x = byte(), before.y = byte(), before.s = byte();
    before.p = static_cast<uint8_t>((byte() & 0xCB) | 0x20);
    const uint8_t operand = byte();
    Run run(opcode, operand, before);
    const State once = run.state;
    const std::vector<uint16_t> addresses = run.addresses();
    if (run.writes() || once.s != before.s || ((once.p ^ before.p) & 0x0C) != 0) return false;
    run.again();
    if (!sameRegisters(run.state, once)) return false;

    const auto with = [&](uint8_t State::*other) {
      State changed = before;
      changed.*other = byte();
      return Run(opcode, operand, changed);
    };
    for (uint8_t State::*other : {&State::a, &State::x, &State::y, &State::s}) {
      const Run changed = with(other);
      if (changed.addresses() != addresses) return false;
      for (uint8_t State::*set : {&State::a, &State::x, &State::y})
        if (set != other && changed.state.*set != once.*set) return false;
    }
  }
  return true;
}

TEST(IdleLoops, ConsistOnlyOfInstructionsThatChangeNothingWhenRepeated) {
  for (int opcode = 0; opcode < 256; ++opcode) {
    if (!isRepeatable(static_cast<uint8_t>(opcode))) continue;
    EXPECT_TRUE(changesNothingWhenRepeated(static_cast<uint8_t>(opcode)))
        << cpu6502::opcodes[static_cast<size_t>(opcode)].mnemonic << ", opcode " << opcode;
  }
}

TEST(IdleLoops, MayConsistOfAllOfficialReadsBranchesAndJumpsThatChangeNothingWhenRepeated) {
  int found = 0;
  for (int opcode = 0; opcode < 256; ++opcode) {
    const Opcode& row = cpu6502::opcodes[static_cast<size_t>(opcode)];
    const bool flow = row.shape == Shape::Branch || (row.shape == Shape::Jump && row.mode == Mode::Absolute);
    const bool candidate = row.official && (row.shape == Shape::Read || flow || row.mnemonic == "NOP");
    if (!candidate) {
      EXPECT_FALSE(isRepeatable(static_cast<uint8_t>(opcode))) << row.mnemonic << ", opcode " << opcode;
      continue;
    }
    EXPECT_EQ(isRepeatable(static_cast<uint8_t>(opcode)),
              changesNothingWhenRepeated(static_cast<uint8_t>(opcode)))
        << row.mnemonic << ", opcode " << opcode;
    found += isRepeatable(static_cast<uint8_t>(opcode));
  }
  // 8 immediate reads, 9 from the zero page and 9 from a fixed address, 8 branches, JMP and NOP.
  EXPECT_EQ(found, 36);
}

}  // namespace
}  // namespace jumpscope::console::fast
