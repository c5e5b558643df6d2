#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>

#include "src/physics/models.h"
#include "src/physics/smb_jump.h"
#include "src/physics/velocity_jump.h"

namespace jumpscope::physics {
namespace {

std::string sentenceOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

size_t columnIndex(const ModelRun& run, const std::string& name) {
  for (size_t c = 0; c < run.columns.size(); ++c)
    if (run.columns[c].name == name) return c;
  throw std::runtime_error("no column " + name);
}

TEST(Models, SmbJumpTapsFromTheGroundAndLandsWhereItBegan) {
  std::vector<uint8_t> buttons(60, 0);
  buttons[0] = 0x01;
  const ModelRun run = runModel(findModel("smb-jump"), {}, buttons);
  ASSERT_EQ(run.rows.size(), buttons.size());
  const size_t y = columnIndex(run, "y_position"), state = columnIndex(run, "player_state");
  EXPECT_EQ(run.rows.front()[y], 172);
  EXPECT_EQ(run.rows.front()[state], 1);
  EXPECT_EQ(run.rows.back()[y], 176);
  EXPECT_EQ(run.rows.back()[state], 0);
  for (const auto& row : run.rows) EXPECT_EQ(row.size(), run.columns.size());
}

TEST(Models, ASettingChangesTheRun) {
  const std::vector<uint8_t> buttons(1, 0x01);
  const ModelRun run = runModel(findModel("smb-jump"), {{"x_speed_abs", 0x19}}, buttons);
  EXPECT_EQ(run.rows[0][columnIndex(run, "y_speed")], -5);
}

TEST(Models, WhatIsNotThereIsRefusedInOneSentence) {
  EXPECT_EQ(
      sentenceOf([] { findModel("smb"); }).rfind("there is no model \"smb\"; choose one of: smb-jump, ", 0),
      0u);
  EXPECT_NE(sentenceOf([] {
              runModel(findModel("smb-jump"), {{"colour", 1}}, {});
            }).find("no parameter \"colour\""),
            std::string::npos);
  EXPECT_EQ(sentenceOf([] {
              runModel(findModel("smb-jump"), {{"floor", 256}}, {});
            }),
            "parameter floor of model smb-jump is 256; expected -1 to 255");
}

TEST(Models, EveryDefaultIsInRangeAndEveryModelRunsOnIt) {
  std::vector<uint8_t> buttons(120, 0x81);
  std::fill(buttons.begin() + 40, buttons.begin() + 60, uint8_t(0));
  for (const Model& model : models()) {
    const ModelRun run = runModel(model, {}, buttons);
    ASSERT_EQ(run.rows.size(), buttons.size()) << model.name;
    for (const auto& row : run.rows) ASSERT_EQ(row.size(), run.columns.size()) << model.name;
    for (const Parameter& parameter : model.parameters) {
      const std::string text = settingText(parameter, parameter.default_value);
      EXPECT_EQ(parseSetting(model, parameter, text), parameter.default_value) << model.name << " " << text;
    }
    for (const std::string& name : {model.height, model.subpixel, model.jumping})
      if (!name.empty()) {
        EXPECT_LT(columnIndex(run, name), run.columns.size()) << model.name;
      }
  }
}

// The registry is compiled for speed, and this file is not: a compiler that rounds carelessly shows itself.
TEST(Models, BinaryThirtyTwoIsRoundedInTheRegistryToo) {
  std::vector<uint8_t> buttons(30, 0);
  buttons[0] = buttons[1] = buttons[2] = 0x01;
  const ModelRun run = runModel(findModel("siv3d-jump"), {{"precision", 2}}, buttons);
  const Block ground{0, 400, 200, 200};
  VelocityState<float> state;
  for (size_t n = 0; n < buttons.size(); ++n) {
    state = step(state, {buttons[n] != 0, 0}, std::span(&ground, 1), VelocityConstants<float>{});
    ASSERT_EQ(run.rows[n][columnIndex(run, "y_position")], std::llrint(std::ldexp(double(state.y), 32))) << n;
  }
}

TEST(SmbJump, ChangingOneConstantChangesOnlyWhatItMeans) {
  SmbTables tables;
  tables.terminal_speed = 3;
  SmbJumpState falling;
  falling.player_state = smb_falling;
  falling.y_speed = 3;
  falling.y_speed_fraction = 0x70;
  falling.gravity_fall = 0x20;
  EXPECT_EQ(step(falling, {}, tables).y_speed_fraction, 0);
  EXPECT_EQ(step(falling, {}).y_speed_fraction, 0x90);
}

static_assert(step(SmbJumpState{}, SmbInput{.a_down = true}).y_position == 0xAC,
              "the model runs at compile time");

TEST(Models, ATableValueThatIsGivenAloneCounts) {
  const Model& model = findModel("smb-jump");
  const std::vector<uint8_t> buttons(40, 0x01);
  const auto rows = [&](const Settings& settings) { return runModel(model, settings, buttons).rows; };
  for (const Parameter& parameter : model.parameters) {
    if (parameter.counts_with.empty()) continue;
    EXPECT_EQ(parameter.counts_with, "own_tables");
    EXPECT_EQ(completed(model, {{parameter.name, parameter.default_value}}).at("own_tables"), 1)
        << parameter.name;
  }
  EXPECT_NE(rows({{"rise", 40}}), rows({}));
  EXPECT_EQ(rows({{"rise", 40}}), rows({{"own_tables", 1}, {"rise", 40}}));
  EXPECT_EQ(rows({{"own_tables", 0}, {"rise", 40}}), rows({}));
  EXPECT_EQ(changed(model, completed(model, {}), {{"rise", 40}}).at("own_tables"), 1);
}

}  // namespace
}  // namespace jumpscope::physics
