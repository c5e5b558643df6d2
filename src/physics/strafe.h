// strafe: the ground and air movement of a first-person shooter, in the plane, as one call per frame:
// friction, then as much acceleration towards the wished direction as the projection of the speed on it
// leaves room for. Source of the facts: tests/data/physics/README.md, "strafe".
//
// Speeds above `max_speed` are possible because only the projection is limited: a wish across the motion
// always leaves room. Float is float or double: every operation is rounded to it, in the written order.
#pragma once

#include <cmath>

namespace jumpscope::physics {

template <class Float>
struct Vector2 {
  Float x = 0, y = 0;

  bool operator==(const Vector2&) const = default;
};

// units: a unit of length is a meter or what the game makes of it.
template <class Float>
struct StrafeConstants {
  Float max_speed;  // unit/s: of the projection on the wished direction
  Float accel;      // unit/s^2
  Float friction;   // unit/s^2

  bool operator==(const StrafeConstants&) const = default;
};

template <class Float>
constexpr StrafeConstants<Float> strafe_ground{Float(10), Float(120), Float(70)};
template <class Float>
constexpr StrafeConstants<Float> strafe_air{Float(0.5), Float(100), Float(0)};

template <class Float>
Float length(const Vector2<Float>& v) {
  return std::sqrt(v.x * v.x + v.y * v.y);
}

// Zero for what is shorter than 1e-5.
template <class Float>
Vector2<Float> unit(const Vector2<Float>& v) {
  const Float size = length(v);
  if (!(size > Float(1e-5))) return {};
  return {v.x / size, v.y / size};
}

template <class Float>
constexpr Float clip(Float value, Float low, Float high) {
  return value < low ? low : value > high ? high : value;
}

// The velocity after a frame of `dt` seconds. `wish` need not have length 1; zero: no key is down.
template <class Float>
Vector2<Float> strafeStep(const Vector2<Float>& velocity, const Vector2<Float>& wish,
                          const StrafeConstants<Float>& constants, Float dt) {
  const Vector2<Float> w = unit(wish), u = unit(velocity);
  const Float f = clip(length(velocity), Float(0), constants.friction * dt);
  const Vector2<Float> slowed{velocity.x + u.x * -f, velocity.y + u.y * -f};
  const Float projection = slowed.x * w.x + slowed.y * w.y;
  const Float add = clip(constants.max_speed - projection, Float(0), constants.accel * dt);
  return {slowed.x + w.x * add, slowed.y + w.y * add};
}

// The cosine of the angle between velocity and wish that gives the most speed in one frame. With s the speed
// after friction, m = max_speed and a = accel * dt: whoever is slower than m - a gains most straight ahead
// (1); otherwise where the projection leaves room for exactly a, (m - a) / s; and where a is more than m, so
// that no frame can use all of it, across (0).
template <class Float>
Float bestStrafeCosine(Float speed, const StrafeConstants<Float>& constants, Float dt) {
  const Float slowed = speed - clip(speed, Float(0), constants.friction * dt);
  const Float room = constants.max_speed - constants.accel * dt;
  if (room <= Float(0)) return Float(0);
  return slowed <= room ? Float(1) : room / slowed;
}

// The velocity's direction (x for one who stands) turned from x towards y by the angle of this cosine and
// sine.
template <class Float>
Vector2<Float> turned(const Vector2<Float>& velocity, Float cosine, Float sine) {
  const Vector2<Float> u = unit(velocity);
  const Vector2<Float> ahead = u.x == 0 && u.y == 0 ? Vector2<Float>{1, 0} : u;
  return {ahead.x * cosine - ahead.y * sine, ahead.x * sine + ahead.y * cosine};
}

// The wish that bestStrafeCosine asks for, on the left (towards y) or the right of the motion.
template <class Float>
Vector2<Float> bestWish(const Vector2<Float>& velocity, const StrafeConstants<Float>& constants, Float dt,
                        bool left) {
  const Float cosine = bestStrafeCosine(length(velocity), constants, dt);
  const Float sine = std::sqrt(Float(1) - cosine * cosine);
  return turned(velocity, cosine, left ? sine : -sine);
}

}  // namespace jumpscope::physics
