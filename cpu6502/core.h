// The processor: a 6502 as the 2A03 has it (no decimal mode), one bus access a cycle.
//
// A Bus has, each call being exactly one cycle of the processor (and, for reads, the cycles in which RDY
// halts it):
//
//   uint8_t read(uint16_t address, Access kind);
//   uint8_t read(uint16_t address, Access kind, uint16_t repeat_address);
//   void write(uint16_t address, uint8_t value, Access kind);
//   bool mayContinue();   // run() only
//
// When RDY is low the bus itself runs the halted cycles inside read(): the first one at `address`, all
// repeats, the final one too, at `repeat_address` (equal where not given). The value of the final one is
// returned. After every cycle, halted or not, the bus calls State::sampleLines(), which it may leave out
// while the lines do not change; after a halted one also, and then, State::haltedCycle().
//
// Steady buses. A bus with `static constexpr bool steady = true` trades promises for speed; run() only. It
// promises that at the start of run(), and whenever mayContinue() is true, State::polled equals State::lines
// and nothing that P does not mask is pending; that the lines change in no access to the bytes of the
// instruction or below $0200 read; and that mayContinue() is false after an access that changed them. Then
// instructions poll only after an access that may have changed something, and never look for interrupts. Such
// a bus also has
//
//   const uint8_t* codeAt(uint16_t pc);
//       three bytes of plain memory; nullptr ends run() before them
//   uint8_t passCode(uint8_t value);
//       a cycle that reads one of these; returns it
//   uint8_t readLow(uint16_t address);
//       a cycle that reads below $0200
//   void leave();
//       mayContinue() is false from now on
//   void jumpedBack(uint16_t from, uint16_t to);
//       a branch or JMP at `from` was taken to `to` <= `from`
//   void leftLoop();
//       any other change of the flow of control
//   bool followsStack() const;
//       whether it wants to hear of the stack:
//   void stackMoved();
//       a call, return or interrupt, or S moved other than by a push; pc and S in the state are those after
//       the instruction
//
// All of this melts into the caller. A Bus that is a local variable whose address goes nowhere can live in
// registers.
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
  while (bus.mayContinue()) {
    if constexpr (SteadyBus<Bus>)
      if (!processor.findCode()) break;
    processor.instruction();
  }
  processor.writeBack();
}

}  // namespace jumpscope::cpu6502
