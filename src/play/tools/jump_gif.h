// A jump as a moving picture, with the arc drawn behind the character.
#pragma once

#include <cstdint>
#include <vector>

#include "src/play/game.h"
#include "src/play/ppu_view.h"

namespace jumpscope::play {

// The last jump, from shortly before the press to shortly after the landing, every other frame, twice as large as the
// console's picture. `feet`: px to add to the profile's place of the feet. Throws std::runtime_error when there is no
// such jump, or its frames are no longer kept.
std::vector<uint8_t> lastJumpAsGif(Game& game, ColorsView colors, int feet);

}  // namespace jumpscope::play
