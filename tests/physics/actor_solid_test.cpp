// actor-solid against the plainest way to compute it, on random worlds.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <random>

#include "src/physics/actor_solid.h"
#include "tests/support/slow.h"

namespace jumpscope::physics {
namespace {

// The article's text, literally: one px at a time, every solid and every actor looked at each time.
struct Plain {
  std::vector<Solid> solids;
  std::vector<Actor> actors;
  std::vector<WorldEvent> events;

  bool meets(const Box& box, size_t except) const {
    for (size_t i = 0; i < solids.size(); ++i)
      if (i != except && solids[i].box.overlaps(box)) return true;
    return false;
  }

  int advance(Actor& actor, Axis axis, double amount, size_t except) {
    double& rest = axis == Axis::X ? actor.remainder.x : actor.remainder.y;
    rest += amount;
    int64_t move = std::llround(rest);
    if (move == 0) return 0;
    rest -= double(move);
    const int sign = move < 0 ? -1 : 1;
    for (; move != 0; move -= sign) {
      const Box next = axis == Axis::X ? actor.box.shifted(sign, 0) : actor.box.shifted(0, sign);
      if (meets(next, except)) return sign;
      actor.box = next;
    }
    return 0;
  }

  void moveActor(size_t i, Axis axis, double amount) {
    if (!actors[i].alive) return;
    if (const int sign = advance(actors[i], axis, amount, SIZE_MAX))
      events.push_back({WorldEvent::Kind::Collide, i, 0, axis, sign});
  }

  bool rides(const Actor& actor, const Solid& solid) const {
    if (actor.box.overlaps(solid.box)) return false;
    if (actor.box.shifted(0, 1).overlaps(solid.box)) return true;
    return actor.side_rider &&
           (actor.box.shifted(1, 0).overlaps(solid.box) || actor.box.shifted(-1, 0).overlaps(solid.box));
  }

  void moveSolid(size_t s, double x, double y) {
    Solid& solid = solids[s];
    solid.remainder.x += x;
    solid.remainder.y += y;
    const int64_t moves[2] = {std::llround(solid.remainder.x), std::llround(solid.remainder.y)};
    std::vector<bool> rider(actors.size());
    for (size_t i = 0; i < actors.size(); ++i) rider[i] = actors[i].alive && rides(actors[i], solid);
    for (const Axis axis : {Axis::X, Axis::Y}) {
      const int64_t move = moves[axis == Axis::Y];
      if (move == 0) continue;
      (axis == Axis::X ? solid.remainder.x : solid.remainder.y) -= double(move);
      solid.box = axis == Axis::X ? solid.box.shifted(move, 0) : solid.box.shifted(0, move);
      for (size_t i = 0; i < actors.size(); ++i) {
        Actor& actor = actors[i];
        if (!actor.alive) continue;
        if (actor.box.overlaps(solid.box)) {
          const int64_t way =
              axis == Axis::X
                  ? (move > 0 ? solid.box.right() - actor.box.x : solid.box.x - actor.box.right())
                  : (move > 0 ? solid.box.bottom() - actor.box.y : solid.box.y - actor.box.bottom());
          if (advance(actor, axis, double(way), s) != 0) {
            events.push_back({WorldEvent::Kind::Squish, i, s, axis, move > 0 ? 1 : -1});
            actor.alive = actor.survives_squish;
          }
        } else if (rider[i]) {
          advance(actor, axis, double(move), s);
        }
      }
    }
  }
};

class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}
  int64_t between(int64_t low, int64_t high) { return low + int64_t(engine_() % uint64_t(high - low + 1)); }
  double amount() { return double(between(-400, 400)) / 64; }

 private:
  std::mt19937 engine_;
};

