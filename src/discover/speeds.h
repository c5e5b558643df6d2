// Which bytes make a number move: the speed of a position, the gravity of a speed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/discover/experiments.h"

namespace jumpscope::discover {

// A movement whose numbers are compared frame by frame.
struct Flight {
  Script script;
  Film film;
  size_t first = 0, last = 0;  // frames of which each has the movement in it, and the frame before, too
};
// The frames of a film in which the number is on its way: after its first change and before its last one.
void trim(Flight& flight, const Number& position);
// Ends a walk where the number hardly moves on for some frames, though it did in as many before: at a wall, which stops
// and pushes back, or where a camera follows.
void endAtWall(Flight& walk, const Number& position);

// A byte: adding to it makes the target move on by ratio times as much in every update.
struct Rate {
  size_t place = 0;
  int64_t numerator = 0, denominator = 1;  // target units an update, per unit of the byte
  bool turns = false;                      // the sign turns with the direction: the byte is a magnitude
  size_t frame = 0;
  int delta = 0;
  int64_t effect = 0;    // of that change in one update
  bool certain = false;  // at least half of all changes agree
};
// `steady`: the effect must go on in the next update, as that of a speed that nothing pulls back.
std::vector<Rate> findRates(Bench& bench, const Scene& scene, const Number& target,
                            std::span<const size_t> among, bool steady);

// target(n+1) = target(n) + speed
struct Speed {
  Number number;
  bool is_signed = true;
  int64_t numerator = 0, denominator = 1;  // target units an update, per unit of the number
  bool after = true;   // the speed at the end of the same frame, else at the end of the frame before
  bool rests = false;  // in some frames neither moves
  size_t holds = 0, frames = 0;
  size_t within =
      0;  // further frames that moved by the speed as it was when the target was written, once or several times
  size_t bumps = 0;  // frames besides, one a flight, in which a rise ended at once: a ceiling
  Rate rate{};       // the experiment
  std::string carries{};
  bool both_ways = false;  // it holds in frames of both directions
};
// Whether a target that moved by `step` moved by the speed's value `raw`, without sign.
bool movesBy(const Speed& speed, int64_t raw, int64_t step);
// The same of several updates, by the speed's value in each.
bool movesBy(const Speed& speed, std::span<const int64_t> raws, int64_t step);
// Counts the frames in which the relation holds, for the better of the two orders. `start`: of the flights.
void compareSpeed(Bench& bench, const console::State& start, std::span<const Flight> flights,
                  const Number& target, Speed& speed);

struct Speeds {
  std::vector<Speed> sure;    // which hold in all frames
  std::vector<Speed> unsure;  // which experiments show, but some frames deny
};
Speeds findSpeeds(Bench& bench, const Scene& scene, std::span<const Flight> flights, const Number& target);

// A byte that is added to the speed in every update of the moment's phase.
std::vector<Speed> findGravity(Bench& bench, const Scene& scene, const Speed& speed, const Number& position);

}  // namespace jumpscope::discover
