// An instruction cycle by cycle: addressing modes, and the handful of shapes that every opcode has.
#pragma once

#include <cstdint>
#include <type_traits>

#include "cpu6502/bus.h"
#include "cpu6502/opcodes.h"
#include "cpu6502/registers.h"
#include "cpu6502/state.h"

namespace jumpscope::cpu6502 {

template <class Bus>
struct RegistersFor {
  using Type = Registers;
};
template <NumberFamily Bus>
struct RegistersFor<Bus> {
  using Type = typename Bus::Registers;
};

// Lives for one step() or run(). Bus: see bus.h.
template <class Bus>
class Processor : public RegistersFor<Bus>::Type {
 public:
  using Registers = typename RegistersFor<Bus>::Type;
  using typename Registers::Byte;
  using typename Registers::Signed;
  using typename Registers::Word;

  JUMPSCOPE_INLINE Processor(State& state, Bus& bus) : state_(state), bus_(bus) {
    pc = state.pc;
    a = state.a;
    x = state.x;
    y = state.y;
    s = state.s;
    setStatus(state.p);
  }
  // With registers that a State cannot hold. What is in `state` besides registers is used as it is.
  JUMPSCOPE_INLINE Processor(const Registers& registers, State& state, Bus& bus)
      : Registers(registers), state_(state), bus_(bus) {}

  JUMPSCOPE_INLINE void writeBack() {
    state_.pc = pc;
    state_.a = a;
    state_.x = x;
    state_.y = y;
    state_.s = s;
    state_.p = status();
  }

  JUMPSCOPE_INLINE void instruction();

  Registers& registers() { return *this; }

  // True if the bus lets run() begin the instruction at PC.
  JUMPSCOPE_INLINE bool mayFetch() {
    if constexpr (InstructionSource<Bus>)
      return bus_.beginInstruction(pc);
    else
      return true;
  }

 private:
  // What a template inherits from its parameter has to be named.
  using Registers::a;
  using Registers::mask;
  using Registers::pc;
  using Registers::s;
  using Registers::setStatus;
  using Registers::status;
  using Registers::x;
  using Registers::y;

  using ReadOperation = void (Registers::*)(Byte);
  using WriteOperation = Byte (Registers::*)();
  using ModifyOperation = Byte (Registers::*)(Byte);
  using ImpliedOperation = void (Registers::*)();
  using JumpOperation = void (Registers::*)(uint16_t);
  using Condition = typename Registers::Bool (Registers::*)() const;
  using Sequence = void (Processor::*)();

  static constexpr uint16_t nmi_vector = 0xFFFA;
  static constexpr uint16_t reset_vector = 0xFFFC;
  static constexpr uint16_t irq_vector = 0xFFFE;

  static constexpr bool counts_cycles = !UncountedCycles<Bus>;

  static constexpr Word word(Byte low, Byte high) { return static_cast<Word>(high << 8 | low); }
  JUMPSCOPE_INLINE uint16_t target(Word address) {
    if constexpr (NumberFamily<Bus>)
      return bus_.target(address);
    else
      return address;
  }

  // Single cycles.
  JUMPSCOPE_INLINE Byte fetch(uint16_t address, Access kind) {
    if constexpr (InstructionSource<Bus>)
      return bus_.fetch(address, kind);
    else
      return bus_.read(address, kind);
  }
  JUMPSCOPE_INLINE uint8_t plainOpcode(Byte value) {
    if constexpr (NumberFamily<Bus>)
      return bus_.opcode(value);
    else
      return value;
  }
  JUMPSCOPE_INLINE Byte operand() { return fetch(pc++, Access::Operand); }
  JUMPSCOPE_INLINE void idle() {
    if constexpr (counts_cycles) fetch(pc, Access::DummyRead);
  }
  JUMPSCOPE_INLINE Byte readLow(Word address, Access kind) {
    if constexpr (LowPages<Bus>)
      return bus_.readZeroPageOrStack(address, kind);
    else
      return bus_.read(address, kind);
  }
  JUMPSCOPE_INLINE void push(Byte value) { bus_.write(0x0100 | s--, value, Access::Stack); }
  JUMPSCOPE_INLINE Byte pull() { return readLow(0x0100 | ++s, Access::Stack); }
  JUMPSCOPE_INLINE void idleOnStack() {
    if constexpr (counts_cycles) readLow(0x0100 | s, Access::DummyRead);
  }
  JUMPSCOPE_INLINE void dummyRead(Word address, Word repeat_address) {
    if constexpr (counts_cycles) bus_.read(address, Access::DummyRead, repeat_address);
  }

