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
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// Compares a register, the program counter, the opcode or a byte of memory with a number or a range.
struct LogCondition {
  enum class Subject : uint8_t { Pc, Bank, Opcode, A, X, Y, P, S, Memory } subject = Subject::Pc;
  uint16_t address = 0;                         // Memory
  std::optional<uint16_t> bank = std::nullopt;  // Pc: of its PRG bank, too
  bool inside = true;                           // false: outside the range
  uint16_t first = 0, last = 0xFFFF;

  bool operator==(const LogCondition&) const = default;
};

// "pc=$8000-$8FFF", "op=$20", "a!=0", "$0010=1-3": subject, '=' or '!=', a number or a range, in decimal or
// in hexadecimal after '$' or '0x'; "pc=$05:8271" is in PRG bank 5. Subjects: pc bank op a x y p s, or an address. Throws std::runtime_error.
LogCondition parseLogCondition(std::string_view text);

// True if all conditions match the instruction that the console is about to execute.
bool matches(const std::vector<LogCondition>& conditions, const console::Console& console);

}  // namespace jumpscope::trace
