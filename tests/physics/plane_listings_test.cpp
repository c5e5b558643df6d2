// Each article's listing of actors and strafing, transcribed from the semantics in tests/data/physics/README.md without the
// models' code, against the models: random worlds and inputs, 0 differing rows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "src/physics/actor_solid.h"
#include "src/physics/strafe.h"
#include "tests/physics/listing_rows.h"

namespace jumpscope::physics {
namespace {

// Celeste and TowerFall: classes Actor and Solid, one px at a time.
template <class Real>
struct Level {
  struct Rectangle {
    int64_t x, y, w, h;
    bool meets(const Rectangle& o) const {
      return !(x + w <= o.x || o.x + o.w <= x || y + h <= o.y || o.y + o.h <= y);
    }
    int64_t& at(bool vertical) { return vertical ? y : x; }
    int64_t size(bool vertical) const { return vertical ? h : w; }
  };
  struct Body {
    Rectangle box;
    Real rest[2] = {0, 0};
    bool collidable = true, survives = false, side_rider = false, gone = false;
  };
  std::vector<Body> solids, actors;
  Rounding rounding;
  size_t collisions = 0, squishes = 0;

  int64_t round(Real value) const {
    if (rounding == Rounding::HalfAway) return std::llround(value);
    if (rounding == Rounding::HalfEven) return int64_t(std::nearbyint(value));
    return int64_t(std::floor(static_cast<long double>(value) + 0.5L));
  }
  bool free(const Rectangle& box) const {
    for (const Body& solid : solids)
      if (solid.collidable && solid.box.meets(box)) return false;
    return true;
  }
  // False when a solid was in the way.
  bool moveActor(Body& actor, bool vertical, Real amount) {
    actor.rest[vertical] += amount;
    int64_t move = round(actor.rest[vertical]);
    actor.rest[vertical] -= Real(move);
    for (; move != 0; move += move > 0 ? -1 : 1) {
      Rectangle next = actor.box;
      next.at(vertical) += move > 0 ? 1 : -1;
      if (!free(next)) return false;
      actor.box = next;
    }
    return true;
  }
  bool rides(const Body& actor, const Body& solid) const {
    if (actor.gone || actor.box.meets(solid.box)) return false;
    const auto touches = [&](int64_t dx, int64_t dy) {
      const Rectangle moved{actor.box.x + dx, actor.box.y + dy, actor.box.w, actor.box.h};
      return moved.meets(solid.box);
    };
    return touches(0, 1) || (actor.side_rider && (touches(1, 0) || touches(-1, 0)));
  }
  void moveSolid(Body& solid, Real x, Real y) {
    solid.rest[0] += x;
    solid.rest[1] += y;
    const int64_t moves[2] = {round(solid.rest[0]), round(solid.rest[1])};
    std::vector<Body*> riders;
    for (Body& actor : actors)
      if (rides(actor, solid)) riders.push_back(&actor);
    solid.collidable = false;
    for (const bool vertical : {false, true})
      if (moves[vertical] != 0) shift(solid, vertical, moves[vertical], riders);
    solid.collidable = true;
  }
  void shift(Body& solid, bool vertical, int64_t move, const std::vector<Body*>& riders) {
    solid.rest[vertical] -= Real(move);
    solid.box.at(vertical) += move;
    for (Body& actor : actors) {
      if (actor.gone) continue;
      if (actor.box.meets(solid.box)) {
        const int64_t near = solid.box.at(vertical), at = actor.box.at(vertical);
        const int64_t far = near + solid.box.size(vertical), end = at + actor.box.size(vertical);
        if (moveActor(actor, vertical, Real(move > 0 ? far - at : near - end))) continue;
        ++squishes;
        actor.gone = !actor.survives;
      } else if (std::find(riders.begin(), riders.end(), &actor) != riders.end()) {
        moveActor(actor, vertical, Real(move));
      }
    }
  }
};

template <class Real>
bool sameLevel(Level<Real>& listing, const World& model) {
  size_t collisions = 0, squishes = 0;
  for (const WorldEvent& event : model.events())
    ++(event.kind == WorldEvent::Kind::Collide ? collisions : squishes);
  bool same = collisions == listing.collisions && squishes == listing.squishes;
  const auto sameBody = [&](const auto& body, const Box& box, const Remainder& rest) {
    return body.box.x == box.x && body.box.y == box.y && double(body.rest[0]) == rest.x &&
           double(body.rest[1]) == rest.y;
  };
  for (size_t i = 0; i < listing.solids.size(); ++i)
    same = same && sameBody(listing.solids[i], model.solids()[i].box, model.solids()[i].remainder);
  for (size_t i = 0; i < listing.actors.size(); ++i)
    same = same && sameBody(listing.actors[i], model.actors()[i].box, model.actors()[i].remainder) &&
           listing.actors[i].gone == !model.actors()[i].alive;
  return same;
}

template <class Real>
Level<Real> randomLevel(Random& random, Rounding rounding) {
  Level<Real> level{{}, {}, rounding};
  const auto rectangle = [&](int largest) {
    return typename Level<Real>::Rectangle{random.between(-60, 60), random.between(-60, 60),
                                           random.between(1, largest), random.between(1, largest)};
  };
  for (int n = random.between(1, 12); n > 0; --n) level.solids.push_back({rectangle(40)});
  for (int n = random.between(1, 6); n > 0; --n) {
    level.actors.push_back({rectangle(9)});
    level.actors.back().survives = random.oneIn(2);
    level.actors.back().side_rider = random.oneIn(2);
  }
  return level;
}

template <class Real>
void compareLevels(Rows& rows, Rounding rounding, Precision precision) {
  size_t met = 0, squished = 0;
  for (uint32_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    Level<Real> listing = randomLevel<Real>(random, rounding);
    std::vector<Solid> solids;
    std::vector<Actor> actors;
    for (const auto& one : listing.solids)
      solids.push_back({{one.box.x, one.box.y, one.box.w, one.box.h}, {}});
    for (const auto& one : listing.actors)
      actors.push_back(
          {{one.box.x, one.box.y, one.box.w, one.box.h}, {}, one.survives, one.side_rider, true});
    World model(solids, actors, rounding, precision);
    const auto amount = [&] {
      const Real half = Real(0.5), sign = random.oneIn(2) ? Real(1) : Real(-1);
      if (random.oneIn(3)) return sign * (random.oneIn(2) ? half : std::nextafter(half, Real(0)));
      return Real(random.real(-6, 6));
    };
    for (int n = 0; n < 150; ++n) {
      if (random.oneIn(2)) {
        const auto i = size_t(random.between(0, int(listing.actors.size()) - 1));
        const bool vertical = random.oneIn(2);
        const Real by = amount();
        if (!listing.actors[i].gone)
          listing.collisions += !listing.moveActor(listing.actors[i], vertical, by);
        model.moveActor(i, vertical ? Axis::Y : Axis::X, double(by));
      } else {
        const auto i = size_t(random.between(0, int(listing.solids.size()) - 1));
        const Real x = amount(), y = amount();
        listing.moveSolid(listing.solids[i], x, y);
        model.moveSolid(i, double(x), double(y));
      }
      rows.add(sameLevel(listing, model), seed, n);
    }
    met += listing.collisions;
    squished += listing.squishes;
  }
  EXPECT_GT(met, 100u);
  EXPECT_GT(squished, 10u);
}

TEST(Listings, ActorsAndSolidsAreTheModelInEveryRoundingAndPrecision) {
  Rows rows("actor-solid");
  for (const Rounding rounding : {Rounding::HalfAway, Rounding::HalfEven, Rounding::HalfUp}) {
    compareLevels<double>(rows, rounding, Precision::Binary64);
    compareLevels<float>(rows, rounding, Precision::Binary32);
  }
}

// Strafing: one call per frame.
template <class Float>
void compareStrafe(Rows& rows) {
  for (uint32_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Float dt = Float(1) / Float(random.between(20, 1000));
    Vector2<Float> model{Float(random.real(-10, 10)), Float(random.real(-10, 10))};
    Float x = model.x, y = model.y;
    for (int n = 0; n < 300; ++n) {
      const bool ground = n % 40 < 10;
      const Float in_x = Float(random.oneIn(4) ? 0 : random.real(-1, 1)),
                  in_y = Float(random.oneIn(4) ? 0 : random.real(-1, 1));
      Float wish_x = 0, wish_y = 0, along_x = 0, along_y = 0;
      if (const Float size = std::sqrt(in_x * in_x + in_y * in_y); size > Float(1e-5)) {
        wish_x = in_x / size;
        wish_y = in_y / size;
      }
      const Float speed = std::sqrt(x * x + y * y);
      if (speed > Float(1e-5)) {
        along_x = x / speed;
        along_y = y / speed;
      }
      Float drop = (ground ? Float(70) : Float(0)) * dt;
      if (drop > speed) drop = speed;
      x = x - along_x * drop;
      y = y - along_y * drop;
      const Float towards = x * wish_x + y * wish_y;
      Float add = (ground ? Float(10) : Float(0.5)) - towards;
      const Float most = (ground ? Float(120) : Float(100)) * dt;
      if (add < 0) add = 0;
      if (add > most) add = most;
      x = x + wish_x * add;
      y = y + wish_y * add;
      model = strafeStep(model, {in_x, in_y}, ground ? strafe_ground<Float> : strafe_air<Float>, dt);
      rows.add(model.x == x && model.y == y, seed, n);
    }
  }
}

TEST(Listings, TheStrafingCallIsTheModelInBothPrecisions) {
  Rows rows("strafe");
  compareStrafe<float>(rows);
  compareStrafe<double>(rows);
}

}  // namespace
}  // namespace jumpscope::physics
