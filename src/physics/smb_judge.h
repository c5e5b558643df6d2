// What smb-jump says of every frame of a game: what may start, how the motion goes on, and how the frame may
// end.
#pragma once

#include <memory>

#include "src/physics/smb_frame.h"

namespace jumpscope::physics {

std::unique_ptr<Judge> smbJudge(const SmbGame& game, const SmbTables& tables);

}  // namespace jumpscope::physics
