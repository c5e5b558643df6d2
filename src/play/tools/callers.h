// Who called what runs now.
#pragma once

#include <vector>

#include "src/play/game.h"
#include "src/trace/trace.h"

namespace jumpscope::play {

// The calls and interrupts in progress, outermost first, that were made in this frame or in the one before, which are run
// again for that (trace/call_stack.h). Empty where these are not kept.
std::vector<trace::Caller> callersNow(Game& game);

}  // namespace jumpscope::play
