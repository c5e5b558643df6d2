// What smb-jump says of every frame of a game: what may start, how the motion goes on, and how the frame may
// end.
#pragma once

#include <memory>

#include "src/physics/smb_parts.h"

namespace jumpscope::physics {

// The state of the motion from the bytes at the end of a frame; what nobody watches is 0.
SmbJumpState smbStateOf(const SmbGame& game, const Values& now);
// The bytes of a state; those that the motion does not keep stay as they are in `rest`.
Values smbValuesOf(const SmbJumpState& state, Values rest);
SmbInput smbInputOf(const Values& at_start, bool a_down);

std::unique_ptr<Judge> smbJudge(const SmbGame& game, const SmbTables& tables);

}  // namespace jumpscope::physics
