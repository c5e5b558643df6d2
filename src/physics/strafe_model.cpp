// strafe in the table of models.
#include <cmath>

#include "src/physics/model_parts.h"
#include "src/physics/strafe.h"

namespace jumpscope::physics {
namespace {

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

}  // namespace

// clang-format off
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

}  // namespace jumpscope::physics
