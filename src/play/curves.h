// Height, speed and gravity of the last seconds, in physical units.
#pragma once

#include <vector>

#include "src/play/live_check.h"

namespace jumpscope::play {

struct Curve {
  enum class What : uint8_t { Height, Speed, Gravity } what;
  const char* name;
  const char* unit;
  std::vector<double> values;  // one a frame; two at least
};

// By the model's parts where the profile feeds them; what it does not name is left out. The height counts from where the
// newest jump began, as `jumps` measures it; before the first one, from where the character is now. `rows`: the last ones,
// in the columns of `live`. Those before the player was last given control are left out.
std::vector<Curve> curvesOf(const LiveCheck& live, std::span<const trace::Row> rows);

}  // namespace jumpscope::play
