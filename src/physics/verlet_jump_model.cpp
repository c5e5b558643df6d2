// verlet-jump in the table of models.
#include "src/physics/model_parts.h"
#include "src/physics/verlet_jump.h"

namespace jumpscope::physics {
namespace {

Rows runVerlet(const Settings& values, std::span<const uint8_t> buttons) {
  VerletConstants constants;
  constants.ground = values.at("ground");
  constants.v0 = values.at("v0");
  constants.frame = 1 / values.at("fps");
  constants.gh2 = values.at("g") * (constants.frame * constants.frame);
  constants.boosts = {values.at("boost_1"), values.at("boost_2"), values.at("boost_3"), values.at("boost_4")};
  constants.boost_every = int(values.at("boost_every"));
  const bool by_count = values.at("first_call") != 0;
  VerletState state;
  state.y = state.y_prev = constants.ground;
  Press press;
  Rows rows;
  for (uint8_t pad : buttons) {
    if (press(pad) && !state.jumping) state = verletReady(constants);
    state = step(state, aDown(pad), constants, by_count);
    rows.push_back(
        {fixed32(state.y), fixed32(state.y_prev), fixed32(state.boost), state.boosts_done, state.jumping});
  }
  return rows;
}

// Gravity is what most steps have in common; boosts are what some have more.

Settings verletFixed(const FitSeries& series, double fps) {
  return {{"ground", series.origin}, {"fps", fps}, {"fit origin", series.origin}};
}

std::vector<Settings> verletGuesses(const FitSeries& series, double fps) {
  const std::vector<double> d = steps(pixels(series)), dd = accelerations(series);
  size_t held = 0;
  while (held < series.buttons.size() && series.buttons[held] != 0) ++held;
  const double gravity = fine(series) ? median({dd.begin() + 1, dd.end()}) : parabolasOf(series).fall;
  std::vector<Settings> guesses;
  for (const int every : {2, 1, 3, 4, 5, 6}) {
    Settings guess{{"g", gravity * fps * fps}, {"boost_every", every}};
    guess["v0"] = (d[0] - gravity / 2) * fps;
    for (int k = 0; k < 4; ++k) {
      const size_t call = size_t(every) * size_t(k + 1);  // counted from 0
      if (call < std::min(held, dd.size()) && fine(series))
        guess["boost_" + std::to_string(k + 1)] =
            std::abs(dd[call] - gravity) < 1e-7 ? 0 : dd[call] - gravity;
    }
    guesses.push_back(std::move(guess));
  }
  return guesses;
}

Constants verletConstants(const Settings& settings, double fps) {
  Constants constants;
  const double gravity = settings.at("g") / (fps * fps);
  constants.speed = settings.at("v0") / fps + gravity / 2;
  constants.rise_gravity = constants.fall_gravity = gravity;
  for (int k = 1; k <= 4; ++k) constants.boosts.push_back(settings.at("boost_" + std::to_string(k)));
  constants.boost_every = int(settings.at("boost_every"));
  return constants;
}

}  // namespace

// clang-format off
Model verletModel() {
  return {"verlet-jump", "a jump by two positions (Verlet), higher while the key is held",
      {real("ground", "px", "y at which the player stands and lands, down positive", 130, -32768, 32767),
       real("v0", "px/s", "speed at the start, down positive", -100, -100000, 0),
       real("g", "px/s^2", "gravity", 196, 0, 1000000),
       real("fps", "frames/s", "calls a second", 12, 1, 1000),
       real("boost_1", "px", "added while the key is held: in call 1 + boost_every", -5, -1000, 1000),
       real("boost_2", "px", "the next one", -4, -1000, 1000),
       real("boost_3", "px", "the next one", -4, -1000, 1000),
       real("boost_4", "px", "the last", -3.5, -1000, 1000),
       {"boost_every", "calls", "between two boosts", 2, 1, 1000},
       choice("first_call", "how the first call is known: article: by y == y_prev, which is also true at some apices; count: repaired", {"article", "count"})},
      {realColumn("y_position", "px", "position, down positive"),
       realColumn("y_previous", "px", "position one call before, as it is stored"),
       realColumn("boost", "px", "of this call; a restart's formula does without it"),
       wholeColumn("boosts_done", "", "boosts so far"),
       wholeColumn("jumping", "flag", "1 in the air")},
      "y_position", "", "jumping", runVerlet,
      {.tunable = {"v0", "g", "boost_1", "boost_2", "boost_3", "boost_4", "boost_every"}, .fixed = verletFixed, .guesses = verletGuesses, .constants = verletConstants}};
}
// clang-format on

}  // namespace jumpscope::physics
