#include "src/movie/lag.h"

namespace jumpscope::movie {

void LagLog::frame(uint64_t frame, const std::array<Buttons, 4>& pads, bool polled) {
  ++frames_;
  if (polled) {
    judge(pads);
    known_ = pads;
    unseen_ = {};
    return;
  }
  ++lag_frames_;
  for (size_t pad = 0; pad < pads.size(); ++pad) {
    const auto news = Buttons(pads[pad] & ~known_[pad]);
    if (unseen_[pad] == 0 && news != 0) unseen_since_[pad] = frame;
    unseen_[pad] |= news;
  }
}

void LagLog::judge(const std::array<Buttons, 4>& seen) {
  for (size_t pad = 0; pad < seen.size(); ++pad) {
    const auto missed = Buttons(unseen_[pad] & ~seen[pad]);
    if (missed == 0) continue;
    if (++missed_ > 1) continue;
    first_missed_frame_ = unseen_since_[pad];
    first_missed_pad_ = pad;
    first_missed_ = missed;
  }
}

std::string LagLog::suspicion() const {
  LagLog ended = *this;
  ended.judge({});  // what is down at the end and was not seen never will be
  if (ended.missed_ == 0) return "";
  return "presses and releases buttons between two polls of the controllers (times: " +
         std::to_string(ended.missed_) + ", first in frame " + std::to_string(ended.first_missed_frame_) +
         ": " + buttonsText(ended.first_missed_) + " on pad " + std::to_string(ended.first_missed_pad_ + 1) +
         "); the game does not poll in " + std::to_string(lag_frames_) + " of " + std::to_string(frames_) +
         " frames";
}

}  // namespace jumpscope::movie
