// Every row of every published golden of the models that jump, tolerance 0; smb_game is in
// smb_goldens_test.cpp.
#include <gtest/gtest.h>

#include <cmath>

#include "src/physics/dk_jump.h"
#include "src/physics/second_difference.h"
#include "src/physics/smb_article_jump.h"
#include "src/physics/velocity_jump.h"
#include "src/physics/verlet_jump.h"
#include "tests/physics/golden_files.h"

namespace jumpscope::physics {
namespace {

using nlohmann::json;

std::vector<std::string> columnsOf(const json& set) {
  return set.at("columns").get<std::vector<std::string>>();
}

bool truth(const json& object, const char* key, bool otherwise) {
  if (!object.contains(key)) return otherwise;
  return object[key].is_boolean() ? object[key].get<bool>() : object[key].get<double>() != 0;
}

TEST(Goldens, EveryModelWithASetHasATest) {
  const std::vector<std::string> known{"actor_solid", "bit_recurrence", "bouncing_ball",
                                       "dk_jump",     "siv3d_jump",     "smb_article",
                                       "smb_game",    "strafe",         "verlet_jump"};
  for (const std::string& model : goldenModels())
    EXPECT_NE(std::find(known.begin(), known.end(), model), known.end()) << model;
}

TEST(Goldens, SmbArticle) {
  for (const json& set : goldenSets("smb_article")) {
    Comparison comparison(set);
    for (const json& golden : set.at("cases")) {
      comparison.begin(golden);
      const json& init = golden.at("init");
      ArticleState state;
      ArticleInput input;
      input.ground = init.value("ground", 176);
      input.x_speed_abs = init.value("hspeed", 0);
      input.lands = truth(init, "landing", true);
      state.y_position = init.value("pos_y", input.ground);
      state.y_subpixel = init.value("correction", 0);
      const auto buttons = unroll(golden.at("script").at("btn"));
      const json& frames = golden.at("frames");
      for (size_t n = 0; n < frames.size(); ++n) {
        input.a_down = buttons.at(n) != 0;
        state = step(state, input);
        const std::vector<double> row{double(input.a_down),           double(state.y_position),
                                      double(state.y_subpixel),       double(state.y_speed),
                                      double(state.y_speed_fraction), double(state.gravity),
                                      double(state.gravity_fall),     double(state.jumping)};
        if (!comparison.row(frames[n], row, columnsOf(set))) break;
      }
    }
  }
}

TEST(Goldens, DkJump) {
  for (const json& set : goldenSets("dk_jump")) {
    Comparison comparison(set);
    for (const json& golden : set.at("cases")) {
      comparison.begin(golden);
      const json& init = golden.at("init");
      DkInput input;
      input.start_y = init.value("start_y", 176);
      input.lands = truth(init, "landing", true);
      DkState state;
      state.y = input.start_y * 256;
      const DkConstants byte{.counter = DkCounter::Byte};  // the set is the cartridge's
      const auto buttons = unroll(golden.at("script").at("btn"));
      const json& frames = golden.at("frames");
      for (size_t n = 0; n < frames.size(); ++n) {
        input.a_down = buttons.at(n) != 0;
        state = step(state, input, byte);
        const std::vector<double> row{double(input.a_down), double(state.y >> 8), double(state.y & 0xFF),
                                      double(state.counter), double(state.jumping)};
        if (!comparison.row(frames[n], row, columnsOf(set))) break;
      }
    }
  }
}

template <class Float>
bool compareRecurrence(const json& golden, Comparison& comparison) {
  const json& init = golden.at("init");
  const Float g = init.at("g").get<Float>();
  auto state = secondDifference(init.at("v0").get<Float>(), g);
  const json& values = golden.at("values");
  for (size_t t = 0; t < values.size(); ++t, state = step(state, g))
    if (!comparison.row(json::array({values[t].get<Float>()}), {double(state.now)}, {"S"})) return false;
  return true;
}

TEST(Goldens, BitRecurrence) {
  for (const json& set : goldenSets("bit_recurrence")) {
    Comparison comparison(set);
    for (const json& golden : set.at("cases")) {
      comparison.begin(golden);
      const json& init = golden.at("init");
      const std::string precision = init.value("precision", "");
      if (precision == "f32") {
        compareRecurrence<float>(golden, comparison);
      } else if (precision == "f64") {
        compareRecurrence<double>(golden, comparison);
      } else {
        const int64_t v0 = init.at("v0"), g = init.at("g");
        auto state = secondDifferenceExact(v0, g);
        const json& values = golden.at("values");
        for (size_t t = 0; t < values.size(); ++t, state = stepExact(state, g)) {
          if (!comparison.row(json::array({values[t]}), {double(state.now)}, {"2S"})) break;
          EXPECT_EQ(state.now, 2 * v0 * int64_t(t) - g * int64_t(t) * int64_t(t));
        }
      }
    }
  }
}

TEST(Goldens, VerletJump) {
  for (const json& set : goldenSets("verlet_jump")) {
    Comparison comparison(set);
    for (const json& golden : set.at("cases")) {
      comparison.begin(golden);
      const json& init = golden.at("init");
      const auto constant = [&](const char* key, const json& otherwise) {
        return init.contains(key) ? init[key] : set.value(key, otherwise);
      };
      VerletConstants constants;
      constants.ground = init.at("ground");
      constants.v0 = init.at("v0");
      constants.frame = 1 / constant("fps", 12).get<double>();
      constants.gh2 = init.contains("gh2") ? init["gh2"].get<double>()
                                           : init.at("G").get<double>() * std::pow(constants.frame, 2);
      constants.boost_every = constant("boost_every", constants.boost_every);
      const json boosts = constant("boosts", constants.boosts);
      ASSERT_LE(boosts.size(), constants.boosts.size());
      constants.boosts.fill(0);
      for (size_t i = 0; i < boosts.size(); ++i) constants.boosts[i] = boosts[i];
      VerletState state = verletReady(constants);
      const auto keys = unroll(golden.at("script").at("key"));
      const json& frames = golden.at("frames");
      for (size_t n = 0; n < frames.size(); ++n) {
        const bool key = keys.at(n) != 0;
        state = step(state, key, constants);
        const std::vector<double> row{
            double(key),          state.y, state.y_prev, state.boost, double(state.boosts_done),
            double(state.jumping)};
        if (!comparison.row(frames[n], row, columnsOf(set))) break;
      }
    }
  }
}

TEST(Goldens, BouncingBall) {
  for (const json& set : goldenSets("bouncing_ball")) {
    Comparison comparison(set);
    for (const json& golden : set.at("cases")) {
      comparison.begin(golden);
      const json& init = golden.at("init");
      BallConstants constants;
      constants.ground = init.at("ground");
      constants.frame = 1 / init.at("fps").get<double>();
      constants.gh2 = init.at("gh2");
      constants.restitution = init.at("restitution");
      constants.stop = init.at("stop");
      BallState state;
      state.y = state.y_prev = constants.ground;
      state.v0 = init.at("v0");
      for (const json& frame : golden.at("frames")) {
        state = step(state, constants);
        if (!comparison.row(frame,
                            {state.y, state.y_prev, state.v0, double(state.bounced), double(state.jumping)},
                            columnsOf(set)))
          break;
      }
    }
  }
}

template <class Number, class Constant>
void compareSiv3d(const json& set, const json& golden, Comparison& comparison) {
  std::vector<Block> blocks;
  const json& init = golden.at("init");
  for (const json& block : init.contains("blocks") ? init["blocks"] : set.at("blocks"))
    blocks.push_back({block.at(0), block.at(1), block.at(2), block.at(3)});
  VelocityState<Number> state;
  state.x = init.at("x").get<Number>();
  state.y = init.at("y").get<Number>();
  state.speed = init.at("vy").get<Number>();
  state.grounded = truth(init, "grounded", true);
  const auto space = unroll(golden.at("script").at("space")), move = unroll(golden.at("script").at("move"));
  const json& frames = golden.at("frames");
  for (size_t n = 0; n < frames.size(); ++n) {
    const VelocityInput input{space.at(n) != 0, move.at(n).get<int>()};
    state = step(state, input, blocks, VelocityConstants<Constant>{});
    json expected = frames[n];
    for (size_t c = 2; c <= 4; ++c) expected[c] = expected.at(c).get<Number>();
    const std::vector<double> row{double(input.key), double(input.move),  double(state.x),
                                  double(state.y),   double(state.speed), double(state.grounded)};
    if (!comparison.row(expected, row, columnsOf(set))) return;
  }
}

TEST(Goldens, Siv3dJump) {
  for (const json& set : goldenSets("siv3d_jump")) {
    Comparison comparison(set);
    for (const json& golden : set.at("cases")) {
      comparison.begin(golden);
      const std::string precision = golden.at("init").at("precision");
      if (precision == "f32")
        compareSiv3d<float, float>(set, golden, comparison);
      else if (precision == "f64")
        compareSiv3d<double, double>(set, golden, comparison);
      else if (precision == "mixed")
        compareSiv3d<double, float>(set, golden, comparison);
      else
        ADD_FAILURE() << golden.at("id") << ": unknown precision " << precision;
    }
  }
}

}  // namespace
}  // namespace jumpscope::physics
