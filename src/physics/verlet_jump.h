// verlet-jump and bouncing-ball: motion kept as the last two positions. No speed is stored: it is
// y - y_prev.
// Source of the facts: tests/data/physics/README.md, "verlet_jump, verlet_restart, bouncing_ball".
#pragma once

#include <array>
#include <cstddef>

namespace jumpscope::physics {

struct VerletConstants {
  double ground = 130;                             // px, down positive
  double v0 = -100;                                // px/s
  double frame = 1. / 12;                          // s
  double gh2 = 196. / 144;                         // px: gravity times the square of a frame
  std::array<double, 4> boosts{-5, -4, -4, -3.5};  // px: what holding the key adds
  int boost_every = 2;                             // calls between two boosts

  bool operator==(const VerletConstants&) const = default;
};

struct VerletState {
  double y = 130, y_prev = 130;  // px, down positive
  double boost = 0;              // px: the last call's; a restart's formula does without it
  int calls = 0;                 // since the press; a restart at an apex does not reset it
  int boosts_done = 0;
  bool released = false;  // the key has been up since the start
  bool jumping = false;

  bool operator==(const VerletState&) const = default;
};

constexpr double verletStart(double ground, double v0, double frame, double gh2) {
  return ground + (v0 * frame + gh2 / 2);
}

// Standing at the ground with both positions equal: the next call is the jump's first.
constexpr VerletState verletReady(const VerletConstants& constants) {
  VerletState state;
  state.y = state.y_prev = constants.ground;
  state.jumping = true;
  return state;
}

// The boost of a call, counted from 1; -1: it has none.
constexpr int boostDue(int call, const VerletConstants& constants) {
  if ((call - 1) % constants.boost_every != 0) return -1;
  const int boost = (call - 1) / constants.boost_every - 1;
  return boost < int(constants.boosts.size()) ? boost : -1;
}

// One call of the article's function, while jumping. `key`: whether it is down when the call begins.
//
// The article takes y == y_prev for "this is the first call". That is also true at an apex which two calls
// share, where the jump then restarts from the ground: `first_call_by_count` repairs it.
constexpr VerletState step(VerletState state, bool key, const VerletConstants& constants,
                           bool first_call_by_count = false) {
  if (!state.jumping) return state;
  const bool first = first_call_by_count ? state.calls == 0 : state.y == state.y_prev;
  ++state.calls;
  state.released = state.released || !key;
  // The listing decides about the boost before it looks for the first call, whose formula then does without it.
  const int boost = state.released ? -1 : boostDue(state.calls, constants);
  state.boost = boost >= 0 ? constants.boosts[size_t(boost)] : 0;
  if (boost >= 0) ++state.boosts_done;
  const double next = first ? verletStart(constants.ground, constants.v0, constants.frame, constants.gh2)
                            : state.y + ((state.y - state.y_prev) + constants.gh2 + state.boost);
  state.y_prev = state.y;
  state.y = next;
  if (state.y >= constants.ground) {
    state.y = constants.ground;
    state.jumping = false;
  }
  return state;
}

struct BallConstants {
  double ground = 130;       // px, down positive
  double frame = 1. / 24;    // s
  double gh2 = 98. / 576;    // px
  double restitution = 0.8;  // of the speed, at every bounce
  double stop = -20;         // px/s: a bounce as slow as this is the last

  bool operator==(const BallConstants&) const = default;
};

struct BallState {
  double y = 130, y_prev = 130;  // px, down positive
  double v0 = -200;              // px/s: with which the ball last left the ground
  bool started = false;
  bool bounced = false;  // in the last call
  bool jumping = true;

  bool operator==(const BallState&) const = default;
};

// One call, while jumping. The article takes y == y_prev for the first call, as it does in verlet-jump:
// `first_call_by_count` repairs it.
constexpr BallState step(BallState state, const BallConstants& constants, bool first_call_by_count = false) {
  if (!state.jumping) return state;
  const bool first = first_call_by_count ? !state.started : state.y == state.y_prev;
  const auto leave = [&] { return verletStart(constants.ground, state.v0, constants.frame, constants.gh2); };
  const double before = state.y;
  state.bounced = false;
  state.y = first ? leave() : state.y + ((state.y - state.y_prev) + constants.gh2);
  state.y_prev = before;
  state.started = true;
  if (state.y < constants.ground) return state;
  state.bounced = true;
  state.v0 *= constants.restitution;
  state.y = constants.ground;
  state.jumping = !(state.v0 >= constants.stop);
  if (!state.jumping) return state;
  state.y_prev = constants.ground;
  state.y = leave();
  return state;
}

}  // namespace jumpscope::physics
