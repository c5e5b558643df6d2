// Instruction logs: one line per instruction, written before the instruction is executed, in three formats:
//
// nintendulator:
//   C5F7  86 00     STX $00 = 00                    A:00 X:00 Y:00 P:26 SP:FD PPU:  0, 36 CYC:12
// fceux:
//   A:00 X:00 Y:00 S:FD P:nvUbdIZc  $C5F7: 86 00    STX $00 = #$00
// mesen:
//   C5F7  STX $00 = $00                    A:00 X:00 Y:00 S:FD P:nv--dIZc V:0   H:36
//
// The first is the format of nestest.log; the others are those of the trace loggers of FCEUX 2.6 and Mesen 2
// with default settings. Memory is shown as it was before the instruction. Chip registers show as FF, because
// reading them would change them. Scanline -1 is the pre-render line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/console/console.h"

namespace jumpscope::trace {

enum class LogFormat : uint8_t { Nintendulator, Fceux, Mesen };

// "nintendulator", "fceux" or "mesen". Throws std::runtime_error.
LogFormat parseLogFormat(std::string_view name);

// Appends the line of the instruction that the console is about to execute, with its '\n'. With `banks` the
// PRG bank stands before the program counter, "05:C5F7", on boards that switch banks.
void appendLogLine(std::string& out, const console::Console& console, LogFormat format, bool banks = false);

// True if the console's next step is an instruction: no interrupt or reset sequence, and no jammed CPU.
bool standsBeforeInstruction(const console::Console& console);

}  // namespace jumpscope::trace
