// dk-jump in the table of models.
#include "src/physics/dk_jump.h"
#include "src/physics/model_parts.h"

namespace jumpscope::physics {
namespace {

Rows runDk(const Settings& values, std::span<const uint8_t> buttons) {
  const DkConstants constants{int(values.at("rise")), int(values.at("step")),
                              DkCounter(int(values.at("counter")))};
  DkInput input{false, int64_t(values.at("start_y")), values.at("lands") != 0};
  DkState state;
  state.y = input.start_y * 256;
  Rows rows;
  for (uint8_t pad : buttons) {
    input.a_down = aDown(pad);
    state = step(state, input, constants);
    rows.push_back({state.y, state.counter, state.jumping});
  }
  return rows;
}

// One gravity, no release.

Settings dkFixed(const FitSeries&, double) { return {{"lands", 0}, {"start_y", 176}, {"fit origin", 176}}; }

std::vector<Settings> dkGuesses(const FitSeries& series, double) {
  const Parabolas estimate = parabolasOf(series);
  const double speed = fine(series) ? steps(pixels(series))[0] : estimate.speed;
  const double gravity = fine(series) ? median(accelerations(series)) : estimate.fall;
  const double step = std::nearbyint(gravity * 128);
  return {{{"step", step}, {"rise", step - speed * 256}}};
}

Constants dkConstants(const Settings& settings, double) {
  Constants constants;
  constants.speed = (settings.at("step") - settings.at("rise")) / 256;
  constants.rise_gravity = constants.fall_gravity = settings.at("step") / 128;
  return constants;
}

}  // namespace

// clang-format off
Model dkJump() {
  return {"dk-jump", "Donkey Kong: a jump by a counter alone",
      {{"start_y", "px", "y at which the player stands and lands", 176, -32768, 32767},
       {"rise", "1/256 px", "taken off y in every update: v0 of the second difference", 328, 0, 65535},
       {"step", "1/256 px", "times 2 * counter + 1, added to y: half of its g", 8, 0, 65535},
       {"lands", "flag", "0: the update runs on past the start", 1, 0, 1},
       choice("counter", "int: the article's, counts on; byte: the cartridge's, wraps at 256", {"int", "byte"})},
      {{"y_position", "px", "position, down positive", 0, true, 8},
       wholeColumn("counter", "updates", "since the press; stays after the landing"),
       wholeColumn("jumping", "flag", "1 in the air")},
      "y_position", "", "jumping", runDk,
      {.tunable = {"rise", "step"}, .fixed = dkFixed, .guesses = dkGuesses, .constants = dkConstants}};
}
// clang-format on

}  // namespace jumpscope::physics
