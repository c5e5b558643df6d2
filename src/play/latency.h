// How much sound must be queued so that it lasts while the window draws.
#pragma once

#include <deque>

namespace jumpscope::play {

// Follows the window's turns: what is made in one must last until the next. Rises at once with slow turns, so that the
// sound is torn once and not in each of them, and sinks slowly when they are over. One slow turn alone, a stall, changes
// nothing.
class LatencyTarget {
 public:
  static constexpr double least_ms = 50, most_ms = 250;
  // How fast it sinks: as slowly as RateControl can follow. Of the time that passes.
  static constexpr double sinking = 0.003;

  // `block_ms`: what the device takes at a time.
  explicit LatencyTarget(double block_ms) : block_ms_(block_ms) {}

  // A turn is known to take so long, before the first one with sound.
  void expect(double turn_ms);
  // Once a turn: how much sound it made, and how long before that the last of its frames was due.
  void turn(double made_ms, double late_ms);
  // From a sample's making, in time, to its being heard.
  double ms() const { return ms_; }

 private:
  struct Need {
    double at_ms, ms;
  };
  double block_ms_, ms_ = least_ms, now_ms_ = 0;
  std::deque<Need> recent_;

  double needed(double made_ms, double late_ms) const;
};

}  // namespace jumpscope::play