Plain randomWorld(Random& random, int64_t solids, int64_t actors, int64_t size) {
  Plain world;
  for (int64_t i = 0; i < solids; ++i) {
    const bool wide = random.between(0, 9) == 0;
    world.solids.push_back({{random.between(-size, size), random.between(-size, size),
                             random.between(0, wide ? 3000 : 24), random.between(1, 24)},
                            {}});
  }
  for (int64_t i = 0; i < actors; ++i)
    world.actors.push_back({{random.between(-size, size), random.between(-size, size), random.between(1, 9),
                             random.between(1, 9)},
                            {},
                            random.between(0, 1) == 0,
                            random.between(0, 1) == 0,
                            true});
  return world;
}

TEST(ActorSolid, TheGridIsTheSameAsStepByStepThroughAllOfThem) {
  size_t squished = 0, collided = 0;
  for (uint32_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    Plain plain = randomWorld(random, random.between(1, 40), random.between(1, 12), random.between(20, 300));
    World grid(plain.solids, plain.actors);
    World all(plain.solids, plain.actors, Rounding::HalfAway, Precision::Binary64, Lookup::All);
    for (int n = 0; n < 200; ++n) {
      const double x = random.amount(), y = random.amount();
      if (random.between(0, 1) == 0) {
        const auto actor = size_t(random.between(0, int64_t(plain.actors.size()) - 1));
        const Axis axis = random.between(0, 1) == 0 ? Axis::X : Axis::Y;
        plain.moveActor(actor, axis, 3 * x);
        grid.moveActor(actor, axis, 3 * x);
        all.moveActor(actor, axis, 3 * x);
      } else {
        const auto solid = size_t(random.between(0, int64_t(plain.solids.size()) - 1));
        plain.moveSolid(solid, x, y);
        grid.moveSolid(solid, x, y);
        all.moveSolid(solid, x, y);
      }
      ASSERT_EQ(grid.solids(), plain.solids) << "seed " << seed << ", move " << n;
      ASSERT_EQ(grid.actors(), plain.actors) << "seed " << seed << ", move " << n;
      ASSERT_EQ(grid.events(), plain.events) << "seed " << seed << ", move " << n;
      ASSERT_EQ(all.actors(), plain.actors) << "seed " << seed << ", move " << n;
    }
    for (const WorldEvent& event : plain.events)
      ++(event.kind == WorldEvent::Kind::Squish ? squished : collided);
  }
  EXPECT_GT(squished, 100u);
  EXPECT_GT(collided, 100u);
}

