// What the processor needs of a bus, and what a bus may offer on top.
//
// Each call is exactly one cycle of the processor (for reads: and the cycles in which RDY halts it):
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
// Addresses and values are numbers of the bus's family (see NumberFamily), the plain integers unless it says
// otherwise.
//
// The rest is optional. Each concept below names the members that belong together; a bus with none of them is
// complete. Buses that offer any of them are for run() only.
//
// A Bus that is a local variable whose address goes nowhere can live in machine registers.
#pragma once

#include <concepts>
#include <cstdint>

#include "cpu6502/state.h"

namespace jumpscope::cpu6502 {

// The time between two moments at which interrupts may come. The bus guarantees:
//   - At the start of run(), and whenever mayContinue() is true, State::polled equals State::lines and
//     nothing that P does not mask is pending.
//   - The lines do not change in fetches, nor in reads of the zero page and the stack.
//   - mayContinue() is false after an access that changed them.
// Under these guarantees an instruction polls only after an access that may have changed the lines, and no
// instruction begins with an interrupt. The processor calls endWindow() after an instruction that unmasked a
// pending interrupt; mayContinue() is then false.
template <class Bus>
concept InterruptFreeWindow = requires(Bus& bus) {
  requires Bus::interrupt_free_window;
  bus.endWindow();
};

// A bus that knows where the instruction lies before it is fetched.
//   bool beginInstruction(uint16_t pc);                 false: run() ends before this instruction
//   uint8_t fetch(uint16_t address, Access kind);       as read(), for the bytes at PC in ascending order:
//                                                       Fetch, Operand, and DummyRead of a byte that a later
//                                                       fetch may read again
template <class Bus>
concept InstructionSource = requires(Bus& bus, uint16_t address, Access kind) {
  bus.beginInstruction(address);
  bus.fetch(address, kind);
};

// A bus that answers for $0000-$01FF by other means than read().
//   uint8_t readZeroPageOrStack(uint16_t address, Access kind);
template <class Bus>
concept LowPages = requires(Bus& bus, uint16_t address, Access kind) {
  bus.readZeroPageOrStack(address, kind);
};

// A bus that follows the flow of control.
//   void jumpedBack(uint16_t from, uint16_t to);   a branch or JMP at `from` was taken to `to` <= `from`
//   void jumpedElsewhere();                         an indirect jump, call, return or BRK
template <class Bus>
concept FlowListener = requires(Bus& bus, uint16_t address) {
  bus.jumpedBack(address, address);
  bus.jumpedElsewhere();
};

// A bus that follows the stack pointer.
//   bool followsStack() const;   whether it wants to hear of it now
//   void stackMoved();           after a call, return or BRK, or after S moved other than by a push;
//                                the registers in State are those after the instruction
template <class Bus>
concept StackListener = requires(Bus& bus) {
  bus.followsStack();
  bus.stackMoved();
};

// A bus of other numbers than the plain ones.
//   using Registers = RegistersOf<...>;        its Byte and Word are what read() and write() take and return
//   uint8_t opcode(Byte value);                which instruction to execute
//   uint16_t target(Word address);             where the flow of control goes
template <class Bus>
concept NumberFamily = requires(Bus& bus, typename Bus::Registers::Byte byte,
                                typename Bus::Registers::Word word) {
  { bus.opcode(byte) } -> std::same_as<uint8_t>;
  { bus.target(word) } -> std::same_as<uint16_t>;
};

// A bus that cares for what instructions do, not for their cycles. It sees no dummy reads and no dummy writes.
//   static constexpr bool uncounted_cycles = true;
template <class Bus>
concept UncountedCycles = requires {
  requires Bus::uncounted_cycles;
};

}  // namespace jumpscope::cpu6502
