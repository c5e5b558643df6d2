// What a routine leaves, as terms: all its returns as one.
#pragma once

#include <functional>
#include <vector>

#include "src/prove/machine/machine.h"
#include "src/prove/routine/routine.h"
#include "src/trace/trace.h"

namespace jumpscope::prove {

// The most frequent way in which the routine is entered, for the machine.
const Entry& usualEntry(const Routine& routine);
// `entered`: how it is entered.
Execution executeRoutine(Terms& terms, const Routine& routine, const Entry& entered,
                         const MachineOptions& options);

struct Outcome {
  Term returned;            // the routine returns, and what is assumed of its stores holds
  Term assumed;             // the second of them, given the first
  std::vector<Term> after;  // of the watches, each as wide as its bytes, where it returns
};
Outcome outcomeOf(Terms& terms, const Execution& execution, const std::vector<trace::Watch>& watches);

// Of two routines that read different registers of chips nothing says that these answer the same: where they part, as a
// sentence without a full stop. Empty: they read the same. `name`: of the other routine.
std::string whyReadsDiffer(const Execution::ChipReads& own, const Execution::ChipReads& other,
                           const std::string& name);

}  // namespace jumpscope::prove
