// Instructions as text.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "cpu6502/opcodes.h"

namespace jumpscope::cpu6502 {

// The instruction at `pc` in the usual notation: "STA $009F", "LDA ($80),Y", "BNE $C012" (the target), "ASL
// A". A mnemonic that MOS did not document bears a star, as in nestest's log: "*LAX $10". Bytes beyond the
// instruction's length do not matter.
std::string disassemble(uint16_t pc, std::span<const uint8_t, 3> bytes);

}  // namespace jumpscope::cpu6502
