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

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/console/console.h"

namespace jumpscope::trace {

enum class LogFormat : uint8_t { Nintendulator, Fceux, Mesen };

// "nintendulator", "fceux" or "mesen". Throws std::runtime_error.
LogFormat parseLogFormat(std::string_view name);

// An instruction about to be executed, and what it refers to: all that a line needs, to be written later or never.
struct LogEntry {
  explicit LogEntry(const console::Console& console, bool with_bank = false);

  std::array<uint8_t, 3> bytes;
  uint8_t a, x, y, s, p;
  uint8_t value = 0;  // at `address`, before the instruction
  uint16_t pc;
  uint16_t operand = 0;             // the two bytes after the opcode
  uint16_t pointer = 0;             // (zp),Y: what the zero page holds
  uint16_t address = 0;             // effective; JMP (abs): where the jump goes
  uint16_t plain_pointer = 0;       // JMP (abs): as if the 6502 carried into the pointer's high byte
  std::optional<uint16_t> entered;  // RTS: where the subroutine began, if a JSR led here
  std::optional<unsigned> bank;     // of the program counter
  int scanline, dot;
  uint64_t cycle;
};

// Appends its line with its '\n'. With a bank, that stands before the program counter: "05:C5F7".
void appendLogLine(std::string& out, const LogEntry& entry, LogFormat format);
// Of the instruction that the console is about to execute. `banks`: with its bank, on boards that switch banks.
void appendLogLine(std::string& out, const console::Console& console, LogFormat format, bool banks = false);

// True if the console's next step is an instruction: no interrupt or reset sequence, and no jammed CPU.
bool standsBeforeInstruction(const console::Console& console);

}  // namespace jumpscope::trace
