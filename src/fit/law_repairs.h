// Laws that may explain a row that another one does not: the steps of the search for the simplest law.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "src/fit/law_check.h"

namespace jumpscope::fit {

struct Hypothesis {
  physics::Law law;
  std::set<Place> aside;
  std::optional<Miss> miss;
  int cost = 0;
};

// Laws that are like this one but for what its first miss suggests; `miss` and `cost` are not set.
std::vector<Hypothesis> repairsOf(const Checker& checker, const Hypothesis& from);

}  // namespace jumpscope::fit
