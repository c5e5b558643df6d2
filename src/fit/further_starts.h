// Starts of a jump that are none of a press on the ground: in the air, soon after an edge, and by a press before the landing.
#pragma once

#include <functional>
#include <vector>

#include "src/fit/law_evidence.h"

namespace jumpscope::fit {

// What a press shows.
struct Press {
  uint64_t frame = 0;
  bool held = false;  // down until the landing
};

// A flight, and the presses in it that started nothing until its end.
struct FlightPresses {
  std::vector<Press> presses;
  std::optional<uint64_t> landing;     // frame
  std::optional<uint64_t> next_start;  // the frame in which the next flight started without another press
};

// Marks the starts within flights, and notes in the law how many there are, how long after an edge one may come, and how long
// before the landing a press still counts; in `unseen`, what of that was not tried. `presses`: by flight. The law's latency
// is known.
void findFurtherStarts(LawEvidence& evidence, const std::vector<FlightPresses>& presses);

}  // namespace jumpscope::fit
