#include "src/fit/fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>

#include "src/models/model_trace.h"
#include "tests/support/fake_game.h"

namespace jumpscope::fit {
namespace {

using physics::Settings;

trace::Trace jumpOf(const std::string& model, const Settings& settings, size_t hold, size_t frames = 160) {
  std::vector<uint8_t> buttons(frames, 0);
  for (size_t n = 10; n < 10 + hold && n < frames; ++n) buttons[n] = 1;
  return models::modelTrace(physics::findModel(model), settings, buttons);
}

FitResult fitOf(const trace::Trace& trace, const std::string& model, double fps = 60, size_t jump = 1) {
  const trace::Profile profile = models::modelProfile(physics::findModel(trace.header.model));
  return fitJump(fitSeries(trace, {"", jump, &profile}), physics::findModel(model), fps);
}

// What the flight shows must be given back; the model's own trace must be reproduced to the last row.
void expectBack(const FitResult& result, const Settings& settings, const std::string& what) {
  EXPECT_TRUE(result.exact()) << what << ": " << result.exact_rows << " of " << result.rows();
  for (const FittedParameter& parameter : result.parameters) {
    const auto expected = settings.find(parameter.name);
    if (expected == settings.end() || !parameter.seen) continue;
    EXPECT_EQ(result.settings.at(parameter.name), expected->second) << what << ": " << parameter.name;
  }
}

class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}
  double whole(int low, int high) { return low + int(engine_() % uint32_t(high - low + 1)); }
  double decimal(int low, int high, int places) { return whole(low, high) / std::pow(10., places); }

 private:
  std::mt19937 engine_;
};

TEST(Fit, GivesBackTheConstantsOfSuperMarioBros) {
  Random random(1);
  for (int run = 0; run < 12; ++run) {
    const Settings settings{{"own_tables", 1},
                            {"jump_speed", random.whole(-1400, -600)},
                            {"rise", random.whole(16, 60)},
                            {"fall", random.whole(64, 200)}};
    const size_t hold = size_t(random.whole(3, 40));
    const std::string what = "run " + std::to_string(run) + ", held " + std::to_string(hold);
    for (const std::string model : {"smb-jump", "smb-article-jump"}) {
      const FitResult result = fitOf(jumpOf(model, settings, hold), model);
      expectBack(result, settings, what);
      EXPECT_TRUE(result.parameters[0].seen && result.parameters[1].seen && result.parameters[2].seen)
          << what;
    }
  }
}

TEST(Fit, GivesBackTheTerminalSpeed) {
  Random random(2);
  for (int run = 0; run < 5; ++run) {
    const Settings settings{{"own_tables", 1},
                            {"fall", random.whole(120, 200)},
                            {"terminal_speed", random.whole(2, 4)},
                            {"terminal_fraction", 128}};
    expectBack(fitOf(jumpOf("smb-jump", settings, 20), "smb-jump"), settings, "run " + std::to_string(run));
  }
}

TEST(Fit, GivesBackTheCounterOfDonkeyKongAndItsRecurrence) {
  Random random(3);
  for (int run = 0; run < 10; ++run) {
    const Settings settings{{"rise", random.whole(200, 900)}, {"step", random.whole(4, 30)}};
    const trace::Trace trace = jumpOf("dk-jump", settings, 1);
    expectBack(fitOf(trace, "dk-jump"), settings, "dk");
    const FitResult other = fitOf(trace, "second-difference");
    EXPECT_TRUE(other.exact());
    EXPECT_EQ(other.settings.at("v0"), settings.at("rise") / 256);
    EXPECT_EQ(other.settings.at("g"), settings.at("step") / 128);
  }
}

TEST(Fit, GivesBackTheSecondDifferenceInEveryPrecision) {
  Random random(4);
  for (int run = 0; run < 12; ++run) {
    const double precision = 1 + run % 2;
    const Settings settings{
        {"v0", random.decimal(100, 900, 2)}, {"g", random.decimal(10, 60, 2)}, {"precision", precision}};
    expectBack(fitOf(jumpOf("second-difference", settings, 1), "second-difference"),
               {{"v0", settings.at("v0")}, {"g", settings.at("g")}}, "run " + std::to_string(run));
  }
}

TEST(Fit, GivesBackVerletWithItsBoosts) {
  Random random(5);
  for (int run = 0; run < 10; ++run) {
    const Settings settings{{"v0", -random.whole(60, 300)},          {"g", random.whole(90, 500)},
                            {"boost_1", -random.decimal(10, 60, 1)}, {"boost_2", -random.decimal(10, 60, 1)},
                            {"boost_3", -random.decimal(10, 60, 1)}, {"boost_4", -random.decimal(10, 60, 1)}};
    expectBack(fitOf(jumpOf("verlet-jump", settings, size_t(random.whole(1, 14))), "verlet-jump", 12),
               settings, "run " + std::to_string(run));
  }
}

