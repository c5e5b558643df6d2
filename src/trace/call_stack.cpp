#include "src/trace/call_stack.h"

namespace jumpscope::trace {
namespace {

constexpr uint8_t jsr = 0x20;
constexpr uint8_t interrupt = 0x00;  // BRK; the opcode reported for interrupts and reset too
constexpr uint16_t stack_page = 0x0100;
constexpr uint16_t nmi_vector = 0xFFFA;
constexpr uint16_t irq_vector = 0xFFFE;

}  // namespace

uint16_t CallStack::word(uint16_t address) const {
  return uint16_t(console_.peek(address) | console_.peek(uint16_t(address + 1)) << 8);
}

uint16_t CallStack::pushed(uint8_t stack_pointer, int skipped) const {
  const auto ram = console_.ram();
  const auto at = [&](int depth) { return ram[stack_page | uint8_t(stack_pointer + skipped + depth)]; };
  return uint16_t(at(1) | at(2) << 8);
}

void CallStack::stackMoved() {
  const cpu6502::State& cpu = console_.cpu();
  while (!entries_.empty() && cpu.s > entries_.back().stack_pointer) entries_.pop_back();
  if (cpu.opcode == jsr) {
    push(Caller::Kind::Jsr);
  } else if (cpu.opcode == interrupt) {
    enterInterrupt();
  }
}

void CallStack::push(Caller::Kind kind) {
  const uint8_t stack_pointer = console_.cpu().s;
  entries_.push_back({stack_pointer, kind, console_.prgBank(returnAddress(stack_pointer, kind))});
}

uint16_t CallStack::returnAddress(uint8_t stack_pointer, Caller::Kind kind) const {
  const bool call = kind == Caller::Kind::Jsr;
  const uint16_t address = pushed(stack_pointer, call ? 0 : 1);
  return call ? uint16_t(address + 1) : address;
}

void CallStack::enterInterrupt() {
  const cpu6502::State& cpu = console_.cpu();
  const uint16_t return_address = pushed(cpu.s, 1);
  // A reset moves the stack pointer as an interrupt does, but pushes nothing.
  const bool hardware = return_address == cpu.instruction_pc;
  const bool brk = return_address == uint16_t(cpu.instruction_pc + 2);
  const bool nmi = cpu.pc == word(nmi_vector);
  if ((hardware || brk) && nmi)
    push(Caller::Kind::Nmi);
  else if ((hardware || brk) && cpu.pc == word(irq_vector))
    push(brk ? Caller::Kind::Brk : Caller::Kind::Irq);
  else
    entries_.clear();
}

void CallStack::list(std::vector<Caller>& callers) const {
  callers.clear();
  for (const Entry& entry : entries_)
    callers.push_back({{returnAddress(entry.stack_pointer, entry.kind), entry.bank}, entry.kind});
}

}  // namespace jumpscope::trace
