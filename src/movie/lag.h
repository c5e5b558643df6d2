// Which frames poll the controllers, and whether a movie is probably out of step with the game.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "src/movie/buttons.h"

namespace jumpscope::movie {

// Is told of every frame in order. In a lag frame the game neither strobes nor reads a controller.
class LagLog {
 public:
  void frame(uint64_t frame, const std::array<Buttons, 4>& pads, bool polled);

  uint64_t frames() const { return frames_; }
  uint64_t lagFrames() const { return lag_frames_; }

  // Why the movie may be out of step; empty if there is no sign of it. The person who recorded the movie
  // pressed buttons that had an effect, so a button that goes down and up between two polls is suspicious.
  // A sentence without its subject: "presses and releases buttons …".
  std::string suspicion() const;

 private:
  void judge(const std::array<Buttons, 4>& seen);

  uint64_t frames_ = 0, lag_frames_ = 0;
  std::array<Buttons, 4> known_{};   // as last polled
  std::array<Buttons, 4> unseen_{};  // pressed in the lag frames since then
  std::array<uint64_t, 4> unseen_since_{};
  uint64_t missed_ = 0;  // presses between two polls
  uint64_t first_missed_frame_ = 0;
  size_t first_missed_pad_ = 0;
  Buttons first_missed_ = 0;
};

}  // namespace jumpscope::movie
