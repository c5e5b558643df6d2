// The smallest inputs for which terms hold.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "src/prove/terms/solver.h"

namespace jumpscope::prove {

// An input, and the value that it has if it can.
struct Wanted {
  Term variable;
  uint64_t value = 0;
  bool is_signed = false;
};

// Inputs for which all terms hold, in the order of `wanted`: one after the other has its wanted value if that is
// possible beside the earlier ones; then the others, one after the other, are as near to 0 as possible, positive ones
// first. nullopt: the terms cannot hold at once, or the time was up.
std::optional<std::vector<uint64_t>> smallest(Terms& terms, Solver& solver, std::span<const Term> all_of,
                                              std::span<const Wanted> wanted);

}  // namespace jumpscope::prove
