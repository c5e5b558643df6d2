// Input as a movie that FCEUX, and we, can play.
#pragma once

#include <cstdint>

#include "mappers/cartridge.h"
#include "src/console/console.h"
#include "src/movie/fm2.h"
#include "src/movie/player.h"

namespace jumpscope::movie {

// What `player` presses in its first `frames` frames, as an FM2 movie for this cartridge and machine. Played
// again it presses the same in every frame but 0: there FCEUX's dead frames are, of which no input is
// latched. Same input, same bytes. Throws std::runtime_error beyond ten million frames.
Movie recordMovie(const Player& player, uint64_t frames, const mappers::Cartridge& cartridge,
                  const console::Options& machine);

}  // namespace jumpscope::movie
