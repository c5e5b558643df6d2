// The registry's entries for what moves in the plane: actors and solids, strafing.
#include <algorithm>
#include <cmath>

#include "src/physics/actor_solid.h"
#include "src/physics/model_parts.h"
#include "src/physics/strafe.h"

namespace jumpscope::physics {
namespace {

// A room with one of each: floor and walls, a platform that carries to the side, a lift, and a press that
// comes down on who stands below.
enum SceneSolid : size_t {
  scene_floor,
  scene_left_wall,
  scene_right_wall,
  scene_platform,
  scene_lift,
  scene_press
};

World scene(const Settings& values) {
  const std::vector<Solid> solids{
      {{0, 176, 320, 64}, {}}, {{-16, 0, 16, 240}, {}}, {{320, 0, 16, 240}, {}},
      {{64, 144, 32, 8}, {}},  {{176, 160, 24, 8}, {}}, {{256, 96, 32, 24}, {}},
  };
  Actor hero;
  hero.box = {int64_t(values.at("x")), 176 - 16, 12, 16};
  hero.survives_squish = values.at("on_squish") != 0;
  hero.side_rider = values.at("side_rider") != 0;
  return World(solids, {hero}, Rounding(int(values.at("rounding"))), Precision(int(values.at("precision"))));
}

Rows runActor(const Settings& values, std::span<const uint8_t> buttons) {
  World world = scene(values);
  const Actor& hero = world.actors()[0];
  double speed = 0;
  bool a_previous = false;
  Rows rows;
  for (size_t n = 0; n < buttons.size(); ++n) {
    world.clearEvents();
    const auto back_and_forth = [&](const char* speed_name, size_t frames) {
      return n / frames % 2 == 0 ? values.at(speed_name) : -values.at(speed_name);
    };
    world.moveSolid(scene_platform, back_and_forth("platform_speed", 96), 0);
    world.moveSolid(scene_lift, 0, -back_and_forth("lift_speed", 80));
    world.moveSolid(scene_press, 0, back_and_forth("press_speed", 64));

    const bool a = aDown(buttons[n]);
    bool stands = hero.alive && world.blocked(0, 0, 1);
    if (stands && a && !a_previous) {
      speed = values.at("jump_speed");
      stands = false;
    }
    a_previous = a;
    world.moveActor(0, Axis::X, moveOf(buttons[n]) * values.at("run_speed"));
    const int64_t y_before = hero.box.y;
    if (!stands) speed = std::min(speed + values.at("gravity"), values.at("terminal_speed"));
    if (stands) speed = 0;
    if (speed != 0) world.moveActor(0, Axis::Y, speed);
    bool collided = false, squished = false;
    for (const WorldEvent& event : world.events()) {
      (event.kind == WorldEvent::Kind::Squish ? squished : collided) = true;
      if (event.kind == WorldEvent::Kind::Collide && event.axis == Axis::Y) speed = 0;
    }
    int64_t riding = -1;
    for (size_t s = 0; s < world.solids().size(); ++s)
      if (world.riding(0, s)) riding = int64_t(s);
    const bool jumping = hero.alive && !(hero.box.y >= y_before && world.blocked(0, 0, 1));
    rows.push_back({hero.box.y, hero.box.x, fixed32(hero.remainder.y), fixed32(hero.remainder.x),
                    fixed32(speed), jumping, riding, collided, squished, hero.alive,
                    world.solids()[scene_platform].box.x, world.solids()[scene_lift].box.y,
                    world.solids()[scene_press].box.y});
  }
  return rows;
}

// Cosine and sine of an angle in degrees by their series, so that no library's rounding shows in a trace.
template <class Float>
Vector2<Float> direction(double degrees) {
  const double turns = degrees / 360, angle = (turns - std::floor(turns + 0.5)) * 6.283185307179586;
  double cosine = 0, sine = 0, term = 1;
  for (int n = 0; n < 32; n += 2) {
    cosine += term;
    term *= angle / (n + 1);
    sine += term;
    term *= -angle / (n + 2);
  }
  return {Float(cosine), Float(sine)};
}

template <class Float>
Vector2<Float> wishOf(const Settings& values, const Vector2<Float>& velocity,
                      const StrafeConstants<Float>& constants, Float dt, uint8_t pad, size_t n) {
  const bool left = (pad & 0x40) != 0 || ((pad & 0x80) == 0 && n / 32 % 2 == 0);
  const int strategy = int(values.at("strategy"));
  if (strategy == 1) return bestWish(velocity, constants, dt, left);
  if (strategy == 2) {
    const Vector2<Float> turn = direction<Float>(values.at("angle"));
    return turned(velocity, turn.x, left ? turn.y : -turn.y);
  }
  // Keys, as seen by one whose view turns: up is ahead.
  const double across = double(moveOf(pad)), ahead = double(int(pad >> 4 & 1) - int(pad >> 5 & 1));
  const auto view = direction<double>(values.at("view") + values.at("turn_rate") * double(dt) * double(n));
  return {Float(view.x * ahead + view.y * across), Float(view.y * ahead - view.x * across)};
}

template <class Float>
Rows runStrafeIn(const Settings& values, std::span<const uint8_t> buttons) {
  const auto number = [&](const char* name) { return Float(values.at(name)); };
  const StrafeConstants<Float> ground{number("ground_max_speed"), number("ground_accel"),
                                      number("ground_friction")},
      air{number("air_max_speed"), number("air_accel"), number("air_friction")};
  const Float dt = Float(1) / number("fps");
  const size_t on_ground = size_t(values.at("ground_frames")), in_air = size_t(values.at("air_frames"));
  Vector2<Float> velocity{number("vx"), number("vy")};
  double x = 0, y = 0;
  Rows rows;
  for (size_t n = 0; n < buttons.size(); ++n) {
    const bool grounded = on_ground > 0 && n % (on_ground + in_air) < on_ground;
    const auto& constants = grounded ? ground : air;
    const auto wish = wishOf<Float>(values, velocity, constants, dt, buttons[n], n);
    velocity = strafeStep(velocity, wish, constants, dt);
    x += double(velocity.x) * double(dt);
    y += double(velocity.y) * double(dt);
    rows.push_back({fixed32(double(velocity.x)), fixed32(double(velocity.y)),
                    fixed32(double(length(velocity))), fixed32(x), fixed32(y), fixed32(double(wish.x)),
                    fixed32(double(wish.y)), grounded});
  }
  return rows;
}

Rows runStrafe(const Settings& values, std::span<const uint8_t> buttons) {
  return values.at("precision") == 0 ? runStrafeIn<float>(values, buttons)
                                     : runStrafeIn<double>(values, buttons);
}

// clang-format off
Model actorModel() {
  return {"actor-solid", "whole pixels and remainders: an actor among solids that carry, push and squish",
      {real("run_speed", "px/frame", "to the side", 1.3, 0, 100),
       real("gravity", "px/frame^2", "added to the speed in the air", 0.25, 0, 100),
       real("jump_speed", "px/frame", "speed of a start, down positive", -4.6, -100, 0),
       real("terminal_speed", "px/frame", "no fall is faster", 5, 0, 100),
       real("platform_speed", "px/frame", "of the platform to the side, 96 frames each way", 0.7, -10, 10),
       real("lift_speed", "px/frame", "of the lift upwards, 80 frames each way", 0.5, -10, 10),
       real("press_speed", "px/frame", "of the press downwards, 64 frames each way", 0.9, -10, 10),
       {"x", "px", "at the start", 24, 0, 300},
       choice("on_squish", "what becomes of the actor without room", {"destroy", "survive"}),
       {"side_rider", "flag", "1: rides on what it touches left or right, too", 0, 0, 1},
       choice("rounding", "of remainders to px: half_away is the article's, half_even C#'s Math.Round, half_up floor(v + 0.5)", {"half_away", "half_even", "half_up"}),
       choice("precision", "of amounts and remainders", {"f64", "f32"})},
      {wholeColumn("y_position", "px", "top of the actor, down positive"),
       wholeColumn("x_position", "px", "left of the actor, right positive"),
       realColumn("y_remainder", "px", "left over by whole pixels"),
       realColumn("x_remainder", "px", "left over by whole pixels"),
       realColumn("y_speed", "px/frame", "speed, down positive"),
       wholeColumn("jumping", "flag", "1 in the air"),
       wholeColumn("riding", "", "the solid that carries: 0 floor, 1 and 2 walls, 3 platform, 4 lift, 5 press, -1 none"),
       wholeColumn("collided", "flag", "1 when a move of its own was stopped"),
       wholeColumn("squished", "flag", "1 when a push was stopped"),
       wholeColumn("alive", "flag", "0 once squished"),
       wholeColumn("platform_x", "px", "left of the platform"),
       wholeColumn("lift_y", "px", "top of the lift"),
       wholeColumn("press_y", "px", "top of the press")},
      "y_position", "", "jumping", runActor};
}

Model strafeModel() {
  return {"strafe", "a shooter's ground and air speed: friction, projection, acceleration",
      {real("vx", "unit/s", "velocity at the start", 10, -10000, 10000),
       real("vy", "unit/s", "velocity at the start", 0, -10000, 10000),
       real("fps", "frames/s", "calls a second", 125, 1, 10000),
       choice("strategy", "keys: R L U D, up being where the view looks; best: the angle that gains most; angle: a fixed one to the motion; the last two to the left and right in turn, 32 frames each, or as L or R says", {"keys", "best", "angle"}),
       real("angle", "degrees", "with strategy angle: between velocity and wish", 85, -360, 360),
       real("view", "degrees", "with strategy keys: where the view looks at the start, from x towards y", 0, -360, 360),
       real("turn_rate", "degrees/s", "with strategy keys: how fast the view turns", 0, -3600, 3600),
       {"ground_frames", "frames", "on the ground in every hop; 0: always in the air", 0, 0, 1000000},
       {"air_frames", "frames", "in the air in every hop", 40, 0, 1000000},
       real("ground_max_speed", "unit/s", "of the projection on the wish", 10, 0, 10000),
       real("ground_accel", "unit/s^2", "towards the wish", 120, 0, 100000),
       real("ground_friction", "unit/s^2", "against the motion", 70, 0, 100000),
       real("air_max_speed", "unit/s", "of the projection on the wish", 0.5, 0, 10000),
       real("air_accel", "unit/s^2", "towards the wish", 100, 0, 100000),
       real("air_friction", "unit/s^2", "against the motion", 0, 0, 100000),
       choice("precision", "of every operation", {"f32", "f64"})},
      {realColumn("vx", "unit/s", "velocity"),
       realColumn("vy", "unit/s", "velocity"),
       realColumn("speed", "unit/s", "length of the velocity"),
       realColumn("x", "unit", "way so far"),
       realColumn("y", "unit", "way so far"),
       realColumn("wish_x", "", "where the player wants to go"),
       realColumn("wish_y", "", "where the player wants to go"),
       wholeColumn("on_ground", "flag", "1 on the ground")},
      "", "", "", runStrafe};
}
// clang-format on

}  // namespace

std::vector<Model> planeModels() { return {actorModel(), strafeModel()}; }

}  // namespace jumpscope::physics
