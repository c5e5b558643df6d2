// One instruction as statements.
#pragma once

#include <functional>
#include <vector>

#include "src/lift/code.h"
#include "src/lift/facts.h"
#include "src/lift/unit.h"

namespace jumpscope::lift {

// What a routine may read and write, beside RAM.
struct Machine {
  bool has_board_ram = false;  // at $6000-$7FFF
  // From here to $01FF lie return addresses, which lifted code does not have.
  int stack_from = 0x0100;
  bool switches_banks = false;  // a write to $8000-$FFFF may
};

// Where the program goes after an instruction.
struct Way {
  uint16_t to = 0;
  Facts facts;
};

struct Translation {
  std::vector<Statement> statements;
  Expression condition;   // of a branch whose both ways are possible: that it is taken
  std::vector<Way> ways;  // none: the function returns; two: taken and not taken
};

// Translates an instruction that is no JSR, which is the caller's. `facts`: before it. Throws std::runtime_error with a
// sentence for what cannot be lifted.
Translation translate(const Code& code, const Machine& machine, const Instruction& instruction, Facts facts);

}  // namespace jumpscope::lift
