// The processor: a 6502 as the 2A03 has it (no decimal mode), one bus access a cycle. What a Bus is: bus.h.
#pragma once

#include "cpu6502/processor.h"
#include "cpu6502/state.h"

namespace jumpscope::cpu6502 {

// One instruction, or one interrupt or reset sequence, or one cycle of a jammed processor.
// If the bus throws, the state is unspecified.
template <class Bus>
JUMPSCOPE_INLINE void step(State& state, Bus& bus) {
  Processor<Bus> processor(state, bus);
  processor.instruction();
  processor.writeBack();
}

// As step(), again and again while bus.mayContinue(), which is asked before each step. In the calls from the
// bus the registers in `state` are those at the start of run(); instruction_pc and opcode are those of the
// step.
template <class Bus>
JUMPSCOPE_INLINE void run(State& state, Bus& bus) {
  Processor<Bus> processor(state, bus);
  while (bus.mayContinue() && processor.mayFetch()) processor.instruction();
  processor.writeBack();
}

}  // namespace jumpscope::cpu6502
