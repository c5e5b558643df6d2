// Arcs in the lab are exactly runs of the models.
#include "src/lab/comparison.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <sstream>

#include "src/jumps/height.h"
#include "src/lab/lab.h"
#include "src/lab/slider.h"
#include "src/models/model_trace.h"

namespace jumpscope::lab {
namespace {

constexpr uint8_t a_down = 0x01, right = 0x80;

void frames(Comparison& comparison, uint8_t buttons, int count) {
  for (int n = 0; n < count; ++n) comparison.frame(buttons);
}

size_t placeOf(const Comparison& comparison, const std::string& model) {
  for (size_t i = 0; i < comparison.entries().size(); ++i)
    if (comparison.entries()[i].choice.model->name == model) return i;
  ADD_FAILURE() << "no " << model;
  return 0;
}

std::string sentenceOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(LabComparison, AnArcIsTheModelsRunOnTheButtonsSinceThePress) {
  Comparison comparison;
  frames(comparison, 0, 7);
  frames(comparison, a_down, 9);
  frames(comparison, a_down | right, 4);
  frames(comparison, 0, 200);
  ASSERT_EQ(comparison.entries().size(), comparisonModels().size());
  for (const Entry& entry : comparison.entries()) {
    const physics::Model& model = *entry.choice.model;
    const Arc& arc = entry.arc;
    ASSERT_GT(arc.buttons.size(), 14u) << model.name;
    std::vector<uint8_t> expected(1, 0);
    expected.insert(expected.end(), 9, a_down);
    expected.insert(expected.end(), 4, a_down | right);
    expected.resize(arc.buttons.size(), 0);
    EXPECT_EQ(arc.buttons, expected) << model.name;

    // The height as the rest of jumpscope reads it from the same run.
    const trace::Trace trace = models::modelTrace(model, arc.settings, arc.buttons);
    const jumps::Height height(trace, models::modelProfile(model));
    ASSERT_EQ(arc.samples.size(), trace.rows.size()) << model.name;
    for (size_t n = 0; n < trace.rows.size(); ++n)
      ASSERT_NEAR(arc.samples[n].risen, height.pixels(trace.rows[n]) - height.pixels(trace.rows[0]), 1e-9)
          << model.name << ", frame " << n;
  }
}

TEST(LabComparison, SpeedAndAccelerationAreDifferencesUpPositive) {
  Comparison comparison;
  frames(comparison, a_down, 12);
  frames(comparison, 0, 100);
  for (const Entry& entry : comparison.entries()) {
    const std::vector<Sample>& samples = entry.arc.samples;
    EXPECT_GT(samples[2].risen, 0) << entry.choice.model->name;
    for (size_t n = 2; n < samples.size(); ++n) {
      ASSERT_EQ(samples[n].speed, samples[n].risen - samples[n - 1].risen);
      ASSERT_EQ(samples[n].acceleration,
                samples[n].risen - samples[n - 1].risen - (samples[n - 1].risen - samples[n - 2].risen));
    }
  }
}

TEST(LabComparison, APressAtRestStartsAnArcAndKeepsEarlierArcs) {
  Comparison comparison;
  comparison.keepGhosts(2);
  for (const int hold : {2, 5, 9, 30}) {
    frames(comparison, a_down, hold);
    frames(comparison, 0, 300);
  }
  const Entry& smb = comparison.entries()[placeOf(comparison, "smb-jump")];
  ASSERT_EQ(smb.ghosts.size(), 2u);
  const auto holdOf = [](const Arc& arc) {
    return std::count(arc.buttons.begin(), arc.buttons.end(), a_down);
  };
  EXPECT_EQ(holdOf(smb.ghosts[0]), 5);
  EXPECT_EQ(holdOf(smb.ghosts[1]), 9);
  EXPECT_EQ(holdOf(smb.arc), 30);
  EXPECT_FALSE(smb.arc.samples.back().jumping);
  EXPECT_LT(smb.arc.samples.size(), 120u) << "an arc ends soon after the landing";

  comparison.keepGhosts(1);
  EXPECT_EQ(smb.ghosts.size(), 1u);
  comparison.restart();
  EXPECT_TRUE(smb.ghosts.empty());
  EXPECT_FALSE(smb.arc.flown());
}

TEST(LabComparison, APressInFlightDoesNotStartAnArc) {
  Comparison comparison;
  const size_t smb = placeOf(comparison, "smb-jump");
  frames(comparison, a_down, 5);
  frames(comparison, 0, 2);
  frames(comparison, a_down, 1);
  EXPECT_TRUE(comparison.entries()[smb].ghosts.empty());
  EXPECT_EQ(comparison.entries()[smb].arc.buttons, (std::vector<uint8_t>{0, 1, 1, 1, 1, 1, 0, 0, 1}));
}

TEST(LabComparison, AnArcWithoutFloorEndsAfterADeepFall) {
  Comparison comparison;
  const size_t smb = placeOf(comparison, "smb-jump");
  comparison.set(smb, "floor", -1);
  frames(comparison, a_down, 10);
  frames(comparison, 0, 290);
  const Arc fallen = comparison.entries()[smb].arc;
  EXPECT_LT(fallen.samples.back().risen, -Comparison::deepest_fall);
  frames(comparison, 0, 50);
  EXPECT_EQ(comparison.entries()[smb].arc.buttons, fallen.buttons) << "it goes on falling";
  frames(comparison, a_down, 3);
  EXPECT_EQ(comparison.entries()[smb].ghosts.size(), 1u);
  EXPECT_EQ(comparison.entries()[smb].arc.buttons.size(), 4u);
}

TEST(LabComparison, ChangingAParameterComputesTheArcAgain) {
  Comparison comparison;
  const size_t siv3d = placeOf(comparison, "siv3d-jump");
  frames(comparison, a_down, 20);
  frames(comparison, 0, 200);
  const Arc before = comparison.entries()[siv3d].arc;
  comparison.set(siv3d, "jump_speed", -8);
  const Arc& after = comparison.entries()[siv3d].arc;
  EXPECT_EQ(after.buttons, before.buttons);
  EXPECT_EQ(after.settings.at("jump_speed"), -8);
  EXPECT_LT(after.samples[10].risen, before.samples[10].risen);
  EXPECT_TRUE(
      sentenceOf([&] { comparison.set(siv3d, "jump_speed", 8); }).starts_with("parameter jump_speed"));
  EXPECT_EQ(comparison.entries()[siv3d].choice.settings.at("jump_speed"), -8)
      << "what is refused changes nothing";
}

TEST(LabComparison, AModelThatCannotRunShowsTheReasonAndTheOthersRun) {
  Comparison comparison;
  const size_t exact = placeOf(comparison, "second-difference");
  comparison.set(exact, "v0", 1.3);
  frames(comparison, a_down, 5);
  EXPECT_NE(comparison.entries()[exact].arc.error.find("1/256 px"), std::string::npos);
  EXPECT_GT(comparison.entries()[placeOf(comparison, "dk-jump")].arc.samples.back().risen, 0);
  comparison.set(exact, "v0", 1.25);
  EXPECT_EQ(comparison.entries()[exact].arc.error, "");
  EXPECT_GT(comparison.entries()[exact].arc.samples.back().risen, 0);
}

TEST(LabComparison, TheSameModelCanBeAddedTwiceUpToALimit) {
  Comparison comparison;
  const size_t before = comparison.entries().size();
  comparison.add(physics::findModel("dk-jump"));
  comparison.set(before, "step", 4);
  frames(comparison, a_down, 10);
  EXPECT_NE(comparison.entries()[before].arc.samples.back().risen,
            comparison.entries()[placeOf(comparison, "dk-jump")].arc.samples.back().risen);
  comparison.remove(before);
  EXPECT_EQ(comparison.entries().size(), before);
  while (comparison.entries().size() < Comparison::most_entries)
    comparison.add(physics::findModel("dk-jump"));
  EXPECT_TRUE(sentenceOf([&] {
                comparison.add(physics::findModel("dk-jump"));
              }).starts_with("the lab shows at most"));
}

TEST(LabComparison, TheTableForTheClipboardHasEachFlightFrameByFrame) {
  Comparison comparison;
  EXPECT_EQ(arcsAsTable(comparison), "");
  comparison.fly(12);
  const std::string table = arcsAsTable(comparison);
  std::istringstream lines(table);
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  const auto tabs = std::count(line.begin(), line.end(), '\t');
  size_t frames = 0, shown = 0;
  for (const Entry& entry : comparison.entries()) {
    if (!entry.choice.shown) continue;
    ++shown;
    frames = std::max(frames, entry.arc.samples.size());
    EXPECT_NE(line.find(entry.choice.model->name + " px/frame"), std::string::npos);
  }
  EXPECT_EQ(size_t(tabs), 2 * shown);
  const Arc* first = nullptr;
  for (const Entry& entry : comparison.entries())
    if (entry.choice.shown && first == nullptr) first = &entry.arc;
  size_t n = 0;
  for (; std::getline(lines, line); ++n) {
    EXPECT_EQ(std::count(line.begin(), line.end(), '\t'), tabs) << line;
    double frame = -1, risen = -1, speed = -1;
    if (n < first->samples.size()) {
      ASSERT_TRUE(std::istringstream(line) >> frame >> risen >> speed) << line;
      EXPECT_EQ(frame, double(n));
      EXPECT_EQ(risen, first->samples[n].risen);
      EXPECT_EQ(speed, first->samples[n].speed);
    }
  }
  EXPECT_EQ(n, frames);
  while (!comparison.entries().empty()) comparison.remove(0);
  EXPECT_EQ(arcsAsTable(comparison), "");
}

TEST(LabComparison, FramesAreCheapEnoughForAWindow) {
  Comparison comparison;
  for (size_t i = 0; i < comparison.entries().size(); ++i)
    if (comparison.entries()[i].choice.settings.contains("lands")) comparison.set(i, "lands", 0);
  frames(comparison, a_down, 1);
  const auto begin = std::chrono::steady_clock::now();
  frames(comparison, 0, 120);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(took.count() / 120, 8.) << "ms a frame, of the 16.7 that there are";
  RecordProperty("microseconds_a_frame", int(took.count() / 120 * 1000));
}

TEST(LabSlider, EveryParameterHasASliderRangeAroundItsDefault) {
  std::vector<physics::Parameter> all;
  for (const physics::Model& model : physics::models())
    all.insert(all.end(), model.parameters.begin(), model.parameters.end());
  for (const physics::Parameter& parameter : all) {
    const SliderRange range = sliderRange(parameter);
    EXPECT_LT(range.lowest, range.highest) << parameter.name;
    EXPECT_GE(range.lowest, parameter.lowest) << parameter.name;
    EXPECT_LE(range.highest, parameter.highest) << parameter.name;
    EXPECT_LE(range.lowest, parameter.default_value) << parameter.name;
    EXPECT_GE(range.highest, parameter.default_value) << parameter.name;
    EXPECT_EQ(snapped(parameter, parameter.default_value), parameter.default_value) << parameter.name;
    EXPECT_EQ(snapped(parameter, 1e9), parameter.highest) << parameter.name;
    if (parameter.whole) {
      EXPECT_EQ(snapped(parameter, range.lowest + 0.6), std::round(range.lowest + 0.6)) << parameter.name;
    }
  }
}

TEST(LabSlider, ParametersIn256thsMoveInSuchSteps) {
  const physics::Parameter& v0 = *physics::findParameter(physics::findModel("second-difference"), "v0");
  EXPECT_EQ(snapped(v0, 1.3), 333. / 256);
  const physics::Parameter& gravity = *physics::findParameter(physics::findModel("siv3d-jump"), "gravity");
  EXPECT_EQ(snapped(gravity, 0.41234), 0.412);
}

}  // namespace
}  // namespace jumpscope::lab