  // Stands just before the last cycle of an instruction: decides from what was sampled up to the cycle
  // before. Halted cycles of the last access add to it (State::haltedCycle).
  // `exposed`: an access of this instruction that may have changed the lines went before. Without one, an
  // interrupt-free window guarantees that the poll finds what the last one found.
  template <bool exposed = false>
  JUMPSCOPE_INLINE void poll() {
    if constexpr (exposed || !InterruptFreeWindow<Bus>) state_.polled = state_.lines;
  }
  // After whatever moved the stack pointer, pushes alone excepted.
  JUMPSCOPE_INLINE void stackMoved() {
    if constexpr (StackListener<Bus>) {
      if (!bus_.followsStack()) return;
      writeBack();
      bus_.stackMoved();
    }
  }
  // After any change of the flow of control but branches and JMP to a fixed address.
  JUMPSCOPE_INLINE void jumpedElsewhere() {
    if constexpr (FlowListener<Bus>) bus_.jumpedElsewhere();
    stackMoved();
  }
  // After whatever may unmask a pending interrupt, or makes the poll differ from the lines.
  JUMPSCOPE_INLINE void unmasked() {
    if constexpr (InterruptFreeWindow<Bus>)
      if (state_.lines) bus_.endWindow();
  }
  JUMPSCOPE_INLINE void jumpedBack(uint16_t from, uint16_t to) {
    if constexpr (FlowListener<Bus>)
      if (to <= from) bus_.jumpedBack(from, to);
  }
  // Decides about a polled IRQ with the I flag as it is now. Without this the I flag after the instruction
  // decides.
  JUMPSCOPE_INLINE void applyMask() {
    if (!(state_.polled & line::irq)) return;
    state_.polled &= static_cast<uint8_t>(~line::irq);
    if (!(mask & flag::irq_disable)) state_.polled |= line::irq_taken;
  }

  // Addressing modes: all cycles between the opcode and the access itself; the effective address.
  JUMPSCOPE_INLINE Word absoluteOperand() {
    const Byte low = operand();
    return word(low, operand());
  }
  JUMPSCOPE_INLINE Word zeroPagePointer(Byte pointer) {
    const Byte low = readLow(pointer, Access::Read);
    return word(low, readLow(static_cast<Byte>(pointer + 1), Access::Read));
  }
  JUMPSCOPE_INLINE Byte zeroPageIndexed(Byte index) {
    const Byte base = operand();
    if constexpr (counts_cycles) readLow(base, Access::DummyRead);
    return static_cast<Byte>(base + index);
  }
  // The low byte is added first; while the carry is on its way to the high byte the wrong page is read.
  // Should RDY halt that read, the carry arrives in the meantime: the repeats are at the right address.
  template <bool always>
  JUMPSCOPE_INLINE Word indexed(Word base, Byte index) {
    const Word address = static_cast<Word>(base + index);
    if constexpr (counts_cycles) {
      const Word uncarried = static_cast<Word>((base & 0xFF00) | (address & 0x00FF));
      if (always || address != uncarried) dummyRead(uncarried, address);
    }
    return address;
  }
  template <Mode mode, bool always_fix_up>
  JUMPSCOPE_INLINE Word effectiveAddress() {
    if constexpr (mode == Mode::ZeroPage)
      return operand();
    else if constexpr (mode == Mode::ZeroPageX)
      return zeroPageIndexed(x);
    else if constexpr (mode == Mode::ZeroPageY)
      return zeroPageIndexed(y);
    else if constexpr (mode == Mode::Absolute)
      return absoluteOperand();
    else if constexpr (mode == Mode::AbsoluteX)
      return indexed<always_fix_up>(absoluteOperand(), x);
    else if constexpr (mode == Mode::AbsoluteY)
      return indexed<always_fix_up>(absoluteOperand(), y);
    else if constexpr (mode == Mode::IndirectX)
      return zeroPagePointer(zeroPageIndexed(x));
    else if constexpr (mode == Mode::IndirectY)
      return indexed<always_fix_up>(zeroPagePointer(operand()), y);
  }

