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
  Lander,     // A pushes it up as long as it is held, gravity pulls it down to the ground
  Rocket,     // the same without ground
  Lift,       // Up lifts it as long as it is held; then it falls faster and faster
  Credits,    // all sprites sink; Up turns them as long as it is held
  Diver,      // sinks at one speed; Up makes it rise faster and faster up to another one
  Icon,       // A makes it hop in an arc; Left and Right move it by 32 px at once
  Buoy,       // goes up and down by itself; A holds it for a while
  Golf,       // A throws a ball up that lies beside the character and falls back there
  Juggler,    // A throws a ball up that the character carries
};
inline constexpr int still_games = 18;

// An iNES image of mapper 0. `title`: Start begins the game.
std::vector<uint8_t> imageOf(StillGame game, bool title);

}  // namespace jumpscope::tests
