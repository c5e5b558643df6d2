// One execution of a routine, instruction by instruction, for people who want to know why it does what it does.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/prove/machine/concrete.h"
#include "src/prove/machine/program.h"

namespace jumpscope::prove {

struct WalkStep {
  struct Write {
    uint16_t address = 0;  // RAM itself, not a mirror
    uint8_t old = 0, value = 0;
  };

  uint16_t pc = 0;
  std::string instruction;    // "BCS $82C7"
  Registers registers;        // after it
  std::optional<bool> taken;  // of a conditional branch
  std::optional<Write> write;
  size_t depth = 0;  // of calls
  // It writes one of the bytes that were asked about, decides whether such a write is executed, or has set the flags
  // for that decision.
  bool matters = false;
};

struct Walk {
  std::vector<WalkStep> steps;
  Concrete result;
};

// Runs the subroutine as runConcrete() does, which gives the same. `asked`: the bytes whose writes matter.
Walk walk(const Program& program, uint16_t address, Memory memory, const Registers& registers,
          std::span<const uint16_t> asked, const ConcreteLimits& limits = {});

// "$82BD: CMP #$14; BCS $82C7 (taken)", one line for each branch that matters and for each write that does:
// "$82C0: STA $009F (00 -> 04)".
std::vector<std::string> linesOf(const Walk& walk);

}  // namespace jumpscope::prove
