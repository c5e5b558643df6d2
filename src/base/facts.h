// What is known of a file, for people: a name and a value each.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace jumpscope::base {

// In the order in which they are shown; a name may come more than once.
using Facts = std::vector<std::pair<std::string, std::string>>;

}  // namespace jumpscope::base
