#include "src/lab/strafe_field.h"

#include <cmath>
#include <numbers>

#include "src/physics/model_parts.h"

namespace jumpscope::lab {
namespace {

using physics::choice;
using physics::Parameter;
using physics::real;
using physics::Settings;
using physics::StrafeConstants;
using physics::Vector2;

enum Surface { surface_hop, surface_ground, surface_air };
enum Autopilot { autopilot_off, autopilot_left, autopilot_right, autopilot_weave };

// Calls before the weaving autopilot changes sides.
constexpr size_t weave = 32;

// clang-format off
std::vector<Parameter> parameterList() {
  return {
      real("fps", "calls/s", "calls per second, dt is 1/fps; the lab makes one call per frame", 60, 10, 1000),
      choice("precision", "of every operation", {"f32", "f64"}),
      choice("surface", "hop: on the ground until the jump key is pressed, then in the air for air_calls", {"hop", "ground", "air"}),
      {"air_calls", "calls", "length of a hop", 40, 1, 1000},
      choice("autopilot", "steers at the angle that gains most speed: left, right, or alternating", {"off", "left", "right", "weave"}),
      real("turn_rate", "degrees/s", "of the keys that turn the view", 120, 0, 1440),
      real("ground_max_speed", "unit/s", "on the ground: limit of the projection on the wish direction", 10, 0, 10000),
      real("ground_accel", "unit/s^2", "on the ground: acceleration in the wish direction", 120, 0, 100000),
      real("ground_friction", "unit/s^2", "on the ground: deceleration", 70, 0, 100000),
      real("air_max_speed", "unit/s", "in the air: limit of the projection on the wish direction", 0.5, 0, 10000),
      real("air_accel", "unit/s^2", "in the air: acceleration in the wish direction", 100, 0, 100000),
      real("air_friction", "unit/s^2", "in the air: deceleration", 0, 0, 100000),
  };
}
// clang-format on

template <class Float>
StrafeConstants<Float> constantsOf(const Settings& values, bool grounded) {
  const auto number = [&](const char* on_ground, const char* in_air) {
    return Float(values.at(grounded ? on_ground : in_air));
  };
  return {number("ground_max_speed", "air_max_speed"), number("ground_accel", "air_accel"),
          number("ground_friction", "air_friction")};
}

template <class Float>
Vec widened(const Vector2<Float>& v) {
  return {double(v.x), double(v.y)};
}

Vec difference(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y}; }

Vec keyWish(const StrafeInput& input, double view_degrees) {
  const double angle = view_degrees * std::numbers::pi / 180;
  const Vec view{std::cos(angle), std::sin(angle)};
  const double ahead = double(input.ahead) - double(input.back),
               left = double(input.left) - double(input.right);
  return physics::unit(Vec{view.x * ahead - view.y * left, view.y * ahead + view.x * left});
}

}  // namespace

const physics::Model& strafeParameters() {
  static const physics::Model list = [] {
    physics::Model model;
    model.name = "strafe";
    model.parameters = parameterList();
    return model;
  }();
  return list;
}

StrafeField::StrafeField() : settings_(physics::completed(strafeParameters(), {})) { restart(); }

void StrafeField::restart() {
  calls_ = 0;
  air_left_ = 0;
  StrafeMoment start;
  start.view = 90;
  start.max_speed = settings_.at("ground_max_speed");
  trail_.assign(1, start);
}

void StrafeField::set(const std::string& parameter, double value) {
  Settings wanted = settings_;
  wanted[parameter] = value;
  settings_ = physics::completed(strafeParameters(), wanted);
}

bool StrafeField::grounded(bool jump) {
  const int surface = int(settings_.at("surface"));
  if (surface != surface_hop) {
    air_left_ = 0;
    return surface == surface_ground;
  }
  // A hop begins with its first call in the air; with the key held, the player is on the ground for one call.
  if (air_left_ == 0 && jump && (trail_.back().grounded || calls_ == 0))
    air_left_ = int(settings_.at("air_calls"));
  if (air_left_ == 0) return true;
  --air_left_;
  return false;
}

void StrafeField::frame(const StrafeInput& input) {
  settings_.at("precision") == 0 ? frameIn<float>(input) : frameIn<double>(input);
}

template <class Float>
void StrafeField::frameIn(const StrafeInput& input) {
  const StrafeMoment& last = trail_.back();
  StrafeMoment next;
  next.grounded = grounded(input.jump);
  const StrafeConstants<Float> constants = constantsOf<Float>(settings_, next.grounded);
  const Float dt = Float(1) / Float(settings_.at("fps"));
  const Vector2<Float> velocity{Float(last.after.x), Float(last.after.y)};
  next.view = std::remainder(last.view + input.turn, 360.);

  const int autopilot = int(settings_.at("autopilot"));
  const bool left = autopilot == autopilot_left || (autopilot == autopilot_weave && calls_ / weave % 2 == 0);
  const Vec keys = keyWish(input, next.view);
  const Vector2<Float> wish = autopilot == autopilot_off ? Vector2<Float>{Float(keys.x), Float(keys.y)}
                                                         : physics::bestWish(velocity, constants, dt, left);
  // Without acceleration the step is friction alone.
  StrafeConstants<Float> friction_only = constants;
  friction_only.accel = 0;
  const Vector2<Float> slowed = physics::strafeStep(velocity, wish, friction_only, dt);
  const Vector2<Float> after = physics::strafeStep(velocity, wish, constants, dt);

  next.before = widened(velocity);
  next.friction = difference(widened(slowed), next.before);
  next.wish = widened(physics::unit(wish));
  next.projected = double(slowed.x) * next.wish.x + double(slowed.y) * next.wish.y;
  next.projection = {next.wish.x * next.projected, next.wish.y * next.projected};
  next.after = widened(after);
  next.added = difference(next.after, widened(slowed));
  next.best_cosine = double(physics::bestStrafeCosine(physics::length(velocity), constants, dt));
  next.max_speed = double(constants.max_speed);
  next.position = {last.position.x + next.after.x * double(dt), last.position.y + next.after.y * double(dt)};
  next.seconds = last.seconds + double(dt);
  trail_.push_back(next);
  if (trail_.size() > longest_trail) trail_.pop_front();
  ++calls_;
}

}  // namespace jumpscope::lab
