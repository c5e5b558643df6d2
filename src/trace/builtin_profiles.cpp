#include "src/trace/builtin_profiles.h"

namespace jumpscope::trace {

extern const std::string_view smb_profile;

std::span<const BuiltinProfile> builtinProfiles() {
  static const BuiltinProfile list[]{{"smb", smb_profile}};
  return list;
}

}  // namespace jumpscope::trace
