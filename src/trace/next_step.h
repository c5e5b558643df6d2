// What the processor does next, played on a copy of it: the accesses of an instruction, or of an interrupt's beginning.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "cpu6502/core.h"
#include "src/console/console.h"
#include "src/trace/fetched.h"
#include "src/trace/log.h"

namespace jumpscope::trace {

struct NextStep {
  bool is_instruction = false;     // else an interrupt or a reset begins
  std::array<uint8_t, 3> bytes{};  // of the instruction
  uint16_t vector = 0;             // the last address read as a vector
  uint64_t cycles = 0;             // without those in which DMA has the bus
};

// `note(cycle, address, value, kind, is_write)` is called for each access that is no fetch of the program; cycles count from 0.
// No register of a chip is touched: they read as 0, and no address depends on them.
template <class Note>
class NextStepBus {
 public:
  NextStepBus(const console::Console& console, Note note) : console_(console), note_(std::move(note)) {
    step.is_instruction = standsBeforeInstruction(console);
    if (step.is_instruction) step.bytes = instructionBytes(console);
  }

  uint8_t read(uint16_t address, cpu6502::Access kind) { return read(address, kind, address); }
  uint8_t read(uint16_t address, cpu6502::Access kind, uint16_t) {
    const bool code = kind == cpu6502::Access::Fetch || kind == cpu6502::Access::Operand;
    const auto offset = static_cast<uint16_t>(address - console_.cpu().pc);
    const uint8_t value = code && offset < step.bytes.size() ? step.bytes[offset] : console_.peek(address);
    if (!code) note_(step.cycles, address, value, kind, false);
    if (kind == cpu6502::Access::Vector) step.vector = address;
    ++step.cycles;
    return value;
  }
  void write(uint16_t address, uint8_t value, cpu6502::Access kind) {
    note_(step.cycles, address, value, kind, true);
    ++step.cycles;
  }
  bool mayContinue() const { return false; }

  NextStep step;

 private:
  const console::Console& console_;
  Note note_;
};

// nullopt: the processor is jammed. Precondition: the console stands between two instructions.
template <class Note>
std::optional<NextStep> playNext(const console::Console& console, Note note) {
  cpu6502::State copy = console.cpu();
  if (copy.jammed() && !(copy.polled & cpu6502::line::reset)) return std::nullopt;
  NextStepBus<Note> bus(console, std::move(note));
  cpu6502::step(copy, bus);
  return bus.step;
}

}  // namespace jumpscope::trace
