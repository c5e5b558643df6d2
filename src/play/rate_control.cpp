#include "src/play/rate_control.h"

#include <algorithm>
#include <cmath>

namespace jumpscope::play {

namespace {

// The latency is the sum of what the ratio leaves over: a proportional part brings it back within about a
// second, an integral one learns the clocks' drift within about ten. (Both together are a little more than
// critically damped: no swinging.)
constexpr double smoothing_s = 0.25;
constexpr double proportional = 1.0;  // a second
constexpr double integral = 0.2;      // a second squared

}  // namespace

void RateControl::update(double latency_ms, double frame_ms, double target_ms) {
  const double error_ms = latency_ms - target_ms;
  const double seconds = frame_ms / 1000;
  if (!known_) smooth_ms_ = error_ms;
  known_ = true;
  smooth_ms_ += (error_ms - smooth_ms_) * std::min(1.0, seconds / smoothing_s);
  const double error_s = smooth_ms_ / 1000;
  const double sinks = target_ms < target_ms_ ? (target_ms - target_ms_) / frame_ms : 0;
  target_ms_ = target_ms;
  const double wanted = -proportional * error_s + drift_ + sinks;
  // While the ratio is at its limit, the error says nothing about the drift.
  if (std::abs(wanted) < most) drift_ = std::clamp(drift_ - integral * error_s * seconds, -most, most);
  ratio_ = 1 + std::clamp(wanted, -most, most);
}

}  // namespace jumpscope::play
