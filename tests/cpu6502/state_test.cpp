// Power-on, reset, jams, and what a bus must know about the interrupt lines.
#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "tests/cpu6502/recording_bus.h"

namespace jumpscope::cpu6502::tests {
namespace {

// A bus whose lines never change and that therefore never samples them.
struct QuietBus {
  uint8_t read(uint16_t address, Access) { return ram[address]; }
  uint8_t read(uint16_t, Access, uint16_t repeat_address) { return ram[repeat_address]; }
  void write(uint16_t address, uint8_t value, Access) { ram[address] = value; }
  bool mayContinue() { return instructions_left-- > 0; }

  std::vector<uint8_t> ram = std::vector<uint8_t>(0x10000, 0xEA);
  int instructions_left = 0;
};

struct Machine {
  explicit Machine(std::vector<uint8_t> program) : bus(state) {
    bus.ram->fill(0xEA);
    for (size_t i = 0; i < program.size(); ++i) (*bus.ram)[0x8000 + i] = program[i];
    setVector(0xFFFA, 0x9000);
    setVector(0xFFFC, 0x8000);
    setVector(0xFFFE, 0xA000);
    step(state, bus);
    bus.cycles.clear();
  }
  void setVector(uint16_t at, uint16_t target) {
    (*bus.ram)[at] = target & 0xFF;
    (*bus.ram)[at + 1] = target >> 8;
  }

  State state;
  RecordingBus bus;
};

TEST(State, PowerOnIsAResetFromAllZeroRegisters) {
  Machine machine({});
  EXPECT_EQ(machine.state.pc, 0x8000);
  EXPECT_EQ(machine.state.s, 0xFD);
  EXPECT_EQ(machine.state.p, flag::unused | flag::irq_disable);
  machine.state.a = 1;
  machine.state.magic = 0xEE;
  machine.state.powerOn();
  State fresh;
  fresh.magic = 0xEE;
  EXPECT_EQ(machine.state, fresh);
}

TEST(State, ResetReadsSevenTimesAndKeepsTheOtherRegisters) {
  Machine machine({0xA9, 0x12, 0xF8, 0x58});  // LDA #$12, SED, CLI
  for (int i = 0; i < 3; ++i) step(machine.state, machine.bus);
  machine.bus.cycles.clear();
  machine.state.requestReset();
  step(machine.state, machine.bus);
  ASSERT_EQ(machine.bus.cycles.size(), 7U);
  for (const Cycle& cycle : machine.bus.cycles) EXPECT_FALSE(cycle.is_write);
  EXPECT_EQ(machine.state.pc, 0x8000);
  EXPECT_EQ(machine.state.s, 0xFA);
  EXPECT_EQ(machine.state.a, 0x12);
  EXPECT_EQ(machine.state.p, flag::unused | flag::irq_disable | flag::decimal);
}

TEST(State, AJamReadsForEverAndOnlyAResetEndsIt) {
  Machine machine({0x02});
  step(machine.state, machine.bus);
  EXPECT_TRUE(machine.state.jammed());
  EXPECT_EQ(machine.state.opcode, 0x02);
  const size_t before = machine.bus.cycles.size();
  machine.bus.nmi = machine.bus.irq = {{2 * before, 2 * before + 20}};
  for (int i = 0; i < 10; ++i) step(machine.state, machine.bus);
  EXPECT_EQ(machine.bus.cycles.size(), before + 10);
  EXPECT_EQ(machine.bus.cycles.back().address, 0xFFFF);
  EXPECT_TRUE(machine.state.jammed());
  machine.state.requestReset();
  step(machine.state, machine.bus);
  EXPECT_FALSE(machine.state.jammed());
  EXPECT_EQ(machine.state.pc, 0x8000);
  (*machine.bus.ram)[0x8000] = 0xEA;
  step(machine.state, machine.bus);
  EXPECT_EQ(machine.state.pc, 0x8001);
}

TEST(State, AnUnchangedIrqLineNeedsNoSampling) {
  State state;
  QuietBus bus;
  bus.ram[0xFFFC] = 0x00, bus.ram[0xFFFD] = 0x80;
  bus.ram[0xFFFE] = 0x00, bus.ram[0xFFFF] = 0xA0;
  bus.ram[0x8002] = 0x58;  // NOP, NOP, CLI, NOP
  step(state, bus);
  state.sampleLines(false, true);
  bus.instructions_left = 4;
  run(state, bus);
  EXPECT_EQ(state.pc, 0x8004) << "CLI lets one more instruction run";
  step(state, bus);
  EXPECT_EQ(state.pc, 0xA000);
  EXPECT_EQ(state.instruction_pc, 0x8004);
}

TEST(State, AnIrqReleasedBeforeThePollIsForgotten) {
  Machine machine({0x58, 0xEA, 0xAD, 0x00, 0x03});  // CLI, NOP, LDA $0300
  machine.bus.irq = {{2 * 4, 2 * 6}};               // cycles 0 and 1 of LDA
  for (int i = 0; i < 4; ++i) step(machine.state, machine.bus);
  EXPECT_EQ(machine.state.pc, 0x8006);
}

TEST(State, DecimalModeDoesNotExist) {
  Machine machine({0xF8, 0x18, 0xA9, 0x09, 0x69, 0x01});  // SED, CLC, LDA #$09, ADC #$01
  for (int i = 0; i < 4; ++i) step(machine.state, machine.bus);
  EXPECT_EQ(machine.state.a, 0x0A);
}

TEST(State, TheMagicConstantIsAParameter) {
  for (const int magic : {0x00, 0xEE, 0xFF}) {
    Machine ane({0xA9, 0x0F, 0xA2, 0x7E, 0x8B, 0xF3});  // LDA #$0F, LDX #$7E, ANE #$F3
    ane.state.magic = static_cast<uint8_t>(magic);
    for (int i = 0; i < 3; ++i) step(ane.state, ane.bus);
    EXPECT_EQ(ane.state.a, (0x0F | magic) & 0x7E & 0xF3) << magic;
    Machine lxa({0xA9, 0x0F, 0xAB, 0xF3});  // LDA #$0F, LXA #$F3
    lxa.state.magic = static_cast<uint8_t>(magic);
    for (int i = 0; i < 2; ++i) step(lxa.state, lxa.bus);
    EXPECT_EQ(lxa.state.a, (0x0F | magic) & 0xF3) << magic;
    EXPECT_EQ(lxa.state.x, lxa.state.a) << magic;
  }
}

// Every byte of the state that can differ is in the list: a state with a changed byte differs from one
// restored by it.
TEST(State, TheFieldListNamesEveryField) {
  State full;
  std::memset(static_cast<void*>(&full), 1, sizeof full);
  State restored;
  std::map<std::string, uint64_t> saved;
  visitFields(std::as_const(full), [&](const char* name, auto field) { saved[name] = field; });
  visitFields(restored, [&](const char* name, auto& field) {
    field = static_cast<std::remove_reference_t<decltype(field)>>(saved.at(name));
  });
  EXPECT_EQ(restored, full);
}

}  // namespace
}  // namespace jumpscope::cpu6502::tests
