// bouncing-ball in the table of models.
#include <cmath>
#include <stdexcept>

#include "src/physics/model_parts.h"
#include "src/physics/verlet_jump.h"

namespace jumpscope::physics {
namespace {

Rows runBall(const Settings& values, std::span<const uint8_t> buttons) {
  BallConstants constants;
  const double radius = values.at("radius"), gravity = 9.8 * values.at("pixels_per_metre");
  constants.ground = values.at("area_height") * 0.9 - radius;
  constants.frame = 1 / values.at("fps");
  constants.gh2 = gravity * (constants.frame * constants.frame);
  constants.restitution = values.at("restitution");
  constants.stop = values.at("stop");
  const double fall = constants.ground - (2 * radius + 5);
  if (!(fall > 0))
    throw std::runtime_error(
        "model bouncing-ball has no room: area_height times 0.9 must be more than 3 times radius plus 5 px");
  const bool by_count = values.at("first_call") != 0;
  BallState state;
  state.y = state.y_prev = constants.ground;
  state.jumping = false;
  Press press;
  Rows rows;
  for (uint8_t pad : buttons) {
    if (press(pad) && !state.jumping) {
      state = BallState{};
      state.y = state.y_prev = constants.ground;
      state.v0 = -std::sqrt(2 * gravity * fall);
    }
    state = step(state, constants, by_count);
    rows.push_back(
        {fixed32(state.y), fixed32(state.y_prev), fixed32(state.v0), state.bounced, state.jumping});
  }
  return rows;
}

// The ball's first speed follows from the size of its room, which is therefore chosen to fit it.

Settings ballFixed(const FitSeries& series, double fps) {
  return {{"fps", fps}, {"fit origin", series.origin}};
}

std::vector<Settings> ballGuesses(const FitSeries& series, double fps) {
  const std::vector<double> y = pixels(series), d = steps(y);
  const std::vector<double> dd = accelerations(series);
  const double gh2 = median({dd.begin() + 1, dd.end()}), gravity = gh2 * fps * fps;
  const auto speedAt = [&](double first_step) { return (first_step - gh2 / 2) * fps; };
  const double v0 = speedAt(d[0]);
  Settings guess{{"pixels_per_metre", gravity / 9.8}};
  if (gravity > 0) {
    // v0^2 = 2 g (ground - (2 r + 5)) and ground = 0.9 area - r, with the ground where the flight began.
    const double fall = v0 * v0 / (2 * gravity), radius = (series.origin - fall - 5) / 2;
    guess["radius"] = radius;
    guess["area_height"] = (series.origin + radius) / 0.9;
  }
  // Every other step than gravity's is a bounce: it begins at the ground anew.
  for (size_t n = 1; n < d.size(); ++n)
    if (std::abs(dd[n] - gh2) > 1e-6 && v0 < 0) {
      guess["restitution"] = speedAt(y[n]) / v0;
      break;
    }
  return {guess};
}

Constants ballConstants(const Settings& settings, double fps) {
  Constants constants;
  const double gravity = 9.8 * settings.at("pixels_per_metre"), radius = settings.at("radius");
  const double fall = std::max(0., settings.at("area_height") * 0.9 - radius - (2 * radius + 5));
  constants.rise_gravity = constants.fall_gravity = gravity / (fps * fps);
  constants.speed = -std::sqrt(2 * gravity * fall) / fps + constants.fall_gravity / 2;
  return constants;
}

}  // namespace

// clang-format off
Model ballModel() {
  return {"bouncing-ball", "a ball by two positions (Verlet), thrown by a press",
      {real("area_height", "px", "of the picture; the ground lies at nine tenths of it, less the radius", 150, 0, 100000),
       real("radius", "px", "of the ball", 5, 0, 10000),
       real("pixels_per_metre", "px/m", "gravity is 9.8 m/s^2", 10, 0.001, 100000),
       real("fps", "frames/s", "calls a second", 24, 1, 1000),
       real("restitution", "", "speed after a bounce to speed before", 0.8, 0, 0.999),
       real("stop", "px/s", "a bounce no faster than this (up negative) is the last", -20, -100000, -0.001),
       choice("first_call", "how the first call is known: article: by y == y_prev, which is also true at some apices; count: repaired", {"article", "count"})},
      {realColumn("y_position", "px", "position of the centre, down positive"),
       realColumn("y_previous", "px", "position one call before, as it is stored"),
       realColumn("v0", "px/s", "speed with which the ball last left the ground"),
       wholeColumn("bounced", "flag", "1 in the call of a bounce"),
       wholeColumn("jumping", "flag", "1 until the ball rests")},
      "y_position", "", "jumping", runBall,
      {.tunable = {"area_height", "radius", "pixels_per_metre", "restitution", "stop"}, .fixed = ballFixed, .guesses = ballGuesses, .constants = ballConstants},
      nullptr, /*twin*/ true};
}
// clang-format on

}  // namespace jumpscope::physics
