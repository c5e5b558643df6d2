// Each article's listing of a jump, transcribed from the semantics in tests/data/physics/README.md without the
// models' code, against the models: random worlds and inputs, 0 differing rows.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "src/physics/dk_jump.h"
#include "src/physics/second_difference.h"
#include "src/physics/smb_article_jump.h"
#include "src/physics/velocity_jump.h"
#include "src/physics/verlet_jump.h"
#include "tests/physics/listing_rows.h"

namespace jumpscope::physics {
namespace {

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
    if (random.oneIn(4)) {  // in the air, also below where the jump began
      listing.in_air = model.jumping = true;
      listing.position = model.y_position = ground - random.between(20, 90);
      listing.origin = model.jump_origin_y = listing.position + random.between(-3, 3);
      listing.speed = model.y_speed = random.between(-5, 4);
      listing.force = model.gravity = random.between(4, 40);
      listing.force_fall = model.gravity_fall = random.between(50, 144);
    }
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
    fraction += 8 * (2 * int64_t(counter) + 1) & 255;
    whole += int64_t(counter) >> 4 & 15;
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
  std::vector<int> places;  // calls that have one
  int count = 0, done = 0;
  double boost = 0;
  bool key_up = false, in_air = true;

  void call(bool key) {
    if (!in_air) return;
    if (!key) key_up = true;
    count += 1;
    boost = 0;
    for (size_t k = 0; k < places.size(); ++k) {
      if (key_up || count != places[k]) continue;
      boost = boosts[size_t(count)];
      done += 1;
    }
    const double keep = y;
    if (y == y0) {
      y = ground + (v0 * h + gh2 / 2);
    } else {
      double force = gh2;
      const double moved = y - y0;
      force = moved + force;
      force = force + boost;
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
    VerletListing listing{constants.ground,
                          constants.ground,
                          constants.ground,
                          constants.v0,
                          constants.frame,
                          constants.gh2,
                          {},
                          {}};
    listing.boosts.resize(size_t(4 * constants.boost_every + 2), 0);
    for (int k = 0; k < 4; ++k) {
      listing.places.push_back(1 + constants.boost_every * (k + 1));
      listing.boosts[size_t(listing.places.back())] = constants.boosts[size_t(k)];
    }
    VerletState model = verletReady(constants);
    const int held = random.between(0, 14);
    for (int n = 0; n < 60 && model.jumping; ++n) {
      restarts += n > 0 && listing.y == listing.y0;
      listing.call(n < held);
      model = step(model, n < held, constants);
      rows.add(listing.y == model.y && listing.y0 == model.y_prev && listing.boost == model.boost &&
                   listing.done == model.boosts_done && listing.in_air == model.jumping,
               seed, n);
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

}  // namespace
}  // namespace jumpscope::physics