TEST(ActorSolid, AVeryLongMoveStopsAtTheFirstSolidAtOnce) {
  World world({{{1'000'000'000, 0, 1, 8}, {}}}, {{{0, 0, 8, 8}, {}, false, false, true}});
  world.moveActor(0, Axis::X, 5e9);
  EXPECT_EQ(world.actors()[0].box.x, 999'999'992);
  ASSERT_EQ(world.events().size(), 1u);
}

int64_t movedBy(double amount, Rounding rounding, Precision precision) {
  World world({}, {{{0, 0, 8, 8}, {}, false, false, true}}, rounding, precision);
  world.moveActor(0, Axis::X, amount);
  return world.actors()[0].box.x;
}

TEST(ActorSolid, OnlyAnExactHalfIsATie) {
  for (const Rounding rounding : {Rounding::HalfAway, Rounding::HalfEven, Rounding::HalfUp})
    for (const Precision precision : {Precision::Binary64, Precision::Binary32})
      for (const int64_t whole : {0, 1, 2, 3, 1000}) {
        const auto next = [&](double from, double to) {
          return precision == Precision::Binary64 ? std::nextafter(from, to)
                                                  : double(std::nextafterf(float(from), float(to)));
        };
        const double half = double(whole) + 0.5, below = next(half, 0), above = next(half, 1e6);
        EXPECT_EQ(movedBy(below, rounding, precision), whole);
        EXPECT_EQ(movedBy(-below, rounding, precision), -whole);
        EXPECT_EQ(movedBy(above, rounding, precision), whole + 1);
        EXPECT_EQ(movedBy(-above, rounding, precision), -whole - 1);
        const bool away = rounding == Rounding::HalfAway, odd = whole % 2 == 1;
        const bool even = rounding == Rounding::HalfEven;
        EXPECT_EQ(movedBy(half, rounding, precision), whole + (even ? odd : 1));
        EXPECT_EQ(movedBy(-half, rounding, precision), -whole - (even ? odd : away ? 1 : 0));
      }
}

// 30 px right and 40 down, over a step 8 px wide, 1 px beside the actor and 4 px below it.
TEST(ActorSolid, ALongMoveLandsOnTheOtherSideOfAStep) {
  const std::vector<Solid> solids{{{9, 12, 8, 28}, {}}, {{-100, 40, 400, 8}, {}}};
  const auto landing = [&](std::vector<std::pair<Axis, double>> moves, int times) {
    World world(solids, {{{0, 0, 8, 8}, {}, false, false, true}});
    for (int n = 0; n < times; ++n)
      for (const auto& [axis, amount] : moves) {
        world.moveActor(0, axis, amount);
        for (const WorldEvent& event : world.events())
          if (event.axis == Axis::Y) return std::pair{world.actors()[0].box.x, world.actors()[0].box.y};
        world.clearEvents();
      }
    return std::pair<int64_t, int64_t>{-1, -1};
  };
  using Place = std::pair<int64_t, int64_t>;
  EXPECT_EQ(landing({{Axis::X, 30}, {Axis::Y, 40}}, 1), (Place{30, 32})) << "behind the step";
  EXPECT_EQ(landing({{Axis::Y, 40}, {Axis::X, 30}}, 1), (Place{0, 32})) << "in front of it";
  EXPECT_EQ(landing({{Axis::X, 0.75}, {Axis::Y, 1}}, 40), (Place{4, 4})) << "on it";
}

TEST(ActorSolid, WhatLeadsOutOfTheWorldIsRefused) {
  World world({}, {{{0, 0, 8, 8}, {}, false, false, true}});
  EXPECT_THROW(world.moveActor(0, Axis::X, 1e300), std::runtime_error);
  EXPECT_THROW(world.moveActor(0, Axis::X, std::nan("")), std::runtime_error);
  EXPECT_THROW(World({{{INT64_MAX, 0, 1, 1}, {}}}, {}), std::runtime_error);
}

// How the cost grows up to ten thousand solids: every solid moves in every frame, a hundred actors fall. The
// times depend on the machine; their ratios matter.
TEST(ActorSolid, BenchmarkCurve) {
  REQUIRE_SLOW();
  std::printf("%8s %14s %14s\n", "solids", "grid us/frame", "all us/frame");
  for (const int64_t count : {100, 300, 1000, 3000, 10000}) {
    Random random(7);
    const Plain start = randomWorld(random, count, 100, 20 * int64_t(std::sqrt(double(count))));
    double cost[2] = {};
    for (const Lookup lookup : {Lookup::Grid, Lookup::All}) {
      World world(start.solids, start.actors, Rounding::HalfAway, Precision::Binary64, lookup);
      const int frames = lookup == Lookup::Grid ? 60 : 10;
      const auto begin = std::clock();
      for (int n = 0; n < frames; ++n) {
        for (size_t s = 0; s < world.solids().size(); ++s) world.moveSolid(s, n % 8 < 4 ? 1.25 : -1.25, 0.5);
        for (size_t a = 0; a < world.actors().size(); ++a) world.moveActor(a, Axis::Y, 3.5);
      }
      cost[lookup == Lookup::All] = double(std::clock() - begin) / CLOCKS_PER_SEC * 1e6 / frames;
    }
    std::printf("%8lld %14.0f %14.0f\n", static_cast<long long>(count), cost[0], cost[1]);
  }
}

}  // namespace
}  // namespace jumpscope::physics
