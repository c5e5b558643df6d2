// How long the window worked for each of its pictures, the game's own frames and the wait for the display left out.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace jumpscope::play {

class WorkTimes {
 public:
  void add(int64_t ns) {
    ++counts_[static_cast<size_t>(std::clamp<int64_t>(ns / step_ns, 0, steps - 1))];
    ++pictures_;
    worst_ns_ = std::max(worst_ns_, ns);
    last_ns_ = ns;
  }
  uint64_t pictures() const { return pictures_; }
  // Of all pictures, to 0.1 ms; 0 where there were none.
  double medianMs() const {
    uint64_t below = 0;
    for (size_t n = 0; n < counts_.size(); ++n)
      if ((below += counts_[n]) * 2 > pictures_) return static_cast<double>(n) * step_ns / 1e6;
    return 0;
  }
  int64_t lastNs() const { return last_ns_; }
  double worstMs() const { return static_cast<double>(worst_ns_) / 1e6; }

 private:
  static constexpr int64_t step_ns = 100'000;
  static constexpr int64_t steps = 1000;  // the last one: 100 ms and more
  std::array<uint64_t, steps> counts_{};
  uint64_t pictures_ = 0;
  int64_t worst_ns_ = 0, last_ns_ = 0;
};

}  // namespace jumpscope::play
