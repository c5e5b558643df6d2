// Environment variables.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace jumpscope::base {

// The value of an environment variable, if it is set.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;
// The process's own.
Environment processEnvironment();

}  // namespace jumpscope::base
