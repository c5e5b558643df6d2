// Measures how far below or above the profile's feet position the character's sprites end. One profile can
// serve games whose characters differ in height.
#pragma once

#include <array>

#include "src/play/arc_trail.h"

namespace jumpscope::play {

class FeetFinder {
 public:
  // At the end of a frame, with the feet that its picture shows, as the profile has them.
  void look(const ppu::State& state, const trace::OnScreen& on_screen, const LevelPoint& feet);
  // px to add to the feet's y: where sprites ended most often; 0 until that is clear.
  int offset() const { return offset_; }

 private:
  static constexpr int above = 24, below = 8;  // how far from the named feet the sprites may end
  std::array<int, above + below + 1> seen_{};
  int looks_ = 0;
  int offset_ = 0;
};

}  // namespace jumpscope::play
