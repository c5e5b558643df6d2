// The bytes of an instruction as the processor fetches them, also where memory cannot be looked at: open bus, registers.
#pragma once

#include <array>
#include <cstdint>

#include "src/console/console.h"

namespace jumpscope::trace {

// Of the instruction that the console is about to execute; those beyond its length are 0. Precondition: its next step is
// an instruction.
std::array<uint8_t, 3> instructionBytes(const console::Console& console);

// Of the instruction at `pc` that is being executed and whose opcode is known, as seen from a hook of the console.
std::array<uint8_t, 3> fetchedBytes(const console::Console& console, uint16_t pc, uint8_t opcode);

}  // namespace jumpscope::trace
