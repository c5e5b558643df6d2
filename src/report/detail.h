// Which frames a report holds: every one of a short trace. Of a long one, those around differences and the first jumps, and
// of the rest, cut into pieces, those with the lowest and the highest value of each panel: the report's size is bounded, and
// no peak is lost.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "src/report/plot_parts.h"

namespace jumpscope::report {

class Detail {
 public:
  Detail(std::span<const PlotSource> sources, const TimelineFrame& shown, std::span<const Panel> panels);

  bool holds(uint64_t frame) const {
    return frame >= first_ && frame - first_ < held_.size() && held_[frame - first_];
  }
  // What is left out, a sentence for the reader; "" where nothing is.
  const std::string& note() const { return note_; }

 private:
  void holdWhole(std::span<const PlotSource> sources);
  void holdExtremes(const Panel& panel, uint64_t piece);
  bool hold(uint64_t first, uint64_t last);

  uint64_t first_;
  std::vector<bool> held_, in_full_;  // by frame, from `first_` on
  uint64_t full_ = 0;                 // frames of in_full_
  std::string note_;
};

}  // namespace jumpscope::report
