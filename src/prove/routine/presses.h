// How the caller of a routine tells it of a new press: games read the pad before they move the player, and by then the
// byte that held the buttons of the frame before has those of this one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "src/prove/routine/routine.h"

namespace jumpscope::prove {

// A bit that, whenever the routine was called, was set in the first frame of a press and in no other; or, with `before`,
// if the button was down in the frame before.
struct PressBit {
  uint16_t address = 0;
  uint8_t mask = 0;
  uint8_t button = 0;  // of the pad
  bool before = false;
  uint64_t frames = 0;  // in which it was so: those whose frame before is known, too
};

// Of the bits that the routine takes as its caller left them. nullopt: there is none, or `held`, which is to have bits of
// `mask` if the button was down in the frame before, does so at the calls. Without `held`, only new presses are looked for.
std::optional<PressBit> pressBit(const Routine& routine, uint8_t button, std::optional<uint16_t> held,
                                 uint8_t mask);

// If the button was down in the frame before, as far as it is down now.
template <template <class> class Number>
Number<bool> wasHeld(const PressBit& bit, const Number<uint8_t>& byte, const Number<uint8_t>& pad) {
  const Number<bool> set = Number<bool>((byte & bit.mask) != 0);
  return bit.before ? set : Number<bool>((pad & bit.button) != 0 && !set);
}

// "A"
std::string buttonText(const PressBit& bit);
// "bit 7 of $0012"
std::string bitText(const PressBit& bit);

}  // namespace jumpscope::prove
