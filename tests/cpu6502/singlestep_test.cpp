// Every vector of tests/data/singlestep against the core.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/cpu6502/vectors.h"

namespace jumpscope::cpu6502::tests {
namespace {

// Collects failures; prints the first few, because one wrong cycle makes thousands.
class Report {
 public:
  void add(const std::string& file, const Case& vector, const std::string& difference) {
    ++cases_;
    if (difference.empty()) return;
    if (++failures_ <= 10) ADD_FAILURE() << file << " \"" << vector.name << "\": " << difference;
  }
  void conclude() {
    EXPECT_GT(cases_, 0U) << "no cases found";
    EXPECT_EQ(failures_, 0U) << "of " << cases_ << " cases";
    ::testing::Test::RecordProperty("cases", static_cast<int>(cases_));
  }

 private:
  size_t cases_ = 0;
  size_t failures_ = 0;
};

enum class Loop { Step, Run };

// One instruction (a jammed processor: as many cycles as are given).
std::string runInstruction(const Case& vector, State& state, RecordingBus& bus, Loop loop) {
  load(vector.initial, state, bus);
  bus.cycles.clear();
  bus.run_until = vector.jam ? vector.cycles.size() : 1;
  if (loop == Loop::Run)
    run(state, bus);
  else
    do step(state, bus);
    while (bus.mayContinue());
  if (const std::string text = compareCycles(vector.cycles, 0, bus.cycles, false); !text.empty()) return text;
  if (bus.cycles.size() != vector.cycles.size())
    return "expected " + std::to_string(vector.cycles.size()) + " cycles, got " +
           std::to_string(bus.cycles.size());
  if (state.jammed() != vector.jam) return vector.jam ? "did not jam" : "jammed";
  if (const std::string text = compareRegisters(vector.final, state, !vector.jam); !text.empty()) return text;
  return compareRam(vector.final, bus);
}

// The same on a bus with all optional members (bus.h).
class WindowedRecordingBus {
 public:
  static constexpr bool interrupt_free_window = true;

  explicit WindowedRecordingBus(RecordingBus& bus) : bus_(bus) {}

  bool mayContinue() const { return bus_.cycles.empty() && !ended_; }
  void endWindow() { ended_ = true; }
  bool beginInstruction(uint16_t pc) {
    next_ = pc;
    return pc < 0xFFFE;
  }
  uint8_t fetch(uint16_t address, Access kind) {
    EXPECT_EQ(address, next_);
    if (kind != Access::DummyRead) ++next_;
    return bus_.read(address, kind);
  }
  uint8_t readZeroPageOrStack(uint16_t address, Access kind) {
    EXPECT_LT(address, 0x0200);
    return bus_.read(address, kind);
  }
  uint8_t read(uint16_t address, Access kind) { return bus_.read(address, kind); }
  uint8_t read(uint16_t address, Access kind, uint16_t repeat) { return bus_.read(address, kind, repeat); }
  void write(uint16_t address, uint8_t value, Access kind) { bus_.write(address, value, kind); }
  void jumpedBack(uint16_t from, uint16_t to) { EXPECT_LE(to, from); }
  void jumpedElsewhere() {}
  bool followsStack() const { return false; }
  void stackMoved() {}

 private:
  RecordingBus& bus_;
  bool ended_ = false;
  uint16_t next_ = 0;  // of the instruction
};

std::string runInWindow(const Case& vector, State& state, RecordingBus& bus) {
  load(vector.initial, state, bus);
  bus.cycles.clear();
  WindowedRecordingBus windowed(bus);
  run(state, windowed);
  if (bus.cycles.empty()) return vector.initial.pc < 0xFFFE ? "nothing was executed" : "";
  if (vector.jam) return "";
  for (size_t i = 0; i < std::max(bus.cycles.size(), vector.cycles.size()); ++i) {
    if (i >= bus.cycles.size() || i >= vector.cycles.size())
      return "an interrupt-free window sees another number of cycles";
    const Cycle& got = bus.cycles[i];
    const Cycle& expected = vector.cycles[i];
    if (got.address != expected.address || got.value != expected.value || got.is_write != expected.is_write)
      return "an interrupt-free window sees something else in cycle " + std::to_string(i);
  }
  if (const std::string text = compareRegisters(vector.final, state); !text.empty()) return text;
  return compareRam(vector.final, bus);
}

// Whole instructions until the last given cycle, which is an opcode fetch. RAM that a case does not name is
// NOP.
std::string runWithLines(const Case& vector, State& state, RecordingBus& bus) {
  load(vector.initial, state, bus);
  bus.cycles.clear();
  bus.nmi = vector.nmi;
  bus.irq = vector.irq;
  bus.rdy_low = vector.rdy_low;
  const size_t first = vector.compare_from.value_or(0);
  if (vector.cycles.size() < first + 3) return "the case is too short";
  if (vector.compare_from) {
    state.pc = vector.cycles[first].address;
    if (vector.category != "reset") {  // what the interrupted instruction left behind is not given
      state.s = vector.cycles[first + 2].address & 0xFF;
      state.a = vector.final.a;
      state.x = vector.final.x;
      state.y = vector.final.y;
      state.p = vector.final.p & static_cast<uint8_t>(~flag::irq_disable);
    }
    state.requestReset();
  }
  const size_t length = vector.cycles.size() - first;
  while (bus.cycles.size() + 1 < length) step(state, bus);
  const State end = state;
  step(state, bus);  // its first cycle is the last one given
  if (const std::string text = compareCycles(vector.cycles, first, bus.cycles, true); !text.empty())
    return text;
  if (const std::string text = compareRegisters(vector.final, end); !text.empty()) return text;
  const std::vector<Taken> taken = sequencesIn(bus.cycles, length, first);
  if (taken != vector.taken) return "taken: expected " + toString(vector.taken) + ", got " + toString(taken);
  return vector.compare_from ? "" : compareRam(vector.final, bus);
}

void runFileWithLines(const std::string& name) {
  const jumpscope::tests::DataFile file = jumpscope::tests::dataFile(name);
  Report report;
  State state;
  RecordingBus bus(state);
  bus.ram->fill(0xEA);
  forEachCase(file, [&](const Case& vector) {
    report.add(file.name, vector, runWithLines(vector, state, bus));
    for (const auto& cell : vector.initial.ram) (*bus.ram)[cell.first] = 0xEA;
    for (const Cycle& cycle : bus.cycles)
      if (cycle.is_write) (*bus.ram)[cycle.address] = 0xEA;
  });
  report.conclude();
}

TEST(Singlestep, EveryOpcodeMakesTheAccessesOfTheNetlist) {
  Report report;
  State state;
  RecordingBus bus(state);
  for (const jumpscope::tests::DataFile& file : jumpscope::tests::dataFiles("singlestep", ".json")) {
    if (file.name.size() != std::string_view("xx.json").size()) continue;  // rdy.json, interrupts.json
    forEachCase(file, [&](const Case& vector) {
      std::string difference = runInstruction(vector, state, bus, Loop::Step);
      if (difference.empty()) difference = runInstruction(vector, state, bus, Loop::Run);
      if (difference.empty()) difference = runInWindow(vector, state, bus);
      report.add(file.name, vector, difference);
    });
  }
  report.conclude();
}

TEST(Singlestep, InterruptsAreTakenInTheCyclesOfTheNetlist) {
  runFileWithLines("singlestep/interrupts.json");
}

TEST(Singlestep, HaltsByRdyShiftWhatTheNetlistShifts) { runFileWithLines("singlestep/rdy.json"); }

}  // namespace
}  // namespace jumpscope::cpu6502::tests
