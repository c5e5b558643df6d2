// How far a character moved horizontally.
#pragma once

#include <cstdint>
#include <optional>

#include "src/models/binding.h"
#include "src/trace/packed_rows.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::jumps {

// The horizontal position that a profile names, or a trace's x_position (with x_page). Lives as long as both.
class Horizontal {
 public:
  Horizontal(const trace::TraceView& trace, const trace::Profile& profile);

  bool known() const { return watch_.has_value(); }
  // From the end of row `first` to the end of row `last` >= `first`, right positive, in 1/2^bits() px; a
  // position that wraps around its bytes goes on. Precondition: known().
  int64_t traveled(size_t first, size_t last) const;
  // The same in whole px: the difference between the pixels that hold the two positions.
  int64_t wholePixels(size_t first, size_t last) const;
  int bits() const { return header_->watches[*watch_].fraction_bits; }

 private:
  int64_t step(size_t row) const;  // from the row before

  const trace::Header* header_;
  trace::RowsView rows_;
  std::optional<size_t> watch_, page_;
  int64_t wrap_ = 0;  // raw size of the whole range; 0: it does not wrap
};

}  // namespace jumpscope::jumps
