// A law that also explains single frames in which the one before was found wrong.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/fit/law_open.h"
#include "src/physics/game.h"

namespace jumpscope::fit {

// A frame of a game, in the variables of the law's game.
struct LawTransition {
  physics::Values before, after;
  uint8_t pad = 0;
};

// True if one of the ends that the law allows has these values.
bool explains(const physics::Law& law, const LawTransition& transition);

struct RefinedLaw {
  physics::Law law;
  std::string words;  // what is other now
};
// A law near this one that explains all transitions and is still right; nullopt: none was found.
std::optional<RefinedLaw> refined(const physics::Law& law, const Right& right,
                                  std::span<const LawTransition> transitions);

}  // namespace jumpscope::fit
