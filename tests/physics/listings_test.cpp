// Each article's listing, transcribed from the semantics in tests/data/physics/README.md without the models'
// code, against the models: random worlds and inputs, 0 differing rows.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include "src/physics/actor_solid.h"
#include "src/physics/dk_jump.h"
#include "src/physics/second_difference.h"
#include "src/physics/smb_article_jump.h"
#include "src/physics/strafe.h"
#include "src/physics/velocity_jump.h"
#include "src/physics/verlet_jump.h"

namespace jumpscope::physics {
namespace {

class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}
  int between(int low, int high) { return low + int(engine_() % uint32_t(high - low + 1)); }
  bool oneIn(int count) { return between(1, count) == 1; }
  // A multiple of 1/64 or any number, so that exact coincidences happen too.
  double real(int low, int high) {
    return oneIn(2) ? between(low * 64, high * 64) / 64. : low + (high - low) * (engine_() / 4294967296.);
  }

 private:
  std::mt19937 engine_;
};

// A key that is held and released for some frames each.
class Key {
 public:
  bool next(Random& random) {
    if (left_ == 0) {
      down_ = !down_;
      left_ = random.between(1, random.oneIn(3) ? 2 : 25);
    }
    --left_;
    return down_;
  }

 private:
  bool down_ = false;
  int left_ = 0;
};

// Counts rows and prints how many there were.
class Rows {
 public:
  explicit Rows(const char* listing) : listing_(listing) {}
  ~Rows() {
    std::printf("%s: %zu rows, %zu differ\n", listing_, rows_, wrong_);
    EXPECT_EQ(wrong_, 0u) << listing_;
    EXPECT_GT(rows_, 10000u) << listing_;
  }
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  void add(bool equal, uint32_t seed, int frame) {
    ++rows_;
    if (!equal && wrong_++ == 0) ADD_FAILURE() << listing_ << ": seed " << seed << ", frame " << frame;
  }

 private:
  const char* listing_;
  size_t rows_ = 0, wrong_ = 0;
};

// Super Mario Bros.: the C# class and its driver.
struct MarioClass {
  int position = 176, origin = 0, speed = 0, force = 0, force_fall = 0, decimals = 0, correction = 0;
  bool in_air = false, previous = false;

  void movement(bool button, int horizontal) {
    if (button && !previous && !in_air) prepare(horizontal);
    if (in_air) {
      const bool let_go = previous && !button && origin - position >= 1;
      if (speed >= 0 || let_go) force = force_fall;
      physics();
    }
    previous = button;
  }
  void drive(int ground) {
    if (!in_air || position < ground) return;
    position = ground;
    speed = force = force_fall = decimals = correction = 0;
    in_air = false;
  }

 private:
  void prepare(int horizontal) {
    in_air = true;
    origin = position;
    decimals = 0;
    const int row = horizontal < 16 ? 0 : horizontal < 25 ? 1 : 2;
    force = row == 0 ? 32 : row == 1 ? 30 : 40;
    force_fall = row == 0 ? 112 : row == 1 ? 96 : 144;
    speed = row == 2 ? -5 : -4;
  }
  void physics() {
    int carry = 0;
    correction += decimals;
    if (correction > 255) {
      correction -= 256;
      carry = 1;
    }
    position += speed + carry;
    decimals += force;
    if (decimals > 255) {
      decimals -= 256;
      ++speed;
    }
    if (speed >= 4 && decimals >= 128) {
      speed = 4;
      decimals = 0;
    }
  }
};

TEST(Listings, TheClassOfTheMarioArticleIsTheModel) {
  Rows rows("smb-article-jump");
  for (uint32_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    Key key;
    MarioClass listing;
    ArticleState model;
    const int ground = random.between(100, 220);
    listing.position = model.y_position = ground;
    listing.correction = model.y_subpixel = random.between(0, 255);
    for (int n = 0; n < 400; ++n) {
      const bool a = key.next(random);
      const int horizontal = random.between(0, 60);
      listing.movement(a, horizontal);
      listing.drive(ground);
      model = step(model, {a, horizontal, ground, true});
      rows.add(listing.position == model.y_position && listing.correction == model.y_subpixel &&
                   listing.speed == model.y_speed && listing.decimals == model.y_speed_fraction &&
                   listing.force == model.gravity && listing.force_fall == model.gravity_fall &&
                   listing.in_air == model.jumping,
               seed, n);
    }
  }
}

// Donkey Kong: two numbers, whole px and 1/256 px, and a counter.
template <class Counter>
struct KongRoutine {
  int64_t whole, fraction = 0;
  Counter counter = 0;
  bool in_air = false, previous = false;

