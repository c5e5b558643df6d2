// second-difference in the table of models.
#include <cmath>
#include <stdexcept>

#include "src/physics/model_parts.h"
#include "src/physics/second_difference.h"

namespace jumpscope::physics {
namespace {

// `next` makes the following pair of values, `height` gives px from a value.
template <class State, class Next, class Height>
Rows runRecurrence(const Settings& values, std::span<const uint8_t> buttons, const State& start,
                   const Next& next, const Height& height) {
  const double ground = values.at("start_y");
  State state = start;
  Press press;
  bool jumping = false;
  Rows rows;
  for (uint8_t pad : buttons) {
    if (press(pad) && !jumping) {
      state = start;
      jumping = true;
    }
    if (jumping) state = next(state);
    // S(0) is the ground itself.
    if (jumping && state.now <= 0 && values.at("lands") != 0) jumping = false;
    const double risen = jumping ? height(state.now) : 0;
    rows.push_back({fixed32(ground - risen), fixed32(risen), jumping});
  }
  return rows;
}

template <class Float>
Rows runFloatRecurrence(const Settings& values, std::span<const uint8_t> buttons) {
  const Float v0 = Float(values.at("v0")), g = Float(values.at("g"));
  return runRecurrence(
      values, buttons, secondDifference(v0, g), [g](const auto& state) { return step(state, g); },
      [](Float s) { return double(s); });
}

Rows runSecondDifference(const Settings& values, std::span<const uint8_t> buttons) {
  const int precision = int(values.at("precision"));
  if (precision == 1) return runFloatRecurrence<double>(values, buttons);
  if (precision == 2) return runFloatRecurrence<float>(values, buttons);
  const double v0 = values.at("v0") * 256, g = values.at("g") * 256;
  if (v0 != std::floor(v0) || g != std::floor(g))
    throw std::runtime_error(
        "model second-difference with precision exact counts in 1/256 px, which v0 or g is not a whole "
        "number of; "
        "choose such values, or precision f64");
  return runRecurrence(
      values, buttons, secondDifferenceExact(int64_t(v0), int64_t(g)),
      [g](const auto& state) { return stepExact(state, int64_t(g)); },
      [](int64_t twice) { return double(twice) / 512; });
}

// One gravity, no release.

Settings secondFixed(const FitSeries& series, double) {
  return {{"lands", 0}, {"start_y", series.origin}, {"precision", 1}, {"fit origin", series.origin}};
}

std::vector<Settings> secondGuesses(const FitSeries& series, double) {
  const Parabolas estimate = parabolasOf(series);
  const double speed = fine(series) ? steps(pixels(series))[0] : estimate.speed;
  const double gravity = fine(series) ? median(accelerations(series)) : estimate.fall;
  return {{{"g", gravity}, {"v0", gravity / 2 - speed}}};
}

Constants secondConstants(const Settings& settings, double) {
  Constants constants;
  constants.rise_gravity = constants.fall_gravity = settings.at("g");
  constants.speed = settings.at("g") / 2 - settings.at("v0");
  return constants;
}

}  // namespace

// clang-format off
Model secondDifferenceModel() {
  return {"second-difference", "S(t+2) = 2 S(t+1) - S(t) - g: a fall without a speed",
      {real("v0", "px/frame", "speed at the start, up positive", 1.28125, 0, 4096),
       real("g", "px/frame^2", "gravity", 0.0625, 0, 4096),
       real("start_y", "px", "y at which the jump starts and lands, down positive", 176, -32768, 32767),
       {"lands", "flag", "0: falls on past the start", 1, 0, 1},
       choice("precision", "exact: whole numbers of 1/512 px; f64, f32: rounded after every operation", {"exact", "f64", "f32"})},
      {realColumn("y_position", "px", "position, down positive"),
       realColumn("s", "px", "S: risen so far"),
       wholeColumn("jumping", "flag", "1 in the air")},
      "y_position", "", "jumping", runSecondDifference,
      {.tunable = {"v0", "g", "precision"}, .fixed = secondFixed, .guesses = secondGuesses, .constants = secondConstants}};
}
// clang-format on

}  // namespace jumpscope::physics
