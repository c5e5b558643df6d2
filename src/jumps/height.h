// How high a player is, from the watches that a profile names.
#pragma once

#include <cstdint>
#include <optional>

#include "src/models/binding.h"
#include "src/trace/packed_rows.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::jumps {

// Height above an arbitrary line, up positive.
class Height {
 public:
  // Throws std::runtime_error when the trace lacks the profile's height watch, or that has more than 24
  // fraction bits and a sub-pixel watch beside it.
  Height(const trace::TraceView& trace, const trace::Profile& profile);

  // Fraction bits of exact().
  int bits() const { return position_bits_ + (subpixel_ ? 8 : 0); }
  int64_t wholePixels(const trace::Row& row) const { return upward(position(row) >> position_bits_); }
  // In 1/2^bits() px. `cleared`: with a sub-pixel of 0, as a start leaves it.
  int64_t exact(const trace::Row& row, bool cleared = false) const;
  double pixels(const trace::Row& row) const {
    return static_cast<double>(exact(row)) / static_cast<double>(int64_t{1} << bits());
  }

 private:
  int64_t position(const trace::Row& row) const;
  int64_t upward(int64_t value) const { return up_ ? value : -value; }

  std::optional<size_t> position_, page_, subpixel_;
  int position_bits_ = 0;
  bool up_ = false;  // the game's height grows upward
};

}  // namespace jumpscope::jumps
