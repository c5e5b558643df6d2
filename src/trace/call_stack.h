// Who called whom: followed from the calls and interrupts that the processor makes, never guessed from what
// lies on the stack.
#pragma once

#include <cstdint>
#include <vector>

#include "src/console/console.h"
#include "src/trace/trace.h"

namespace jumpscope::trace {

// A JSR, BRK or interrupt makes an entry where it pushed its return address; the entry lasts until the stack
// pointer has risen past it, by whatever means (RTS, RTI, PLA, TXS). The return address is read from the
// stack when it is asked for, so that one that a routine has changed shows as it is now. An RTS that is used
// as a jump makes no entry, and a return address that was put together by pushes makes none: the chain may be
// shorter than the program means it, and holds nothing that is no call. A program that gives the stack
// pointer another stack loses the entries below.
class CallStack {
 public:
  explicit CallStack(const console::Console& console) : console_(console) {}

  // For console::Hooks::on_stack_moved.
  void stackMoved();
  // Bottom to top.
  std::vector<Caller> callers() const;

 private:
  struct Entry {
    uint8_t stack_pointer;  // after the pushes
    Caller::Kind kind;
  };
  uint16_t word(uint16_t address) const;
  // The address pushed last but `skipped` bytes.
  uint16_t pushed(uint8_t stack_pointer, int skipped) const;
  void enterInterrupt();

  const console::Console& console_;
  std::vector<Entry> entries_;
};

}  // namespace jumpscope::trace