  // True if two operations are the same. Compares types: under the sanitizers g++ compares no pointers to
  // members at compile time.
  template <auto operation>
  struct Constant {};
  template <auto one, auto other>
  static constexpr bool is = std::is_same_v<Constant<one>, Constant<other>>;

  static constexpr bool inZeroPage(Mode mode) {
    return mode == Mode::ZeroPage || mode == Mode::ZeroPageX || mode == Mode::ZeroPageY;
  }
  // True if a mode accesses some other address before the effective address.
  static constexpr bool exposes(Mode mode) {
    return mode == Mode::AbsoluteX || mode == Mode::AbsoluteY || mode == Mode::IndirectY;
  }
  template <Mode mode>
  JUMPSCOPE_INLINE Byte readOperand(Word address) {
    if constexpr (inZeroPage(mode))
      return readLow(address, Access::Read);
    else
      return bus_.read(address, Access::Read);
  }

  // The shapes. Each is everything after the opcode fetch.
  template <Mode mode, ReadOperation operation>
  JUMPSCOPE_INLINE void Read() {
    if constexpr (mode == Mode::Immediate) {
      poll();
      (this->*operation)(operand());
    } else {
      const Word address = effectiveAddress<mode, false>();
      poll<exposes(mode)>();
      (this->*operation)(readOperand<mode>(address));
      if constexpr (is<operation, &Registers::LAS>) stackMoved();
    }
  }

  template <Mode mode, WriteOperation operation>
  JUMPSCOPE_INLINE void Write() {
    const Word address = effectiveAddress<mode, true>();
    poll<exposes(mode)>();
    bus_.write(address, (this->*operation)(), Access::Write);
  }

  template <Mode mode, ModifyOperation operation>
  JUMPSCOPE_INLINE void Modify() {
    if constexpr (mode == Mode::Accumulator) {
      poll();
      idle();
      a = (this->*operation)(a);
    } else {
      const Word address = effectiveAddress<mode, true>();
      const Byte old = readOperand<mode>(address);
      if constexpr (counts_cycles) bus_.write(address, old, Access::DummyWrite);
      poll<!inZeroPage(mode)>();
      bus_.write(address, (this->*operation)(old), Access::Write);
    }
  }

  template <Mode, ImpliedOperation operation>
  JUMPSCOPE_INLINE void Implied() {
    poll();
    idle();
    (this->*operation)();
    if constexpr (is<operation, &Registers::TXS>) stackMoved();
  }

  // CLI and SEI: the poll still sees the old I flag, halted cycles of the last access already the new one.
  template <Mode, ImpliedOperation operation>
  JUMPSCOPE_INLINE void Mask() {
    poll();
    applyMask();
    (this->*operation)();
    idle();
    unmasked();
  }

