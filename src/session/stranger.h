// A profile beside a cartridge that it does not know.
#pragma once

#include <string>

#include "src/console/cartridge.h"
#include "src/trace/profile.h"

namespace jumpscope::session {

// A sentence about a profile beside a cartridge that is none of those it lists; "" where it is, or the profile lists
// none.
std::string strangerNote(const trace::Profile& profile, const console::Cartridge& cartridge);

}  // namespace jumpscope::session
