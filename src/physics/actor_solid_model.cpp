// actor-solid in the table of models.
#include <algorithm>
#include <cmath>

#include "src/physics/actor_solid.h"
#include "src/physics/model_parts.h"

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

// The first step already has a frame's gravity in it, and every step is cut to whole pixels.

Settings actorFixed(const FitSeries&, double) { return {{"run_speed", 0}, {"x", 24}, {"fit origin", 160}}; }

std::vector<Settings> actorGuesses(const FitSeries& series, double) {
  const Parabolas estimate = parabolasOf(series);
  std::vector<Settings> guesses;
  for (const double gravity : {estimate.rise, estimate.fall, (estimate.rise + estimate.fall) / 2})
    guesses.push_back({{"gravity", gravity}, {"jump_speed", estimate.speed - gravity}});
  return guesses;
}

Constants actorConstants(const Settings& settings, double) {
  Constants constants;
  constants.rise_gravity = constants.fall_gravity = settings.at("gravity");
  constants.speed = settings.at("jump_speed") + settings.at("gravity");
  constants.terminal_speed = constants.terminal_from = settings.at("terminal_speed");
  return constants;
}

}  // namespace

// clang-format off
Model actorModel() {
  return {"actor-solid", "whole pixels and remainders: an actor among solids that carry, push and squish",
      {real("run_speed", "px/frame", "horizontal speed of the player", 1.3, 0, 100),
       real("gravity", "px/frame^2", "added to the speed in the air", 0.25, 0, 100),
       real("jump_speed", "px/frame", "speed at the start of a jump, down positive", -4.6, -100, 0),
       real("terminal_speed", "px/frame", "maximum speed of a fall", 5, 0, 100),
       real("platform_speed", "px/frame", "of the platform to the side, 96 frames each way", 0.7, -10, 10),
       real("lift_speed", "px/frame", "of the lift upwards, 80 frames each way", 0.5, -10, 10),
       real("press_speed", "px/frame", "of the press downwards, 64 frames each way", 0.9, -10, 10),
       {"x", "px", "at the start", 24, 0, 300},
       choice("on_squish", "what becomes of the actor without room", {"destroy", "survive"}),
       {"side_rider", "flag", "1: an actor also rides solids that it touches on the left or right", 0, 0, 1},
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
      "y_position", "", "jumping", runActor,
      {.tunable = {"jump_speed", "gravity", "terminal_speed"}, .fixed = actorFixed, .guesses = actorGuesses, .constants = actorConstants}};
}
// clang-format on

}  // namespace jumpscope::physics
