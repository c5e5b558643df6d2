// A jump as a moving picture, with the arc drawn behind the character.
#pragma once

#include <cstdint>
#include <vector>

#include "src/play/game.h"
#include "src/play/ppu_view.h"

namespace jumpscope::play {

// Pictures of 512 x 480 pixels, 0xAABBGGRR.
using Pictures = std::vector<std::vector<uint32_t>>;

// The last jump, from shortly before the press to shortly after the landing, every other frame, twice as large as the
// console's picture. `feet`: px to add to the profile's place of the feet. Throws std::runtime_error when there is no
// such jump, or its frames are no longer kept.
Pictures picturesOfLastJump(Game& game, ColorsView colors, int feet);
// Most of the time that a GIF takes; needs no game, and may run on a thread of its own.
std::vector<uint8_t> asGif(const Pictures& pictures);

}  // namespace jumpscope::play
