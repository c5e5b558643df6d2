// Laws in which a held button lifts, and in which the gravity changes with time.
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

Law tenSix() {
  Law law;
  law.y = {{{"y", 16}}, 16, 6};
  law.speed = {{{"y_speed", 16}}, 16, 6};
  law.terminal = Law::Terminal{Law::Terminal::Kind::Clamp, 256, 256, false, false};
  return law;
}

// While the button is held, the first 16 frames lift by less and less and have no gravity.
Law lifting() {
  Law law = tenSix();
  law.order = {Gravity, Move, Start, Lift, Choose};
  law.tiers = {{0, -80, 0, 16}};
  law.choice.release = true;
  law.choice.after = 15;
  law.lift = Law::Lift{};
  law.lift->speeds.push_back(0);
  for (int64_t speed = -15; speed < 0; ++speed) law.lift->speeds.push_back(speed);
  return law;
}

// Less gravity for 12 frames or until a release, which cuts the speed.
Law timed() {
  Law law = tenSix();
  law.order = {Gravity, Move, Start, Cut, Choose};
  law.tiers = {{0, -192, 2, 12}};
  law.choice.release = true;
  law.choice.after = 11;
  law.cut = Law::Cut{Law::Cut::Kind::Set, -80, -80, 0, 256, true};
  return law;
}

LawFit foundFor(const Law& law) {
  std::mt19937 random(3);
  return fitLaw(tests::evidenceOf(law, random, 40));
}

TEST(LawLift, IsFoundFrameByFrame) {
  const Law law = lifting();
  const LawFit fit = foundFor(law);
  ASSERT_TRUE(fit.exact()) << lawText(fit);
  EXPECT_TRUE(fit.aside.empty());
  ASSERT_TRUE(fit.law.lift) << lawText(fit);
  EXPECT_FALSE(partingInput(law, fit.law)) << lawText(fit);
}

TEST(LawLift, BesideGravityThatNeverRests) {
  Law law = lifting();
  law.order = {Gravity, Move, Start, Lift};
  law.terminal.reset();
  law.tiers = {{0, -24, 4, 4}};
  law.choice = {};
  law.lift->speeds = {0, -8, -8, -8, -7, -7, -7, -7, -5, -5, -5, -5, -4, -4, -4, -4};
  const LawFit fit = foundFor(law);
  ASSERT_TRUE(fit.exact()) << lawText(fit);
  EXPECT_FALSE(partingInput(law, fit.law)) << lawText(fit);
}

TEST(LawLift, GravityChangesWithTheFramesSinceTheStart) {
  const Law law = timed();
  const LawFit fit = foundFor(law);
  ASSERT_TRUE(fit.exact()) << lawText(fit);
  EXPECT_FALSE(partingInput(law, fit.law)) << lawText(fit);
}

// Frame by frame: the speed after each.
class SpeedAfter {
 public:
  explicit SpeedAfter(const Law& law) : law_(law) { state_.y = 100 << 6; }

  int64_t operator()(bool down, bool starts) {
    state_ = physics::LawFrame<Plain>(law_, down, 0, starts)(state_);
    return state_.speed;
  }

 private:
  const Law& law_;
  physics::LawState state_;
};

TEST(LawLift, EndsWithTheButtonAndDoesNotComeBack) {
  const Law law = lifting();
  SpeedAfter run(law);
  EXPECT_EQ(run(true, true), -80);
  EXPECT_EQ(run(true, false), -95);
  EXPECT_EQ(run(false, false), -95);
  EXPECT_EQ(run(true, false), -79);
  EXPECT_EQ(run(true, false), -63);
}

TEST(LawLift, OfATableRunsOnWhateverTheButtonDoes) {
  Law law = lifting();
  law.lift->always = true;
  law.choice = {};
  SpeedAfter run(law);
  EXPECT_EQ(run(true, true), -80);
  EXPECT_EQ(run(false, false), -95);
  EXPECT_EQ(run(true, false), -109);
  EXPECT_EQ(models::parseLaw(models::lawJson(law).dump(), "law"), law);
}

TEST(LawLift, IsTheSameAfterItWasWrittenAndRead) {
  for (const Law& law : {lifting(), timed()})
    EXPECT_EQ(models::parseLaw(models::lawJson(law).dump(), "law"), law) << models::lawJson(law).dump(1);
}

TEST(LawLift, RefusesALiftThatIsNone) {
  Law law = lifting();
  law.lift->speeds.clear();
  EXPECT_NE(physics::whyUnsound(law).find("lift.speeds has 0 numbers"), std::string::npos);
  law.lift->speeds = {40000};
  EXPECT_NE(physics::whyUnsound(law).find("lift.speeds"), std::string::npos);
  law = lifting();
  law.lift.reset();
  EXPECT_NE(physics::whyUnsound(law).find("there is no lift"), std::string::npos);
  law = lifting();
  std::erase(law.order, Lift);
  EXPECT_NE(physics::whyUnsound(law).find("the order lacks the step lift"), std::string::npos);
}

}  // namespace
}  // namespace jumpscope::fit