  // A taken branch polls before its operand only, and once more if it has to correct the page.
  template <Mode, Condition taken>
  JUMPSCOPE_INLINE void Branch() {
    poll();
    const Signed offset = static_cast<Signed>(operand());
    if (!(this->*taken)()) return;
    const uint16_t opcode_at = static_cast<uint16_t>(pc - 2);
    [[maybe_unused]] const uint8_t polled = state_.polled;
    idle();
    const uint16_t destination = target(static_cast<Word>(pc + offset));
    const uint16_t uncarried = static_cast<uint16_t>((pc & 0xFF00) | (destination & 0x00FF));
    if constexpr (!InterruptFreeWindow<Bus>) state_.polled = polled;
    if (counts_cycles && destination != uncarried) {
      if constexpr (!InterruptFreeWindow<Bus>) state_.polled |= state_.lines;
      dummyRead(uncarried, destination > uncarried ? destination : uncarried);
    }
    pc = destination;
    jumpedBack(opcode_at, destination);
  }

  template <Mode, WriteOperation operation>
  JUMPSCOPE_INLINE void Push() {
    idle();
    poll();
    push((this->*operation)());
  }

  // The I flag before the instruction decides the poll, which matters for PLP.
  template <Mode, ReadOperation operation>
  JUMPSCOPE_INLINE void Pull() {
    idle();
    idleOnStack();
    poll();
    const Byte value = pull();
    applyMask();
    (this->*operation)(value);
    stackMoved();
    unmasked();
  }

  // SHA, SHX, SHY, TAS: the incremented high byte of the base address gets onto the bus beside the register,
  // and into the high byte of the address if a page is crossed. A halt just before the write removes it
  // from the value only.
  template <Mode mode, WriteOperation operation>
  JUMPSCOPE_INLINE void UnstableWrite() {
    const Word base = mode == Mode::IndirectY ? zeroPagePointer(operand()) : absoluteOperand();
    const Word indexed = static_cast<Word>(base + (mode == Mode::AbsoluteX ? x : y));
    const Word uncarried = static_cast<Word>((base & 0xFF00) | (indexed & 0x00FF));
    const Byte value = (this->*operation)();
    const Byte mixed = value & static_cast<Byte>((base >> 8) + 1);
    const Word address = choose(indexed == uncarried, indexed, word(indexed & 0xFF, mixed));
    state_.halted = false;
    dummyRead(uncarried, address);
    poll<true>();
    bus_.write(address, state_.halted ? value : mixed, Access::Write);
    if constexpr (is<operation, &Registers::TAS>) stackMoved();
  }

  // ANE and LXA: see State::magic.
  template <Mode, ReadOperation operation>
  JUMPSCOPE_INLINE void Magic() {
    poll();
    a |= state_.magic;
    (this->*operation)(operand());
  }

  // An indirect jump takes the high byte of its target from the same page as the low byte.
  template <Mode mode, JumpOperation operation>
  JUMPSCOPE_INLINE void Jump() {
    if constexpr (mode == Mode::Absolute) {
      const uint16_t opcode_at = static_cast<uint16_t>(pc - 1);
      const Byte low = operand();
      poll();
      (this->*operation)(target(word(low, operand())));
      jumpedBack(opcode_at, pc);
    } else {
      const Word pointer = absoluteOperand();
      const Byte low = bus_.read(pointer, Access::Read);
      poll<true>();
      const Byte high = bus_.read((pointer & 0xFF00) | ((pointer + 1) & 0x00FF), Access::Read);
      (this->*operation)(target(word(low, high)));
      jumpedElsewhere();
    }
  }

  // Everything else that changes the flow of control has a sequence of its own.
  template <Mode, Sequence sequence>
  JUMPSCOPE_INLINE void Control() {
    (this->*sequence)();
  }

  JUMPSCOPE_INLINE void JSR() {
    const Byte low = operand();
    idleOnStack();
    push(pc >> 8);
    push(pc & 0xFF);
    poll();
    pc = target(word(low, operand()));
    jumpedElsewhere();
  }

  JUMPSCOPE_INLINE void RTS() {
    idle();
    idleOnStack();
    const Byte low = pull();
    pc = target(word(low, pull()));
    poll();
    if constexpr (counts_cycles) bus_.read(pc, Access::DummyRead);
    ++pc;
    jumpedElsewhere();
  }

