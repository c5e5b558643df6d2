// The built-in profiles, as texts of profile files.
#pragma once

#include <string_view>

namespace jumpscope::trace {

extern const std::string_view smb_profile;

}  // namespace jumpscope::trace
