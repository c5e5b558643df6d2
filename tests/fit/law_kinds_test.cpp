// Laws with a third gravity, with gravity in every n-th frame, with a magnitude that stops at 0, with a cut that keeps the
// fraction, and tables that a release shortens.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "src/fit/law_fit.h"
#include "src/fit/law_open.h"
#include "src/models/law_file.h"
#include "src/physics/law_model.h"
#include "tests/fit/random_law.h"

namespace jumpscope::fit {
namespace {

using physics::Law;
using enum physics::LawStep;

Law eightEight() {
  Law law;
  law.y = {{{"y", 16}}, 16, 8};
  law.speed = {{{"y_speed", 16}}, 16, 8};
  law.order = {Start, Gravity, Move};
  law.tiers = {{0, -1200, 40, 40}};
  return law;
}

Law threeGravities() {
  Law law = eightEight();
  law.order = {Start, Choose, Gravity, Move};
  law.tiers = {{0, -1200, 34, 80}};
  law.choice.apex = 0;
  law.choice.release = true;
  law.choice.released = 96;
  return law;
}

Law everyFourth() {
  Law law = eightEight();
  law.y = {{{"y", 8}}, 8, 0};
  law.speed = {{{"y_speed", 8}}, 8, 0};
  law.order = {Start, Move, Gravity};
  law.tiers = {{0, -5, 1, 1}};
  law.every = 4;
  law.first = 3;
  return law;
}

Law keepingTheFraction() {
  Law law = eightEight();
  law.order = {Start, Gravity, Cut, Move};
  law.cut = Law::Cut{Law::Cut::Kind::Set, -512, -512, 0, 256, false, true};
  return law;
}

Law stoppingAtZero() {
  Law law = eightEight();
  law.turn = 0;
  return law;
}

// Heights in whole pixels, and no speed.
Law table(Law::Lift lift) {
  Law law = eightEight();
  law.y = {{{"y", 8}}, 8, 0};
  law.speed = {{}, 8, 0};
  law.order = {Start, Lift, Gravity, Move};
  law.tiers = {{0, -4, 0, 0}};
  lift.always = true;
  lift.speeds = {0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1};
  law.lift = lift;
  return law;
}

Law::Lift shortened(int64_t from, int64_t to, int64_t by, bool late, bool stands) {
  Law::Lift lift;
  lift.from = from, lift.to = to, lift.by = by, lift.late = late, lift.stands = stands;
  return lift;
}

std::vector<Law> tables() {
  return {table({}), table(shortened(0, 14, 14, false, false)), table(shortened(5, 15, 15, true, false)),
          table(shortened(0, 13, 2, false, false)), table(shortened(3, 18, 18, false, true))};
}

LawFit fitOf(const Law& law) {
  std::mt19937 random(3);
  LawEvidence evidence = tests::evidenceOf(law, random, 40);
  evidence.may_be_table = true;
  return fitLaw(evidence);
}

TEST(LawKinds, AreFound) {
  for (const Law& law : {threeGravities(), everyFourth(), keepingTheFraction(), stoppingAtZero()}) {
    const LawFit fit = fitOf(law);
    ASSERT_TRUE(fit.exact()) << lawText(fit);
    EXPECT_FALSE(partingInput(law, fit.law)) << lawText(fit);
  }
}

TEST(LawKinds, TablesThatAReleaseShortensAreFound) {
  for (const Law& law : tables()) {
    const LawFit fit = fitOf(law);
    ASSERT_TRUE(fit.exact()) << lawText(fit);
    EXPECT_FALSE(partingInput(law, fit.law)) << lawText(fit);
  }
}

TEST(LawKinds, AreTheSameAfterTheyWereWrittenAndRead) {
  std::vector<Law> laws = tables();
  for (const Law& law : {threeGravities(), everyFourth(), keepingTheFraction(), stoppingAtZero()})
    laws.push_back(law);
  for (const Law& law : laws)
    EXPECT_EQ(models::parseLaw(models::lawJson(law).dump(), "law"), law) << models::lawJson(law).dump(1);
}

// The count of frames does not lose its step where it ends.
TEST(LawKinds, GravityKeepsItsStepInALongFall) {
  const Law law = everyFourth();
  physics::LawState state;
  state.phase = physics::law_jump;
  int64_t before = 0;
  for (int frame = 0; frame < 500; ++frame) {
    before = state.speed;
    state = physics::LawFrame<Plain>(law, true, 0, frame == 0)(state);
    if (frame == 0) continue;
    EXPECT_EQ(state.speed - before, frame % 4 == 3 ? 1 : 0) << frame;
  }
}

TEST(LawKinds, RefusesWhatIsNone) {
  const auto why = [](Law law, auto change) {
    change(law);
    return physics::whyUnsound(law);
  };
  EXPECT_NE(why(everyFourth(), [](Law& law) { law.first = 4; }).find("first is 4"), std::string::npos);
  EXPECT_NE(why(keepingTheFraction(), [](Law& law) { law.cut->value = -500; }).find("keeps_fraction"),
            std::string::npos);
  EXPECT_NE(why(tables()[1], [](Law& law) { law.lift->to = 40; }).find("lift.from"), std::string::npos);
  EXPECT_NE(why(tables()[1], [](Law& law) { law.lift->always = false; }).find("lift.from"),
            std::string::npos);
  EXPECT_NE(why(stoppingAtZero(), [](Law& law) { law.turn = 40000; }).find("turn is 40000"),
            std::string::npos);
}

}  // namespace
}  // namespace jumpscope::fit
