// The built-in profiles, as the files that they would be.
#pragma once

#include <string_view>

namespace jumpscope::trace {

extern const std::string_view smb_profile;

}  // namespace jumpscope::trace
