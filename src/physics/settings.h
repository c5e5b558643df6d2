#pragma once

#include <map>
#include <string>

namespace jumpscope::physics {

// Values of a model's parameters by name.
using Settings = std::map<std::string, double>;

}  // namespace jumpscope::physics
