// Whether terms can hold at once, and for which inputs.
#pragma once

#include <memory>
#include <span>

#include "src/prove/term.h"

namespace jumpscope::prove {

class Solver {
 public:
  enum class Answer : uint8_t {
    Yes,
    No,
    Unknown,  // time is up
  };

  virtual ~Solver() = default;
  // Whether all of these terms of width 1 can hold at once.
  virtual Answer check(std::span<const Term> all_of) = 0;
  // Inputs for which they hold, after Yes.
  virtual const Assignment& assignment() const = 0;
  // Of one check; 0: none.
  virtual void setTimeLimit(unsigned milliseconds) = 0;
};

// The solver stands in a module beside the program, with Z3. Throws std::runtime_error with a sentence when the
// module or Z3 is not there. Precondition: `terms` outlives it.
std::unique_ptr<Solver> loadSolver(const Terms& terms);

// What the module exports, as "jumpscope_solver_1".
using MakeSolver = Solver* (*)(const Terms& terms);

}  // namespace jumpscope::prove
