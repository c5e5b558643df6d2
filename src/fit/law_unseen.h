// What rows do not show of a law: what never occurred, and other laws that say the same of what did.
#pragma once

#include <string>
#include <vector>

#include "src/fit/law_check.h"
#include "src/fit/law_fit.h"
#include "src/fit/law_open.h"
#include "src/jumps/jumps.h"

namespace jumpscope::fit {

// Sentences on what did not occur.
std::vector<std::string> unseenOf(const Checker& checker, const physics::Law& law);

// Laws whose cut makes the same of a speed that was cut, in another way.
std::vector<OtherLaw> otherCuts(const Checker& checker, const physics::Law& law, const Right& right);
// Laws with another start and another gravity, of which the first frame shows the sum.
std::vector<OtherLaw> otherSums(const physics::Law& law);

// What the jumps of a trace do not try, as words: buttons, how soon after a landing they begin, and where.
std::vector<std::string> notTried(const trace::Trace& trace, const std::vector<jumps::Jump>& jumps,
                                  const trace::Profile& profile);

}  // namespace jumpscope::fit