TEST(Fit, GivesBackTheArticlesSiv3dConstantsFromEveryHold) {
  for (size_t hold : {1, 5, 12, 30, 60})
    expectBack(fitOf(jumpOf("siv3d-jump", {}, hold), "siv3d-jump"),
               {{"jump_speed", -12}, {"gravity", 0.3}, {"damping", 0.9}, {"precision", 0}},
               "held " + std::to_string(hold));
}

TEST(Fit, GivesBackSiv3dConstantsInEveryPrecision) {
  Random random(6);
  for (int run = 0; run < 18; ++run) {
    const Settings settings{{"jump_speed", -random.decimal(60, 160, 1)},
                            {"gravity", random.decimal(20, 70, 2)},
                            {"damping", random.decimal(70, 98, 2)},
                            {"precision", double(run % 3)}};
    expectBack(fitOf(jumpOf("siv3d-jump", settings, size_t(random.whole(2, 12))), "siv3d-jump"), settings,
               "run " + std::to_string(run));
  }
}

TEST(Fit, ReproducesABouncingBall) {
  const FitResult result = fitOf(jumpOf("bouncing-ball", {}, 1, 80), "bouncing-ball", 24);
  expectBack(result, {{"pixels_per_metre", 10}, {"restitution", 0.8}}, "ball");
}

TEST(Fit, WholePixelsAreMatchedToThePixel) {
  trace::Trace trace = jumpOf("smb-jump", {{"x_speed_abs", 40}}, 20);
  trace::Profile profile = models::modelProfile(physics::findModel("smb-jump"));
  profile.subpixel_watch.clear();
  const FitResult result = fitJump(fitSeries(trace, {"", 1, &profile}), physics::findModel("smb-jump"), 60);
  EXPECT_TRUE(result.exact()) << result.exact_rows << " of " << result.rows();
  EXPECT_NEAR(result.settings.at("jump_speed"), -1280, 40);
  EXPECT_NEAR(result.settings.at("rise"), 40, 4);
}

TEST(Fit, AJumpIsFoundInATraceThatNobodyExplains) {
  trace::Trace trace = jumpOf("dk-jump", {}, 1);
  trace.header.model.clear();
  trace.header.settings.clear();
  const FitSeries series = fitSeries(trace, {});
  EXPECT_EQ(series.watch, "y_position");
  EXPECT_EQ(series.first_frame, 10u);
  EXPECT_EQ(series.y.size(), 40u);
  EXPECT_EQ(fitJump(series, physics::findModel("dk-jump"), 60).settings.at("rise"), 328);
}

TEST(Fit, AnotherModelSaysHowFarItIsOff) {
  const FitResult result = fitOf(jumpOf("smb-jump", {}, 20), "dk-jump");
  EXPECT_FALSE(result.exact());
  EXPECT_GT(result.max_error, 0);
  ASSERT_TRUE(result.first_wrong_frame);
  EXPECT_GE(*result.first_wrong_frame, 10u);
}

TEST(Fit, WhatCannotBeFittedIsRefused) {
  const trace::Trace trace = jumpOf("dk-jump", {}, 1);
  EXPECT_THROW(fitOf(trace, "strafe"), std::runtime_error);
  EXPECT_THROW(fitOf(trace, "dk-jump", 60, 2), std::runtime_error);
  EXPECT_THROW(fitSeries(trace, {"nothing", 1, nullptr}), std::runtime_error);
}

// What the snippets do with the constants is the flight again.
TEST(Fit, TheConstantsMakeTheFlight) {
  for (const std::string model : {"smb-jump", "dk-jump", "second-difference", "verlet-jump", "siv3d-jump"})
    for (const size_t hold : {1, 6, 13, 40}) {
      const FitResult result = fitOf(jumpOf(model, {}, hold), model, model == "verlet-jump" ? 12 : 60);
      const std::vector<double> positions = positionsOf(result.constants, result.series.buttons);
      for (size_t n = 0; n < positions.size(); ++n)
        ASSERT_NEAR(positions[n], std::ldexp(double(result.series.y[n]), -result.series.bits), 1e-4)
            << model << ", held " << hold << ", frame " << n;
    }
}

TEST(Fit, UnitsAreTheEngines) {
  const FitResult result = fitOf(jumpOf("smb-jump", {}, 20), "smb-jump");
  const auto json = fitJson(result, {60, 16});
  EXPECT_EQ(json["constants"]["initial_speed"]["px_and_frames"], 4.0);
  EXPECT_EQ(json["constants"]["initial_speed"]["units_and_seconds"], 15.0);
  EXPECT_EQ(json["constants"]["rise_gravity"]["units_and_seconds"], 28.125);
  const auto shows = [&](const char* language, const char* line) {
    return fitSnippet(result, {60, 16}, language).find(line) != std::string::npos;
  };
  EXPECT_TRUE(shows("cpp", "initial_speed = -0.25;  // unit/frame = -15 unit/s\n"));
  EXPECT_TRUE(shows("csharp", "InitialSpeed = 0.25;  // unit/frame = 15 unit/s\n"));
  EXPECT_TRUE(shows("gdscript", "INITIAL_SPEED = -0.25  # unit/frame = -15 unit/s\n"));
}

}  // namespace
}  // namespace jumpscope::fit
