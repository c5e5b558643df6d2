// Random programs that wait, as main programs of games do: in loops that poll what an interrupt handler or a chip changes, and
// that count, stir a random seed, call routines or read pads meanwhile.
#pragma once

#include <cstdint>

#include "tests/fuzz/programs/case.h"

namespace jumpscope::console::tests {

// Decided by its seed alone, the same on every machine: the program, its board (NROM, or MMC3 or FME-7 with two banks of loops), the console to run it on,
// and when states are saved, restored, copied or poked meanwhile.
fuzz::Case waitingProgram(uint32_t seed, int frames);

// Where each program keeps its NMI handler's count of frames (one byte) and the count of waits that ended (two bytes).
constexpr uint16_t nmi_count_address = 0x0044, waits_ended_address = 0x0046;

}  // namespace jumpscope::console::tests
