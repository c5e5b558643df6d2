// siv3d-jump in the table of models.
#include "src/physics/model_parts.h"
#include "src/physics/velocity_jump.h"

namespace jumpscope::physics {
namespace {

// The article's level, as the golden traces have it: steps to either side and a thin one far right.
constexpr Block article_level[] = {{-400, 400, 200, 200}, {-200, 400, 200, 200}, {0, 400, 200, 200},
                                   {200, 400, 200, 200},  {200, 200, 200, 200},  {400, 400, 200, 200},
                                   {800, 400, 200, 200},  {1000, 400, 200, 200}, {1300, 200, 400, 30}};
constexpr Block flat_level[] = {{-1e6, 400, 2e6, 1e6}};

std::span<const Block> blocksOf(const Settings& values) {
  const int level = int(values.at("level"));
  if (level == 0) return article_level;
  if (level == 1) return flat_level;
  return {};
}

Rows runSample(const Settings& values, std::span<const uint8_t> buttons) {
  SampleState state{values.at("x"), values.at("y"), 0, values.at("grounded") != 0, false};
  Rows rows;
  for (uint8_t pad : buttons) {
    const double before = state.y;
    state = sampleStep(state, {aDown(pad), moveOf(pad)}, blocksOf(values), values.at("walk"));
    rows.push_back(
        {fixed32(state.y), fixed32(state.x), fixed32(state.y - before), state.grounded, !state.grounded});
  }
  return rows;
}

template <class Number, class Constant>
Rows runVelocity(const Settings& values, std::span<const uint8_t> buttons) {
  const VelocityConstants<Constant> constants{Constant(values.at("jump_speed")),
                                              Constant(values.at("gravity")), Constant(values.at("damping")),
                                              Constant(values.at("walk"))};
  const std::span<const Block> blocks = blocksOf(values);
  const Contact contact = values.at("contact") == 0 ? Contact::Article : Contact::Repaired;
  VelocityState<Number> state{Number(values.at("x")), Number(values.at("y")), Number(values.at("speed")),
                              values.at("grounded") != 0, false};
  Rows rows;
  for (uint8_t pad : buttons) {
    state = step(state, {aDown(pad), moveOf(pad)}, blocks, constants, contact);
    rows.push_back({fixed32(double(state.y)), fixed32(double(state.x)), fixed32(double(state.speed)),
                    state.grounded, !state.grounded});
  }
  return rows;
}

Rows runSiv3d(const Settings& values, std::span<const uint8_t> buttons) {
  if (values.at("jump") != 0) return runSample(values, buttons);
  const int precision = int(values.at("precision"));
  return precision == 0   ? runVelocity<double, float>(values, buttons)
         : precision == 1 ? runVelocity<double, double>(values, buttons)
                          : runVelocity<float, float>(values, buttons);
}

// Gravity where nothing damps, damping where nothing else happens.

Settings siv3dFixed(const FitSeries& series, double) {
  return {{"level", 2}, {"y", series.origin}, {"fit origin", series.origin}};
}

std::vector<Settings> siv3dGuesses(const FitSeries& series, double) {
  const Parabolas estimate = parabolasOf(series);
  const std::vector<double> d = steps(pixels(series));
  Settings guess{{"jump_speed", fine(series) ? d[0] : estimate.speed}};
  std::vector<double> gravities, dampings;
  // The damping acts after a frame's own step, on the speed that the next one starts from; not after the
  // first.
  for (size_t n = 1; n < d.size(); ++n)
    if (n == 1 || series.buttons[n - 1] != 0 || d[n - 1] >= 0) gravities.push_back(d[n] - d[n - 1]);
  const double gravity = fine(series) && !gravities.empty() ? median(gravities) : estimate.fall;
  for (size_t n = 2; n < d.size(); ++n)
    if (series.buttons[n - 1] == 0 && d[n - 1] < -0.25) dampings.push_back((d[n] - gravity) / d[n - 1]);
  guess["gravity"] = gravity;
  if (!dampings.empty() && fine(series)) guess["damping"] = std::clamp(median(dampings), 0., 1.);
  return {guess};
}

Constants siv3dConstants(const Settings& settings, double) {
  const int precision = int(settings.at("precision"));
  const auto number = [&](const char* name) {
    return precision == 1 ? settings.at(name) : double(float(settings.at(name)));
  };
  Constants constants;
  constants.speed = number("jump_speed");
  constants.rise_gravity = constants.fall_gravity = number("gravity");
  constants.release_factor = number("damping");
  constants.single_precision = precision == 2;
  return constants;
}

}  // namespace

// clang-format off
Model siv3dModel() {
  return {"siv3d-jump", "a jump by a floating-point speed, with blocks (Siv3D)",
      {real("jump_speed", "px/frame", "speed of a start, down positive", -12, -1000, 0),
       real("gravity", "px/frame^2", "added to the speed in the air", 0.3, 0, 1000),
       real("damping", "", "of the speed, in each rising frame without the key", 0.9, 0, 1),
       real("walk", "px/frame", "to the side", 5, 0, 1000),
       choice("precision", "mixed: float constants, double state, as the article has it; f64, f32: all of one kind", {"mixed", "f64", "f32"}),
       choice("contact", "article: in a block is on the ground, and nobody moves him out; repaired: stops on top", {"article", "repaired"}),
       choice("jump", "article: by speed and gravity; sample: the one before it, 30 frames of 10 px up, then 10 px down a frame", {"article", "sample"}),
       choice("level", "article: the article's blocks; flat: ground at y 400 everywhere; none: who jumps never lands", {"article", "flat", "none"}),
       real("x", "px", "at the start", 100, -100000, 100000),
       real("y", "px", "at the start, down positive", 400, -100000, 100000),
       real("speed", "px/frame", "at the start, down positive", 0, -1000, 1000),
       {"grounded", "flag", "at the start", 1, 0, 1}},
      {realColumn("y_position", "px", "position, down positive"),
       realColumn("x_position", "px", "position, right positive"),
       realColumn("y_speed", "px/frame", "speed, down positive"),
       wholeColumn("grounded", "flag", "1 in a block"),
       wholeColumn("jumping", "flag", "1 in the air")},
      "y_position", "", "jumping", runSiv3d,
      {.tunable = {"jump_speed", "gravity", "damping", "precision"}, .fixed = siv3dFixed, .guesses = siv3dGuesses, .constants = siv3dConstants}};
}
// clang-format on

}  // namespace jumpscope::physics
