// When the next frame of the console is due.
#pragma once

#include <cstdint>

#include "src/console/console.h"

namespace jumpscope::play {

// Frames a second, as a fraction.
struct FrameRate {
  int64_t frames, seconds;  // `frames` frames take `seconds` seconds
  // At so many percent of the console's speed.
  FrameRate at(int percent) const { return {frames * percent, seconds * 100}; }
  double hz() const { return static_cast<double>(frames) / static_cast<double>(seconds); }
};
// NTSC 60.0988: the CPU clock is 39375000 / 22 Hz, a frame has 341 * 262 dots less half a dot (every other
// frame leaves one out while it renders), and 3 dots are a CPU cycle. PAL 50.0070 and Dendy 50.0070: 341 *
// 312 dots of 26601712.5 / 5 Hz. Source: NESdev "Cycle reference chart".
FrameRate frameRate(console::Region region);

class Pacer {
 public:
  explicit Pacer(FrameRate rate) : rate_(rate) {}

  // How many frames to run now, 0-15. `now_ns`: a clock that never goes back. The first call and the first one
  // after a stall (the machine slept, a dialog was open) restart with one frame: frames are not caught
  // up.
  int due(int64_t now_ns);
  // So many of the frames of the last due() were not run: they stay due.
  void giveBack(int frames) { frames_ -= frames; }
  // How long until due() is not 0; 0: it is time.
  int64_t waitNs(int64_t now_ns) const;
  // How long ago the last frame that was run was due: for Sound. `left`: of the last due() so many are still to be run.
  int64_t lateNs(int64_t now_ns, int left = 0) const;
  // Restarts the clock at the next due(): after a pause, or fast-forward.
  void restart() { started_ = false; }

  // Behind schedule by more than this many frames, a quarter of a second, counts as a stall.
  static constexpr int most_at_once = 15;

 private:
  FrameRate rate_;
  bool started_ = false;
  int64_t start_ns_ = 0;
  int64_t frames_ = 0;  // run since the start

  // When frame `frame` since the start is due.
  int64_t dueAt(int64_t frame) const;
};

// When the window is to be drawn while the game runs: once after each frame that has run, however many have run since the
// last picture; between frames only where these are rare (slow motion) and something else changed.
class Pictures {
 public:
  // `frames`: that have run so far; `changed`: an event came, or a message went.
  bool due(int64_t now_ns, uint64_t frames, bool changed);

  static constexpr int64_t between_ns = 30'000'000;  // longer than a frame takes

 private:
  uint64_t frames_ = UINT64_MAX;
  int64_t last_ns_ = INT64_MIN / 2;
};

// How long fast-forward, or frames that are late, may run before the window must be drawn and asked for events again.
class Budget {
 public:
  Budget(int64_t now_ns, int64_t budget_ns) : end_ns_(now_ns + budget_ns) {}
  bool left(int64_t now_ns) const { return now_ns < end_ns_; }

 private:
  int64_t end_ns_;
};

}  // namespace jumpscope::play
