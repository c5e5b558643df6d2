// The built-in profiles, as texts of profile files.
#pragma once

#include <span>
#include <string_view>

namespace jumpscope::trace {

struct BuiltinProfile {
  std::string_view name, json;
};

// A file for each, and a row in builtin_profiles.cpp.
std::span<const BuiltinProfile> builtinProfiles();

}  // namespace jumpscope::trace
