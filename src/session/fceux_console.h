// A console in the state that FCEUX has saved.
#pragma once

#include <string>
#include <vector>

#include "src/console/console.h"
#include "src/session/fceux_state.h"

namespace jumpscope::session {

// The state of a console like `console`, which stays as it is. FCEUX saves between two of its frames, which begin with
// the scanline before vblank: the frame in progress ends with that scanline, and has the number 0. What FCEUX does not
// save is as after power-on. Throws std::runtime_error, beginning with `name`: boards of which such states are not read,
// another cartridge, values that FCEUX cannot have.
console::State stateFrom(const FceuxState& saved, const console::Console& console, const std::string& name);

// A sentence without a full stop: what the state does not hold that programs may notice.
std::string missingFrom(const FceuxState& saved);

}  // namespace jumpscope::session
