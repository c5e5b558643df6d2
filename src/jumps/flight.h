// Finds flights from the height alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/jumps/height.h"
#include "src/trace/trace.h"

namespace jumpscope::jumps {

// A player who stood still begins to fly when the height changes, and flies until it stays the same: for 4
// frames on the way down, for 8 on the way up, where a slow apex looks the same. The landing is the last
// frame that moved. A rise in mid-fall begins another jump. A ride on a lift or a
// ladder looks the same; a profile's jump conditions tell them apart.
class Flight {
 public:
  Flight(const trace::Trace& trace, const Height& height);

  // At the end of the row's frame.
  bool inFlight(size_t row) const { return states_[row] != State::Rest; }
  // A rise begins in the row's frame.
  bool starts(size_t row) const { return states_[row] == State::Start; }

 private:
  enum class State : uint8_t { Rest, Start, Air };

  std::vector<State> states_;
};

}  // namespace jumpscope::jumps
