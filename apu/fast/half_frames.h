// Many half frames in one step.
#pragma once

#include <cstdint>

#include "apu/state.h"

namespace jumpscope::apu::fast {

// Has the effect of as many calls of clockUnits(state, true), if halfFramesLeaveTimers().
void clockHalfFrames(State& state, uint32_t times);
// True if any number of half frames changes nothing that a timer or a sequencer goes by.
bool halfFramesLeaveTimers(const State& state);

}  // namespace jumpscope::apu::fast
