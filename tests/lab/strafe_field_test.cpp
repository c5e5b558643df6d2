// The strafe view shows what physics/strafe.h does.
#include "src/lab/strafe_field.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace jumpscope::lab {
namespace {

Vec plus(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y}; }

template <class Float>
void followStep(double precision) {
  StrafeField field;
  field.set("precision", precision);
  const auto constants = [&](bool grounded) {
    return grounded ? physics::strafe_ground<Float> : physics::strafe_air<Float>;
  };
  physics::Vector2<Float> velocity{};
  for (int n = 0; n < 400; ++n) {
    StrafeInput input;
    input.ahead = n % 7 < 5;
    input.left = n % 90 < 45;
    input.right = !input.left;
    input.jump = n % 100 >= 20;
    input.turn = input.left ? 1.5 : -1.5;
    field.frame(input);
    const StrafeMoment& now = field.now();
    const physics::Vector2<Float> wish{Float(now.wish.x), Float(now.wish.y)};
    velocity = physics::strafeStep(velocity, wish, constants(now.grounded), Float(1) / Float(60));
    // Making the wish of length 1 twice may cost the last bit.
    ASSERT_NEAR(now.after.x, double(velocity.x), 1e-5) << "frame " << n;
    ASSERT_NEAR(now.after.y, double(velocity.y), 1e-5) << "frame " << n;
    velocity = {Float(now.after.x), Float(now.after.y)};
    const Vec sum = plus(plus(now.before, now.friction), now.added);
    ASSERT_NEAR(sum.x, now.after.x, 1e-12) << "frame " << n;
    ASSERT_NEAR(sum.y, now.after.y, 1e-12) << "frame " << n;
  }
  EXPECT_GT(field.now().speed(), 0);
}

TEST(LabStrafe, FollowsStrafeStepInBothPrecisions) {
  followStep<float>(0);
  followStep<double>(1);
}

TEST(LabStrafe, TheVectorsAreThoseOfTheArticle) {
  StrafeField field;
  field.set("surface", 1);  // ground
  for (int n = 0; n < 60; ++n) field.frame({.ahead = true});
  EXPECT_NEAR(field.now().speed(), 10, 1e-4) << "who runs straight ahead reaches max_speed";
  field.frame({.right = true});
  const StrafeMoment& now = field.now();
  EXPECT_NEAR(now.wish.x, 1, 1e-6) << "the view looks up the picture; right is x";
  EXPECT_NEAR(now.projected, 0, 1e-4);
  EXPECT_NEAR(now.friction.y, -70. / 60, 1e-4);
  EXPECT_NEAR(now.added.x, 120. / 60, 1e-4);
  // Nothing is pressed: friction alone, and no wish to draw.
  field.frame({});
  EXPECT_EQ(physics::length(field.now().wish), 0);
  EXPECT_LT(physics::length(field.now().added), 1e-12);
}

TEST(LabStrafe, TheAutopilotGainsMoreThanKeysAloneAndKeepsTheBestAngle) {
  StrafeField pilot, plain;
  for (StrafeField* field : {&pilot, &plain}) {
    field->set("surface", 2);  // air
    for (int n = 0; n < 5; ++n) field->frame({.ahead = true});
  }
  pilot.set("autopilot", 3);
  for (int n = 0; n < 300; ++n) {
    pilot.frame({});
    plain.frame({.ahead = true});
    const StrafeMoment& now = pilot.now();
    const double speed = physics::length(now.before);
    if (speed < 1) continue;
    const double cosine = (now.before.x * now.wish.x + now.before.y * now.wish.y) / speed;
    ASSERT_NEAR(cosine, now.best_cosine, 1e-4) << "frame " << n;
  }
  EXPECT_NEAR(plain.now().speed(), 0.5, 1e-4);
  EXPECT_GT(pilot.now().speed(), 5) << "far beyond the air's max_speed";
  EXPECT_TRUE(pilot.autopilot());
}

TEST(LabStrafe, AHopLastsAirCallsAndWithTheKeyHeldTouchesTheGroundForOneCall) {
  StrafeField field;
  field.set("air_calls", 5);
  std::string seen;
  for (int n = 0; n < 14; ++n) {
    field.frame({.jump = n >= 2});
    seen += field.now().grounded ? 'g' : 'a';
  }
  EXPECT_EQ(seen, "ggaaaaagaaaaag");
}

TEST(LabStrafe, TheTrailIsBoundedAndRestartClearsIt) {
  StrafeField field;
  for (size_t n = 0; n < StrafeField::longest_trail + 100; ++n) field.frame({.ahead = true});
  EXPECT_EQ(field.trail().size(), StrafeField::longest_trail);
  EXPECT_GT(field.now().position.y, 100);
  field.restart();
  EXPECT_EQ(field.trail().size(), 1u);
  EXPECT_THROW(field.set("air_accel", -1), std::runtime_error);
  EXPECT_THROW(field.set("accel", 1), std::runtime_error);
}

}  // namespace
}  // namespace jumpscope::lab
