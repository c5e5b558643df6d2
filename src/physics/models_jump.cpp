// The registry's entries for the other jumps: Donkey Kong, second difference, Verlet, ball, Siv3D.
#include <cmath>
#include <stdexcept>

#include "src/physics/dk_jump.h"
#include "src/physics/model_parts.h"
#include "src/physics/second_difference.h"
#include "src/physics/velocity_jump.h"
#include "src/physics/verlet_jump.h"

namespace jumpscope::physics {
namespace {

// A press: down now and up in the frame before.
class Press {
 public:
  bool operator()(uint8_t pad) {
    const bool pressed = aDown(pad) && !previous_;
    previous_ = aDown(pad);
    return pressed;
  }

 private:
  bool previous_ = false;
};

Rows runDk(const Settings& values, std::span<const uint8_t> buttons) {
  const DkConstants constants{int(values.at("rise")), int(values.at("step"))};
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
    state = step(state, constants);
    rows.push_back(
        {fixed32(state.y), fixed32(state.y_prev), fixed32(state.v0), state.bounced, state.jumping});
  }
  return rows;
}

// The article's level, as the golden traces have it: steps to either side and a thin one far right.
constexpr Block article_level[] = {{-400, 400, 200, 200}, {-200, 400, 200, 200}, {0, 400, 200, 200},
                                   {200, 400, 200, 200},  {200, 200, 200, 200},  {400, 400, 200, 200},
                                   {800, 400, 200, 200},  {1000, 400, 200, 200}, {1300, 200, 400, 30}};
constexpr Block flat_level[] = {{-1e6, 400, 2e6, 1e6}};

template <class Number, class Constant>
Rows runVelocity(const Settings& values, std::span<const uint8_t> buttons) {
  const VelocityConstants<Constant> constants{Constant(values.at("jump_speed")),
                                              Constant(values.at("gravity")), Constant(values.at("damping")),
                                              Constant(values.at("walk"))};
  const int level = int(values.at("level"));
  std::span<const Block> blocks;
  if (level == 0) blocks = article_level;
  if (level == 1) blocks = flat_level;
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
  const int precision = int(values.at("precision"));
  return precision == 0   ? runVelocity<double, float>(values, buttons)
         : precision == 1 ? runVelocity<double, double>(values, buttons)
                          : runVelocity<float, float>(values, buttons);
}

// clang-format off
Model dkModel() {
  return {"dk-jump", "Donkey Kong: a jump by a counter alone",
      {{"start_y", "px", "y at which the player stands and lands", 176, -32768, 32767},
       {"rise", "1/256 px", "taken off y in every update: v0 of the second difference", 328, 0, 65535},
       {"step", "1/256 px", "times 2 * counter + 1, added to y: half of its g", 8, 0, 65535},
       {"lands", "flag", "0: the update runs on past the start", 1, 0, 1}},
      {{"y_position", "px", "position, down positive", 0, true, 8},
       wholeColumn("counter", "updates", "since the press; stays after the landing"),
       wholeColumn("jumping", "flag", "1 in the air")},
      "y_position", "", "jumping", runDk};
}

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
      "y_position", "", "jumping", runSecondDifference};
}

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
       realColumn("boost", "px", "what this call added"),
       wholeColumn("boosts_done", "", "boosts so far"),
       wholeColumn("jumping", "flag", "1 in the air")},
      "y_position", "", "jumping", runVerlet};
}

Model ballModel() {
  return {"bouncing-ball", "a ball by two positions (Verlet), thrown by a press",
      {real("area_height", "px", "of the picture; the ground lies at nine tenths of it, less the radius", 150, 0, 100000),
       real("radius", "px", "of the ball", 5, 0, 10000),
       real("pixels_per_metre", "px/m", "gravity is 9.8 m/s^2", 20, 0.001, 100000),
       real("fps", "frames/s", "calls a second", 12, 1, 1000),
       real("restitution", "", "speed after a bounce to speed before", 0.8, 0, 0.999),
       real("stop", "px/s", "a bounce slower than this (up negative) is the last", -20, -100000, -0.001)},
      {realColumn("y_position", "px", "position of the centre, down positive"),
       realColumn("y_previous", "px", "position one call before, as it is stored"),
       realColumn("v0", "px/s", "speed with which the ball last left the ground"),
       wholeColumn("bounced", "flag", "1 in the call of a bounce"),
       wholeColumn("jumping", "flag", "1 until the ball rests")},
      "y_position", "", "jumping", runBall};
}

Model siv3dModel() {
  return {"siv3d-jump", "a jump by a floating-point speed, with blocks (Siv3D)",
      {real("jump_speed", "px/frame", "speed of a start, down positive", -12, -1000, 0),
       real("gravity", "px/frame^2", "added to the speed in the air", 0.3, 0, 1000),
       real("damping", "", "of the speed, in each rising frame without the key", 0.9, 0, 1),
       real("walk", "px/frame", "to the side", 5, 0, 1000),
       choice("precision", "mixed: float constants, double state, as the article has it; f64, f32: all of one kind", {"mixed", "f64", "f32"}),
       choice("contact", "article: in a block is on the ground, and nobody moves him out; repaired: stops on top", {"article", "repaired"}),
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
      "y_position", "", "jumping", runSiv3d};
}
// clang-format on

}  // namespace

std::vector<Model> jumpModels() {
  return {dkModel(), secondDifferenceModel(), verletModel(), ballModel(), siv3dModel()};
}

}  // namespace jumpscope::physics
