#include "src/play/latency.h"

#include <algorithm>

namespace jumpscope::play {

namespace {

constexpr double remembered_ms = 2000, frame_ms = 1000.0 / 60;
// Of turns and devices that are not quite even; more of turns that are longer than a display's usual ones.
constexpr double spare_ms = 3, usual_ms = 35, spare_of_longer = 0.15;
// Of a turn that draws, with the frames that it runs.
constexpr double with_frames = 1.25;

}  // namespace

// What is made now lasted from when the last frame of the turn before was due; and the device takes whole blocks.
double LatencyTarget::needed(double made_ms, double late_ms) const {
  const double turn_ms = made_ms + late_ms;
  return turn_ms + spare_of_longer * std::max(0.0, turn_ms - usual_ms) + block_ms_ + spare_ms;
}

void LatencyTarget::expect(double turn_ms) {
  ms_ = std::clamp(needed(frame_ms, turn_ms * with_frames), least_ms, most_ms);
}

void LatencyTarget::turn(double made_ms, double late_ms) {
  now_ms_ += made_ms;
  while (!recent_.empty() && recent_.front().at_ms < now_ms_ - remembered_ms) recent_.pop_front();
  recent_.push_back({now_ms_, std::min(needed(made_ms, late_ms), most_ms)});
  double most = 0, next = 0;
  for (const Need& need : recent_) {
    next = std::max(next, std::min(most, need.ms));
    most = std::max(most, need.ms);
  }
  ms_ = std::max({least_ms, next, ms_ - sinking * made_ms});
}

}  // namespace jumpscope::play
