// The call stack, followed from the calls and interrupts that the processor makes. It is never guessed from
// the bytes on the stack.
#pragma once

#include <cstdint>
#include <vector>

#include "src/console/console.h"
#include "src/trace/trace.h"

namespace jumpscope::trace {

// A JSR, BRK or interrupt adds an entry at the place where it pushed its return address. The entry is removed
// when the stack pointer rises above it, by any means (RTS, RTI, PLA, TXS). The return address is read from
// the stack on request, so a return address that a routine has changed shows as changed. An RTS used as a
// jump adds no entry, and neither does a return address pushed by the program: the chain can be shorter than
// the program's own view, but it contains only calls. A program that switches to another stack loses the
// entries below.
class CallStack {
 public:
  explicit CallStack(const console::Console& console) : console_(console) {}

  // For console::Hooks::on_stack_moved.
  void stackMoved();
  // Bottom to top. Replaces what `callers` held.
  void list(std::vector<Caller>& callers) const;
  std::vector<Caller> callers() const {
    std::vector<Caller> all;
    list(all);
    return all;
  }

 private:
  struct Entry {
    uint8_t stack_pointer;  // after the pushes
    Caller::Kind kind;
    std::optional<unsigned> bank;  // in which the caller goes on
  };
  uint16_t word(uint16_t address) const;
  // The address on the stack below the `skipped` last bytes.
  uint16_t pushed(uint8_t stack_pointer, int skipped) const;
  void push(Caller::Kind kind);
  uint16_t returnAddress(uint8_t stack_pointer, Caller::Kind kind) const;
  void enterInterrupt();

  const console::Console& console_;
  std::vector<Entry> entries_;
};

}  // namespace jumpscope::trace
