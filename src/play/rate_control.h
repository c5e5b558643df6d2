// The rates of the console and the sound device always differ slightly. This computes how much faster or
// slower the sound must be played so that the latency stays constant.
#pragma once

namespace jumpscope::play {

class RateControl {
 public:
  static constexpr double most = 0.005;  // of the rate: 9 cents, and changes so slow are inaudible

  // Once a frame. `latency_ms`: of the sound made last; `frame_ms`: how long the frame is; `target_ms`: what the latency is
  // to be. A target that sinks slowly is followed.
  void update(double latency_ms, double frame_ms, double target_ms);
  // Output samples an input sample, by which the device's rate is to be multiplied: 0.995-1.005.
  double ratio() const { return ratio_; }
  // What happened has nothing to do with the clocks; what was learnt about them stays.
  void interrupted() { known_ = false; }

 private:
  bool known_ = false;
  double smooth_ms_ = 0;  // latency less target
  double target_ms_ = 0;  // of the last update
  double drift_ = 0;      // of the two clocks, as far as it is learnt
  double ratio_ = 1;
};

}  // namespace jumpscope::play
