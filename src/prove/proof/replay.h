// A routine run again in the emulator, from a console that was about to run it, with other memory.
#pragma once

#include <cstdint>

#include "src/prove/routine/routine.h"

namespace jumpscope::prove {

struct Replayed {
  bool returned = false;     // false: not within the instructions allowed, or the processor jammed
  bool interrupted = false;  // by an NMI or IRQ, so that `memory` has what its handler wrote, too
  Registers registers;
  uint16_t pc = 0;  // of the next instruction
  Memory memory;
};

class Replayer {
 public:
  // Precondition: the routine outlives it, and has an entry with a state.
  explicit Replayer(const Routine& routine);

  // From the first entry that has a state.
  Replayed replay(const Memory& memory, const Registers& registers);
  // Precondition: the entry has a state.
  Replayed replay(const Entry& entry, const Memory& memory, const Registers& registers);

 private:
  const Routine& routine_;
  size_t run_ = 0;  // of which console_ has the options
  console::Console console_;
};

}  // namespace jumpscope::prove
