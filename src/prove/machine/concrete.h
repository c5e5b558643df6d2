// A routine run on bytes, without a console around it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cpu6502/state.h"
#include "src/prove/machine/program.h"

namespace jumpscope::prove {

// True once a routine that was entered with the stack pointer `entered` has returned: an RTS or RTI has just left the
// stack pointer above it.
constexpr bool hasReturned(uint8_t opcode, uint8_t entered, uint8_t s) {
  constexpr uint8_t rts = 0x60, rti = 0x40;
  const uint8_t above = static_cast<uint8_t>(s - entered);
  return (opcode == rts || opcode == rti) && above != 0 && above < 0x80;
}

// Between the processor's state and the registers that it has.
void putRegisters(cpu6502::State& cpu, const Registers& registers);
Registers registersOf(const cpu6502::State& cpu);
// About to execute the instruction at `pc`, with nothing pending.
cpu6502::State processorAt(uint16_t pc, const Registers& registers);

struct ConcreteLimits {
  uint64_t instructions = 100'000;
  uint8_t register_value = 0;  // what reads of registers and of addresses without memory give
};

// A byte of RAM that an instruction has executed, or jumped through, which the routine had not written.
struct CodeRead {
  uint16_t address = 0;  // RAM itself, not a mirror
  uint16_t pc = 0;       // of the instruction
};

struct Concrete {
  enum class End : uint8_t { Returned, DoesNotReturn, Jammed } end = End::DoesNotReturn;
  uint16_t pc = 0;  // where it returned to, stands or jams
  Registers registers;
  uint64_t instructions = 0;
  bool read_registers = false;  // so that the result depends on ConcreteLimits::register_value
  std::vector<CodeRead> code;   // each address once

  bool returned() const { return end == End::Returned; }
};

// Runs the subroutine at `address` until it returns. `memory` is what it finds and then what it leaves. Writes to
// registers and to ROM are ignored; there are no interrupts.
Concrete runConcrete(const Program& program, uint16_t address, Memory& memory, const Registers& registers,
                     const ConcreteLimits& limits = {});

// A write of data, before it is done; pushes are none.
struct DataWrite {
  uint16_t pc = 0;
  uint8_t opcode = 0;
  uint16_t address = 0;
  uint8_t value = 0;
  uint8_t s = 0;  // stack pointer

  // Through an index or a pointer, so that the instruction alone does not say where.
  bool isComputed() const;
};
using WriteSeen = std::function<void(const DataWrite&)>;
Concrete runConcrete(const Program& program, uint16_t address, Memory& memory, const Registers& registers,
                     const ConcreteLimits& limits, const WriteSeen& seen);

// Why it did not return, as the end of a sentence: "does not return within 100000 instructions", "jams at $8123".
std::string problemOf(const Concrete& result);

}  // namespace jumpscope::prove