  void update(bool button, int64_t start, bool lands) {
    if (button && !previous && !in_air) {
      in_air = true;
      counter = 0;
    }
    previous = button;
    if (!in_air) return;
    whole -= 1;
    fraction -= 0x48;
    if (fraction < 0) {
      fraction += 256;
      whole -= 1;
    }
    const auto sum = uint16_t((int64_t(counter) * 2 + 1) * 8);
    fraction += sum % 256;
    whole += sum / 256;
    if (fraction > 255) {
      fraction -= 256;
      whole += 1;
    }
    counter = Counter(counter + 1);
    if (!lands || whole < start) return;
    whole = start;
    fraction = 0;
    in_air = false;
  }
};

template <class Counter>
void compareKong(Rows& rows, DkCounter kind) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    Key key;
    const int64_t start = random.between(-300, 300);
    const bool lands = !random.oneIn(4);
    KongRoutine<Counter> listing{start};
    DkState model;
    model.y = start * 256;
    const DkConstants constants{.counter = kind};
    for (int n = 0; n < (lands ? 400 : 5000); ++n) {
      const bool a = key.next(random);
      listing.update(a, start, lands);
      model = step(model, {a, start, lands}, constants);
      rows.add(listing.whole * 256 + listing.fraction == model.y &&
                   int64_t(listing.counter) == model.counter && listing.in_air == model.jumping,
               seed, n);
    }
  }
}

TEST(Listings, TheRoutineOfDonkeyKongIsTheModelWithBothCounters) {
  Rows rows("dk-jump");
  compareKong<int>(rows, DkCounter::Int);
  compareKong<uint8_t>(rows, DkCounter::Byte);
}

template <class Float>
void compareRecurrence(Rows& rows) {
  for (uint32_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const Float v0 = Float(random.real(0, 20)), g = Float(random.real(0, 3));
    std::vector<Float> s{0, v0 - Float(0.5) * g};
    auto model = secondDifference(v0, g);
    for (int t = 0; t < 200; ++t) {
      rows.add(s[size_t(t)] == model.now, seed, t);
      const Float twice = Float(2) * s.back(), back = twice - s[s.size() - 2];
      s.push_back(back - g);
      model = step(model, g);
    }
  }
}

TEST(Listings, TheSecondDifferenceIsTheModelInEveryNumber) {
  Rows rows("second-difference");
  compareRecurrence<float>(rows);
  compareRecurrence<double>(rows);
  for (uint32_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const int64_t v0 = random.between(-500, 500), g = random.between(-50, 50);
    auto model = secondDifferenceExact(v0, g);
    for (int64_t t = 0; t < 200; ++t, model = stepExact(model, g))
      rows.add(2 * v0 * t - g * t * t == model.now, seed, int(t));
  }
}

// Verlet: y, y0 and a count of calls. A negative entry of `boosts` enters in the call of its place.
struct VerletListing {
  double y, y0, ground, v0, h, gh2;
  std::vector<double> boosts;
  int count = 0;
  bool key_up = false, in_air = true;

  void call(bool key) {
    if (!in_air) return;
    if (!key) key_up = true;
    count += 1;
    const double keep = y;
    if (y == y0) {
      y = ground + (v0 * h + gh2 / 2);
    } else {
      double force = gh2;
      const double moved = y - y0;
      force = moved + force;
      if (!key_up && count < int(boosts.size())) force = force + boosts[size_t(count)];
      y = y + force;
    }
    y0 = keep;
    if (y >= ground) {
      y = ground;
      in_air = false;
    }
  }
};

TEST(Listings, TheVerletJumpIsTheModelAlsoWhereItRestarts) {
  Rows rows("verlet-jump");
  size_t restarts = 0;
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    VerletConstants constants;
    constants.ground = random.between(50, 200);
    constants.frame = random.oneIn(2) ? 1. / 16 : 1. / random.between(10, 60);
    const bool exact = random.oneIn(2);
    constants.gh2 = exact ? random.between(1, 3) : random.real(0, 3) + 0.01;
    constants.v0 = exact ? -16 * (2 * random.between(1, 12) - 1) * constants.gh2 / 2 : -random.real(10, 200);
    if (exact) constants.frame = 1. / 16;
    constants.boost_every = random.between(1, 4);
    for (double& boost : constants.boosts) boost = random.oneIn(2) ? 0 : -random.between(0, 12) / 2.;
    VerletListing listing{constants.ground, constants.ground, constants.ground, constants.v0,
                          constants.frame,  constants.gh2,    {}};
    listing.boosts.resize(size_t(4 * constants.boost_every + 2), 0);
    for (int k = 0; k < 4; ++k)
      listing.boosts[size_t(1 + constants.boost_every * (k + 1))] = constants.boosts[size_t(k)];
    VerletState model = verletReady(constants);
    const int held = random.between(0, 14);
    for (int n = 0; n < 60 && model.jumping; ++n) {
      restarts += n > 0 && listing.y == listing.y0;
      listing.call(n < held);
      model = step(model, n < held, constants);
      rows.add(listing.y == model.y && listing.y0 == model.y_prev && listing.in_air == model.jumping, seed,
               n);
    }
  }
  EXPECT_GT(restarts, 100u);
}

