// smb-jump begun from a trace: what the model knows at the end of a row's frame.
#pragma once

#include "src/models/binding.h"
#include "src/physics/smb_jump.h"
#include "src/trace/trace.h"

namespace jumpscope::models {

// A in the frame of `row`, as the game remembers it at that frame's end.
bool previousA(const Binding& binding, const trace::Row& row);

// The model's state from the RAM at the end of a row's frame. Roles that the trace has no watch for are 0;
// gravity_fall is then the gravity.
physics::SmbJumpState smbStateAt(const Binding& binding, const trace::Row& row);

}  // namespace jumpscope::models
