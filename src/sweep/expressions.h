// The expressions of a sweep, parsed once, over the watches that they use.
#pragma once

#include <string>
#include <vector>

#include "src/sweep/spec.h"
#include "src/trace/trace.h"
#include "src/trace/when.h"

namespace jumpscope::sweep {

using Exact = trace::When::Exact;

struct Expressions {
  // Throws std::runtime_error naming the expression.
  Expressions(const Spec& spec, const std::vector<trace::Watch>& watches);

  std::vector<trace::Watch> columns;  // what a row holds
  std::vector<trace::When> endings;
  std::vector<trace::When>
      measures;        // the score, the columns; then, for A*, the estimate and what is the same
  std::vector<At> at;  // of each measure
};

}  // namespace jumpscope::sweep
