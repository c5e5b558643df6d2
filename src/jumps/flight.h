// Finds flights from the height alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/jumps/height.h"
#include "src/trace/packed_rows.h"

namespace jumpscope::jumps {

// A player who stood still begins to fly when the height changes, and flies until it stays the same: for 4
// frames on the way down, for 8 on the way up, where a slow apex looks the same. The landing is the last
// frame that moved. A rise in mid-fall begins another jump. A ride on a lift or a
// ladder looks the same; a profile's jump conditions tell them apart.
//
// Many games let a standing player sink by a pixel and push him up again. Such tremors are no flights: the height counts
// as the same while it stays within tremor() of where it was, and must do so for twice as many frames.
//
// A step far larger than those before and after it, and than all that are not alone, is no movement: the game put the
// player there, or the byte wrapped around.
class Flight {
 public:
  Flight(trace::RowsView rows, const Height& height);

  // At the end of the row's frame.
  bool inFlight(size_t row) const { return states_[row] != State::Rest; }
  // A rise begins in the row's frame.
  bool starts(size_t row) const { return states_[row] == State::Start; }

  // The largest movement that is a tremor, in 1/2^bits() px of the height: of those that last one or two frames and
  // are at most a sixteenth of the highest rise that lasts longer. 0: there is none.
  int64_t tremor() const { return tremor_; }

 private:
  enum class State : uint8_t { Rest, Start, Air };
  enum class Motion : uint8_t { None, Up, Down };

  void findLargestStep();
  uint64_t stepSize(size_t row) const;
  // The row's height comes from the one before it by a movement.
  bool moves(size_t row) const { return follows_[row] && stepSize(row) <= largest_step_; }
  void findTremor();
  void findFlights();
  void begin(size_t row, Motion motion, size_t rest);
  void rest(size_t first, size_t last);
  size_t restBefore(size_t row, size_t oldest) const;

  std::vector<int64_t> heights_;  // of all rows
  std::vector<bool> follows_;     // the row before is that of the frame before
  std::vector<State> states_;
  int64_t tremor_ = 0;
  uint64_t largest_step_ = UINT64_MAX;
};

}  // namespace jumpscope::jumps
