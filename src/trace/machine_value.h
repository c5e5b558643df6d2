// What conditions can ask of a running machine, by name: registers, the opcode, where the picture chip is.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/console/console.h"

namespace jumpscope::trace {

enum class MachineValue : uint8_t { Pc, Bank, Opcode, A, X, Y, S, P, Scanline, Dot };

// "pc", "bank" (of the program counter; 0 on boards that switch none), "op" or "opcode", "a", "x", "y", "s" or "sp",
// "p", "scanline" (-1 is the pre-render line, the first of a picture is 0) and "dot".
struct MachineName {
  std::string_view name;
  MachineValue value;
  int32_t lowest, highest;  // what it can be
};
extern const std::array<MachineName, 12> machine_names;

// nullptr: no such name.
const MachineName* machineName(std::string_view name);

// As the machine stands. Between instructions, pc and opcode are those of the next one.
int32_t valueOf(MachineValue value, const console::Console& console);

// Whether what the processor does next, an instruction or the beginning of an interrupt, reads or writes one of these
// addresses, fetches of the program left out. No register of a chip is touched by asking.
bool accessesNext(const console::Console& console, bool write, uint16_t first, uint16_t last);

// As Mesen counts: -1 is the pre-render line.
int signedScanline(const console::Console& console);

}  // namespace jumpscope::trace
