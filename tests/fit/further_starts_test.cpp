// Starts in the air, after an edge and by a press before the landing, in the trace of a model that has them.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "src/fit/law_fit.h"
#include "src/models/model_trace.h"
#include "src/physics/law_model.h"

namespace jumpscope::fit {
namespace {

using physics::Law;

Law plain() {
  Law law;
  law.y = {{{"y_position", 16}}, 16, 8};
  law.speed = {{{"y_speed", 16}}, 16, 8};
  law.tiers = {{0, -1024, 40, 40}};
  law.terminal = Law::Terminal{Law::Terminal::Kind::Clamp, 1024, 1024, false, false};
  return law;
}

// The frames in the air of which the law's game says something else.
size_t differing(const physics::Model& model, const trace::Trace& trace) {
  const auto predictor = model.game->flightPredictor({});
  const auto valuesOf = [&](size_t row) {
    physics::Values values;
    values.buttons = trace.rows[row].buttons;
    for (size_t v = 0; v < 2; ++v) values.set(v, trace.rows[row].values[v]);
    return values;
  };
  const auto flies = [&](size_t row) { return trace.rows[row].values[2] != 0; };
  size_t count = 0;
  physics::Values state;
  for (size_t row = 1; row < trace.rows.size(); ++row) {
    if (!flies(row)) continue;
    if (!flies(row - 1)) state = predictor->begin(valuesOf(row - 1));
    physics::Frame frame;
    frame.before = valuesOf(row - 1);
    frame.now = valuesOf(row);
    const physics::Prediction told = predictor->predict(state, frame);
    state = told.after;
    for (size_t v = 0; v < 2; ++v) count += ((told.after.at(v) - frame.now.at(v)) & 0xFFFF) != 0;
  }
  return count;
}

// Jumps that are held for 1 to 12 frames, each with one or two short presses later: `second` frames after the start, and so on.
LawFit fitted(const Law& law, const std::vector<size_t>& later) {
  const physics::Model model = physics::lawModel(law, "further starts", "");
  std::vector<uint8_t> buttons;
  for (size_t hold = 1; hold <= 12; ++hold)
    for (const size_t second : later) {
      std::vector<uint8_t> jump(140, 0);
      std::fill_n(jump.begin() + 4, hold, uint8_t{1});
      std::fill_n(jump.begin() + 4 + std::ptrdiff_t(second), 2, uint8_t{1});
      std::fill_n(jump.begin() + 4 + std::ptrdiff_t(second) + 9, 2, uint8_t{1});
      buttons.insert(buttons.end(), jump.begin(), jump.end());
    }
  const trace::Trace trace = models::modelTrace(model, {}, buttons);
  LawFit fit = fitLaw(lawEvidence(trace, models::modelProfile(model)));
  EXPECT_EQ(differing(physics::lawModel(fit.law, "found", ""), trace), 0u) << lawText(fit);
  return fit;
}

TEST(FurtherStarts, InTheAirAreCounted) {
  Law law = plain();
  EXPECT_EQ(fitted(law, {16, 22, 30}).law.air_jumps, 0);
  law.air_jumps = 1;
  const LawFit fit = fitted(law, {16, 22, 30});
  EXPECT_TRUE(fit.exact()) << lawText(fit);
  EXPECT_EQ(fit.law.air_jumps, 1) << lawText(fit);
  law.air_jumps = 2;
  const LawFit twice = fitted(law, {16, 22, 30});
  EXPECT_TRUE(twice.exact()) << lawText(twice);
  EXPECT_EQ(twice.law.air_jumps, 2) << lawText(twice);
  EXPECT_NE(lawText(twice).find("a further press in the air was not tried"), std::string::npos)
      << lawText(twice);
}

TEST(FurtherStarts, ByAPressBeforeTheLandingGiveTheBuffer) {
  Law law = plain();
  law.buffer = 5;
  // The flight takes 52 frames.
  const std::vector<size_t> later = {30, 34, 36, 38, 40, 42, 43, 44, 45, 46, 47, 48, 49, 50};
  const LawFit fit = fitted(law, later);
  EXPECT_TRUE(fit.exact()) << lawText(fit);
  EXPECT_EQ(fit.law.buffer, 5) << lawText(fit);
  law.buffer = 0;
  EXPECT_EQ(fitted(law, later).law.buffer, 0);
}

}  // namespace
}  // namespace jumpscope::fit
