// Input written on the command line: --press '60-75:A 80-120:RB 2/100-110:S'.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/movie/buttons.h"

namespace jumpscope::movie {

// Buttons held down from the start of frame `first` to the end of frame `last`.
struct Press {
  uint64_t first = 0;
  uint64_t last = 0;
  int port = 0;  // 0 or 1
  Buttons buttons = 0;

  bool operator==(const Press&) const = default;
};

// Parses items separated by spaces: [PORT/]FIRST[-LAST]:BUTTONS. FIRST and LAST are frame numbers (docs/movies.md,
// "Frame numbers"), both included; PORT is 1 or 2; BUTTONS are letters of RLDUTSBA in any order. Overlapping
// items add up. Throws std::runtime_error naming the item.
std::vector<Press> parsePress(std::string_view script);

}  // namespace jumpscope::movie