struct BallListing {
  double y, y0, ground, v0, h, gh2, restitution, stop;
  bool rests = false, bounced = false;

  void call() {
    if (rests) return;
    bounced = false;
    const double keep = y;
    if (y == y0)
      y = up();
    else
      y = y + ((y - y0) + gh2);
    y0 = keep;
    if (y >= ground) {
      bounced = true;
      v0 = v0 * restitution;
      if (v0 >= stop) {
        rests = true;
        y = ground;
      } else {
        y0 = ground;
        y = up();
      }
    }
  }
  double up() const { return ground + (v0 * h + gh2 / 2); }
};

TEST(Listings, TheBouncingBallIsTheModelToItsLastBounce) {
  Rows rows("bouncing-ball");
  size_t rests = 0;
  for (uint32_t seed = 0; seed < 1000; ++seed) {
    Random random(seed);
    BallConstants constants;
    constants.ground = random.between(50, 200);
    constants.frame = 1. / 16;
    constants.gh2 = random.oneIn(2) ? random.between(1, 3) : random.real(0, 3) + 0.01;
    constants.restitution = random.oneIn(2) ? 0.5 : random.real(0, 1) * 0.9;
    constants.stop = -random.between(1, 40);
    BallState model;
    model.y = model.y_prev = constants.ground;
    model.v0 = random.oneIn(3) ? constants.stop * 4 : -8. * random.between(0, 30);
    BallListing listing{constants.ground, constants.ground, constants.ground,      model.v0,
                        constants.frame,  constants.gh2,    constants.restitution, constants.stop};
    for (int n = 0; n < 300 && model.jumping; ++n) {
      listing.call();
      model = step(model, constants);
      rows.add(listing.y == model.y && listing.y0 == model.y_prev && listing.v0 == model.v0 &&
                   listing.bounced == model.bounced && listing.rests == !model.jumping,
               seed, n);
    }
    rests += listing.rests;
  }
  EXPECT_GT(rests, 500u);
}

// Siv3D: the player's point and the blocks' rectangles.
template <class Number, class Constant>
struct SivPlayer {
  Number x, y, vy;
  bool on_ground, key_before = false;

  void update(bool key, int move, const std::vector<std::array<int, 4>>& blocks) {
    const bool pressed = key && !key_before;
    key_before = key;
    if (!on_ground) {
      vy = Number(vy + Constant(0.3));
      y = y + vy;
      if (!key && vy < 0) vy = Number(vy * Constant(0.9));
    } else if (pressed) {
      vy = -12;
      y = y + vy;
    }
    x = x + Number(5 * move);
    on_ground = false;
    for (const auto& [left, top, width, height] : blocks) {
      if (x < Number(left) || x >= Number(left + width)) continue;
      if (y < Number(top) || y >= Number(top + height)) continue;
      on_ground = true;
    }
  }
};

template <class Number, class Constant>
void compareSiv(Rows& rows) {
  for (uint32_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    std::vector<std::array<int, 4>> rectangles{{-2000, 400, 4000, 60}};
    for (int n = random.between(0, 8); n > 0; --n)
      rectangles.push_back({random.between(-400, 400), random.between(200, 400), random.between(10, 200),
                            random.between(5, 60)});
    std::vector<Block> blocks;
    for (const auto& [left, top, width, height] : rectangles)
      blocks.push_back({double(left), double(top), double(width), double(height)});
    SivPlayer<Number, Constant> listing{100, 400, 0, true};
    VelocityState<Number> model;
    Key key;
    for (int n = 0; n < 300; ++n) {
      const bool down = key.next(random);
      const int move = random.between(-1, 1);
      listing.update(down, move, rectangles);
      model = step(model, {down, move}, std::span<const Block>(blocks), VelocityConstants<Constant>{});
      rows.add(listing.x == model.x && listing.y == model.y && listing.vy == model.speed &&
                   listing.on_ground == model.grounded,
               seed, n);
    }
  }
}

TEST(Listings, TheJumpOfTheSiv3dArticleIsTheModelInEveryPrecision) {
  Rows rows("siv3d-jump");
  compareSiv<double, float>(rows);
  compareSiv<double, double>(rows);
  compareSiv<float, float>(rows);
}

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
        if (!listing.actors[i].gone) listing.collisions += !listing.moveActor(listing.actors[i], vertical, by);
        model.moveActor(i, vertical ? Axis::Y : Axis::X, double(by));
      } else {
        const auto i = size_t(random.between(0, int(listing.solids.size()) - 1));
        const Real x = amount(), y = amount();
        listing.moveSolid(listing.solids[i], x, y);
        model.moveSolid(i, double(x), double(y));
      }
      rows.add(sameLevel(listing, model), seed, n);
    }
  }
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