  JUMPSCOPE_INLINE void RTI() {
    idle();
    idleOnStack();
    setStatus(pull());
    const Byte low = pull();
    poll();
    pc = target(word(low, pull()));
    jumpedElsewhere();
    unmasked();
  }

  JUMPSCOPE_INLINE void BRK() {
    operand();
    enterHandler(flag::break_);
    jumpedElsewhere();
    unmasked();
  }

  // The clock goes on, but the processor never comes to the next opcode.
  JUMPSCOPE_INLINE void JAM() {
    idle();
    dummyRead(0xFFFF, 0xFFFF);
    dummyRead(0xFFFE, 0xFFFE);
    dummyRead(0xFFFE, 0xFFFE);
    state_.lines |= line::jam;
    poll<true>();
    unmasked();
  }

  // Cycles 2 to 6 of BRK and of interrupts. An NMI seen before the fourth access takes over whatever was
  // begun. The sequence does not poll, so that the first instruction of a handler always runs; only halts of
  // its last cycle do.
  JUMPSCOPE_INLINE void enterHandler(uint8_t break_flag) {
    push(pc >> 8);
    push(pc & 0xFF);
    const bool is_nmi = (state_.lines & line::nmi) != 0;
    push(status() | break_flag);
    takeVector(is_nmi ? nmi_vector : irq_vector, is_nmi);
  }

  // An edge of NMI that comes before the high byte of its own vector is fetched is lost.
  JUMPSCOPE_INLINE void takeVector(uint16_t vector, bool clears_nmi) {
    mask |= flag::irq_disable;
    const Byte low = bus_.read(vector, Access::Vector);
    if (clears_nmi) state_.lines &= static_cast<uint8_t>(~line::nmi);
    state_.polled = 0;
    pc = target(word(low, bus_.read(vector + 1, Access::Vector)));
  }

  JUMPSCOPE_INLINE void interrupt() {
    state_.polled |= line::irq_taken;  // until its vector is fetched; BRK, of the same opcode, lacks it
    bus_.read(pc, Access::Fetch);
    idle();
    enterHandler(0);
  }

  // As an interrupt, with the writes turned into reads.
  JUMPSCOPE_INLINE void reset() {
    state_.lines &= static_cast<uint8_t>(~(line::reset | line::jam));
    bus_.read(pc, Access::Fetch);
    idle();
    for (int pushes = 0; pushes < 3; ++pushes) {
      idleOnStack();
      --s;
    }
    takeVector(reset_vector, true);
  }

  // In place of an instruction, when something was polled.
  JUMPSCOPE_INLINE void exceptional() {
    if ((state_.lines & (line::reset | line::jam)) == line::jam) return staysJammed();
    state_.opcode = 0;
    if (state_.lines & line::reset)
      reset();
    else
      interrupt();
  }

  // The instruction in progress stays the jam, which lies before PC.
  JUMPSCOPE_INLINE void staysJammed() {
    --state_.instruction_pc;
    bus_.read(0xFFFF, Access::DummyRead);
  }

  State& state_;
  Bus& bus_;
};

template <class Bus>
JUMPSCOPE_INLINE void Processor<Bus>::instruction() {
  state_.instruction_pc = pc;
  if constexpr (!InterruptFreeWindow<Bus>) {
    if (state_.polled & ~mask) [[unlikely]] {
      exceptional();
      return;
    }
  }
  const uint8_t opcode = plainOpcode(fetch(pc++, Access::Fetch));
  state_.opcode = opcode;
  switch (opcode) {
#define OP(code, mnemonic, mode, shape, official, script) \
  case code:                                              \
    shape<Mode::mode, &Processor::mnemonic>();            \
    break;
#include "cpu6502/opcodes.def"
#undef OP
  }
}

}  // namespace jumpscope::cpu6502
