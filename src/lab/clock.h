// The lab's time: frames of 1/60 s at any display rate; slow motion, pause and single steps.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace jumpscope::lab {

inline constexpr int frames_per_second = 60;

class LabClock {
 public:
  // How many times longer a frame lasts in slow motion.
  static constexpr std::array<int, 5> slownesses{1, 2, 4, 8, 16};

  int slowness() const { return slownesses[place_]; }
  // Throws std::runtime_error when it is none of `slownesses`.
  void setSlowness(int slowness);
  void slower();
  void faster();

  bool paused() const { return paused_; }
  void pause(bool on);
  // The next advance() gives one frame; the clock is paused from then on.
  void step();

  // How many frames are due after the given nanoseconds. At most `most_at_once`: after a stall the clock does
  // not catch up.
  int advance(uint64_t nanoseconds);
  static constexpr int most_at_once = 6;

  bool operator==(const LabClock&) const = default;

 private:
  size_t place_ = 0;
  bool paused_ = false;
  int steps_ = 0;
  uint64_t waited_ = 0;  // 1/60 ns
};

// Keys between two frames: a key that went down and up in between counts for one frame.
class Keys {
 public:
  void down(uint32_t bits) { held_ |= bits, tapped_ |= bits; }
  void up(uint32_t bits) { held_ &= ~bits; }
  void releaseAll() { held_ = tapped_ = 0; }
  // What counts in the frame that begins.
  uint32_t take() {
    const uint32_t now = held_ | tapped_;
    tapped_ = 0;
    return now;
  }

 private:
  uint32_t held_ = 0, tapped_ = 0;
};

}  // namespace jumpscope::lab
