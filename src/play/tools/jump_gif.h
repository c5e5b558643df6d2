// A jump as a moving picture, with the arc drawn behind the character.
#pragma once

#include <cstdint>
#include <vector>

#include "src/play/game.h"
#include "src/play/ppu_view.h"

namespace jumpscope::play {

// The last jump, from shortly before the press to shortly after the landing. Needs no game: its pictures are made on any
// thread.
struct JumpScene {
  Replay frames;
  uint64_t start_frame = 0, landing = 0;
  trace::OnScreen on_screen;
  int feet = 0;                  // px to add to the profile's place of the feet
  std::vector<uint32_t> colors;  // as ColorsView
};
// Throws std::runtime_error when there is no such jump, or its frames are no longer kept.
JumpScene lastJumpScene(const Game& game, ColorsView colors, int feet);

// As a GIF of 512 x 480 pixels, twice as large as the console's picture, with every other frame.
std::vector<uint8_t> jumpGif(const JumpScene& scene);

}  // namespace jumpscope::play
