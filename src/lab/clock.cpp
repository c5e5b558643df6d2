#include "src/lab/clock.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace jumpscope::lab {

void LabClock::setSlowness(int slowness) {
  const auto found = std::find(slownesses.begin(), slownesses.end(), slowness);
  if (found == slownesses.end())
    throw std::runtime_error("slow motion 1/" + std::to_string(slowness) +
                             " is not available; choose 1, 2, 4, 8 or 16");
  place_ = static_cast<size_t>(found - slownesses.begin());
}

void LabClock::slower() { place_ = std::min(place_ + 1, slownesses.size() - 1); }
void LabClock::faster() { place_ -= place_ > 0; }

void LabClock::pause(bool on) {
  paused_ = on;
  steps_ = 0;
  waited_ = 0;
}

void LabClock::step() {
  pause(true);
  steps_ = 1;
}

int LabClock::advance(uint64_t nanoseconds) {
  if (paused_) {
    const int due = steps_;
    steps_ = 0;
    return due;
  }
  const uint64_t frame = uint64_t{1'000'000'000} * static_cast<uint64_t>(slowness());
  // Limits a stall to a value that cannot overflow.
  waited_ += std::min<uint64_t>(nanoseconds, 100'000'000'000) * frames_per_second;
  const uint64_t due = waited_ / frame;
  waited_ %= frame;
  return static_cast<int>(std::min<uint64_t>(due, most_at_once));
}

}  // namespace jumpscope::lab
