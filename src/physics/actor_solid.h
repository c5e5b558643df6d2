// actor-solid: the integer physics of Celeste and TowerFall. Actors and solids stand on whole pixels; what a
// move leaves over is kept as a remainder. An actor stops at solids; a solid moves at once, pushes the actors in
// its way, carries those that ride on it, and squishes those that have no room. Source of the facts:
// tests/data/physics/README.md, "actor_solid".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "src/physics/box_grid.h"

namespace jumpscope::physics {

// Of a remainder to whole pixels. HalfAway is the article's.
enum class Rounding : uint8_t { HalfAway, HalfEven, HalfUp };
// Of amounts and remainders: after every operation.
enum class Precision : uint8_t { Binary64, Binary32 };

enum class Axis : uint8_t { X, Y };

struct Remainder {
  double x = 0, y = 0;  // px

  bool operator==(const Remainder&) const = default;
};

struct Solid {
  Box box;
  Remainder remainder;

  bool operator==(const Solid&) const = default;
};

struct Actor {
  Box box;
  Remainder remainder;
  bool survives_squish = false;
  bool side_rider = false;  // rides on what it touches left or right, too
  bool alive = true;

  bool operator==(const Actor&) const = default;
};

struct WorldEvent {
  enum class Kind : uint8_t { Collide, Squish } kind = Kind::Collide;
  size_t actor = 0;
  size_t solid = 0;  // Squish: the pusher
  Axis axis = Axis::X;
  int direction = 1;  // -1 or 1

  bool operator==(const WorldEvent&) const = default;
};

// Where the solids are looked up: in a uniform grid, or all of them each time (the oracle of the tests).
enum class Lookup : uint8_t { Grid, All };

// A value: copying it is a save state. Actors and solids are named by their place in the lists.
class World {
 public:
  // Throws std::runtime_error for a box outside box_limit (box_grid.h).
  World(std::vector<Solid> solids, std::vector<Actor> actors, Rounding rounding = Rounding::HalfAway,
        Precision precision = Precision::Binary64, Lookup lookup = Lookup::Grid);

  // Both throw std::runtime_error for an amount that is no number, or that leads out of box_limit. An actor
  // who is gone stays where he was.
  void moveActor(size_t actor, Axis axis, double amount);
  void moveSolid(size_t solid, double x, double y);

  const std::vector<Solid>& solids() const { return solids_; }
  const std::vector<Actor>& actors() const { return actors_; }
  // Since the last clearEvents(), in the order in which they happened.
  const std::vector<WorldEvent>& events() const { return events_; }
  void clearEvents() { events_.clear(); }

  // True if a solid would carry the actor.
  bool riding(size_t actor, size_t solid) const;
  // True if the actor's box, moved by (dx, dy) px, overlaps a solid.
  bool blocked(size_t actor, int64_t dx, int64_t dy) const;

 private:
  static constexpr size_t no_solid = SIZE_MAX;

  // Never inlined: g++ 12 at -O2 pairs the x and the y of a move in one vector and forgets to round them.
  [[gnu::noinline]] double rounded(double value) const;
  int64_t wholePixels(double remainder) const;
  // How far of `distance` px an actor gets before he meets a solid other than `except`.
  int64_t freeWay(const Box& box, Axis axis, int64_t distance, size_t except) const;
  // Returns the direction in which a solid was in the way, -1 or 1; 0: none was.
  int advance(size_t actor, Axis axis, double amount, size_t except);
  void shiftSolid(size_t solid, Axis axis, int64_t move, const std::vector<size_t>& riders);
  template <class Visit>
  void visitSolids(const Box& area, const Visit& visit) const;
  std::vector<size_t> actorsIn(const Box& area) const;

  std::vector<Solid> solids_;
  std::vector<Actor> actors_;
  std::vector<WorldEvent> events_;
  BoxGrid solid_grid_, actor_grid_;
  Rounding rounding_;
  Precision precision_;
  Lookup lookup_;
};

}  // namespace jumpscope::physics
