// Pointers that a routine finds in the zero page and stores through.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "src/prove/routine/routine.h"

namespace jumpscope::prove {

// The pointer of "STA ($6A),Y"; nullopt: the instruction has none.
std::optional<uint8_t> pointerOf(const Program& program, uint16_t pc);
uint16_t pointerIn(const Memory& memory, uint8_t pointer);

// Those that have one value in all entries and hold none of Routine::compared or motion. Reads Routine::computed.
std::vector<FixedPointer> fixedPointers(const Routine& routine);

}  // namespace jumpscope::prove
