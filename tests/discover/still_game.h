// Small cartridges in which nothing jumps, though things move, rise and fall.
#pragma once

#include <cstdint>
#include <vector>

namespace jumpscope::tests {

enum class StillGame : uint8_t {
  Cursor,     // steps of 16 px on a grid, as in a puzzle
  Ship,       // Up and Down move it as long as they are held
  Drifting,   // the same, with inertia
  Falling,    // a piece falls; A turns it
  Paddle,     // A serves a ball from the paddle, which comes back straight down to it
  Flipper,    // A lifts it as long as it is held
  Shooter,    // shots rise; all sprites are put into OAM one after the other
  Grenade,    // what is thrown flies an arc and is gone
  Animation,  // A makes the character nod
};
inline constexpr int still_games = 9;

// An iNES image of mapper 0. `title`: Start begins the game.
std::vector<uint8_t> imageOf(StillGame game, bool title);

}  // namespace jumpscope::tests
