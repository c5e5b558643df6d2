// Which frames asked for input, and whether a movie looks out of step with the game.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "src/movie/buttons.h"

namespace jumpscope::movie {

// Told of every frame in order. A lag frame is one in which nobody strobed or read a pad.
class LagLog {
 public:
  void frame(uint64_t frame, const std::array<Buttons, 4>& pads, bool polled);

  uint64_t frames() const { return frames_; }
  uint64_t lagFrames() const { return lag_frames_; }

  // Why the movie may be out of step; empty when nothing speaks for it. Who recorded the movie pressed
  // buttons that the game took notice of, so a button that went down and up again between two polls is
  // suspicious. A sentence without its subject: "presses buttons and …".
  std::string suspicion() const;

 private:
  void judge(const std::array<Buttons, 4>& seen);

  uint64_t frames_ = 0, lag_frames_ = 0;
  std::array<Buttons, 4> known_{};   // as last polled
  std::array<Buttons, 4> unseen_{};  // pressed in the lag frames since then
  std::array<uint64_t, 4> unseen_since_{};
  uint64_t missed_ = 0;  // presses that nobody saw
  uint64_t first_missed_frame_ = 0;
  size_t first_missed_pad_ = 0;
  Buttons first_missed_ = 0;
};

}  // namespace jumpscope::movie
