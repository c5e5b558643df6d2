// What the articles say, leave open or get wrong, as sentences that a machine checks.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "src/physics/dk_jump.h"
#include "src/physics/second_difference.h"
#include "src/physics/smb_article_jump.h"
#include "src/physics/smb_jump.h"
#include "src/physics/strafe.h"
#include "src/physics/velocity_jump.h"
#include "src/physics/verlet_jump.h"

namespace jumpscope::physics {
namespace {

TEST(DkJump, IsTheSecondDifferenceWith328And16) {
  DkInput input{true, 176, false};
  DkState state{176 * 256, 0, false, false};
  auto recurrence = secondDifferenceExact(328, 16);
  // With the 257th update what is added begins anew.
  for (int n = 1; n <= 256; ++n) {
    state = step(state, input);
    recurrence = stepExact(recurrence, 16);
    ASSERT_EQ(2 * (176 * 256 - state.y), recurrence.now) << "update " << n;
  }
  state = step(state, input);
  EXPECT_NE(2 * (176 * 256 - state.y), stepExact(recurrence, 16).now);
}

TEST(DkJump, TheArticlesCounterCountsOnAndYIsTheCartridgesForEver) {
  const DkInput input{true, 176, false};
  for (const int step_size : {1, 8, 200, 65535}) {
    DkState article{176 * 256, 0, false, false}, cartridge = article;
    for (int n = 1; n <= 2000; ++n) {
      article = step(article, input, {.step = step_size});
      cartridge = step(cartridge, input, {.step = step_size, .counter = DkCounter::Byte});
      ASSERT_EQ(article.y, cartridge.y) << "update " << n;
      ASSERT_EQ(article.counter, n);
      ASSERT_EQ(cartridge.counter, n % 256);
    }
  }
}

TEST(DkJump, TheUpdateWithCounter256AddsWhatTheFirstOneAdded) {
  const DkInput input{true, 176, false};
  DkState state{0, 256, true, true};
  EXPECT_EQ(step(state, input).y, 8 - 328);
  state.counter = 255;
  EXPECT_EQ(step(state, input).y, 8 * 511 - 328);
}

TEST(DkJump, RisesThirteenPixelsAndAnEighthAndLandsInUpdate41) {
  DkState state;
  int64_t highest = state.y;
  int updates = 0;
  do {
    state = step(state, {updates == 0, 176, true});
    highest = std::min(highest, state.y);
    ++updates;
  } while (state.jumping);
  EXPECT_EQ(updates, 41);
  EXPECT_EQ(176 * 256 - highest, 13 * 256 + 32);
}

TEST(SecondDifference, IsTheClosedFormAtEveryWholeTime) {
  for (int64_t v0 : {0, 1, 5, 328, 1000})
    for (int64_t g : {0, 1, 16, 33}) {
      auto state = secondDifferenceExact(v0, g);
      for (int64_t t = 0; t < 300; ++t, state = stepExact(state, g))
        ASSERT_EQ(state.now, 2 * v0 * t - g * t * t);
    }
}

// The two models side by side on one ground, same buttons.
struct Pair {
  SmbJumpState game;
  ArticleState article;
  SmbInput game_input{.floor = 176};
  ArticleInput article_input;

  void run(bool a, const ArticleRules& rules) {
    game_input.a_down = article_input.a_down = a;
    game = step(game, game_input);
    article = step(article, article_input, rules);
  }
  bool same() const {
    return game.y_position == article.y_position && game.y_subpixel == article.y_subpixel &&
           game.y_speed == article.y_speed && game.y_speed_fraction == article.y_speed_fraction &&
           (!article.jumping ||
            (game.gravity == article.gravity && game.gravity_fall == article.gravity_fall));
  }
};

TEST(SmbArticle, WithItsDifferencesSwitchedOffIsTheGameUpToTheLanding) {
  const ArticleRules none{false, false, false, false, false};
  std::mt19937 random(1);
  for (int run = 0; run < 200; ++run) {
    Pair pair;
    pair.game_input.x_speed_abs = uint8_t(random() % 41);
    pair.article_input.x_speed_abs = pair.game_input.x_speed_abs;
    pair.game.gravity = pair.game.gravity_fall = 0;
    for (int n = 0; n < 60; ++n) {
      // The frame on the ground between landing and press moves nothing in either.
      pair.run(n == 0 || random() % 4 != 0, none);
      ASSERT_TRUE(pair.same()) << "run " << run << ", frame " << n;
    }
  }
}

TEST(SmbArticle, ARepressInTheAirShowsTheEdgeTest) {
  // Released before the rise of 1 px counted, then never again an edge: the article keeps the low gravity.
  ArticleRules edge, level;
  level.release_is_an_edge = false;
  ArticleState article, game_like;
  article.y_speed = game_like.y_speed = -1;
  article.jumping = game_like.jumping = true;
  article.gravity = game_like.gravity = 0x20;
  article.gravity_fall = game_like.gravity_fall = 0x70;
  article.jump_origin_y = game_like.jump_origin_y = 180;
  const ArticleInput up{false, 0, 250, true};
  EXPECT_EQ(step(article, up, edge).gravity, 0x20);
  EXPECT_EQ(step(game_like, up, level).gravity, 0x70);
}

// A standing jump with the button held, 4 px/frame up and 1/8 px/frame^2 down.
TEST(SmbArticle, TheCorrectionValueCompensatesTheFractionCutOffTheSpeed) {
  ArticleState state;
  int whole_px = 176;  // by y += speed, without the correction value
  for (int n = 1; n <= 32; ++n) {
    whole_px += n == 1 ? -4 : state.y_speed;
    state = step(state, {true, 0, 176, false});
    const double y = state.y_position + state.y_subpixel / 256.;
    ASSERT_EQ(y, 176 - 4. * n + n * (n - 1) / 16.) << "frame " << n;
    ASSERT_EQ(176 - 4. * n + n * n / 16. - y, n / 16.) << "half a t^2 lies lower, frame " << n;
  }
  EXPECT_EQ(state.y_position, 176 - 66);
  EXPECT_EQ(whole_px, 176 - 80);
}

TEST(Verlet, AnApexSharedByTwoCallsRestartsTheJumpUnlessCallsAreCounted) {
  VerletConstants constants;
  constants.gh2 = 2;
  for (int n = 2; n < 20; ++n) {
    constants.v0 = -12 * (2 * n - 1);
    VerletState article = verletReady(constants), repaired = article;
    for (int call = 1; call <= n + 1; ++call) {
      article = step(article, false, constants);
      repaired = step(repaired, false, constants, true);
    }
    EXPECT_EQ(article.y, verletStart(130, constants.v0, constants.frame, 2)) << "n " << n;
    EXPECT_EQ(repaired.y, repaired.y_prev + 2) << "n " << n;
  }
}

// With gh2 = 2 and v0 h = -5 calls 2 and 3 end at the same height, so call 4 starts the jump again.
TEST(Verlet, ARestartWhileTheKeyIsHeldKeepsCountingTheCalls) {
  VerletConstants constants;
  constants.gh2 = 2;
  constants.v0 = -60;
  constants.boosts = {0, -5, -4, -3.5};
  VerletState state = verletReady(constants);
  for (int call = 1; call <= 4; ++call) state = step(state, true, constants);
  EXPECT_EQ(state.y, verletStart(130, -60, constants.frame, 2));
  EXPECT_EQ(state.calls, 4);
  EXPECT_EQ(step(state, true, constants).boost, -5) << "call 5";
}

// With g h^2 = 4 and v0 h = -6 calls 1 and 2 end at the same height, so call 3, which has a boost, starts the jump again.
TEST(Verlet, ABoostIsCountedInACallThatRestartsTheJumpAndIgnoresIt) {
  VerletConstants constants;
  constants.frame = 1. / 4;
  constants.gh2 = 4;
  constants.v0 = -24;
  constants.boosts = {-4, -4, 0, -1};
  VerletState state = verletReady(constants);
  for (int call = 1; call <= 3; ++call) state = step(state, true, constants);
  EXPECT_EQ(state.y, 126);
  EXPECT_EQ(state.boosts_done, 1);
  EXPECT_EQ(state.boost, -4);
}

TEST(BouncingBall, ABounceExactlyAsFastAsStopIsTheLast) {
  BallConstants constants;
  constants.restitution = 0.5;
  constants.stop = -50;
  const auto bounce = [&](double v0) {
    BallState state;
    state.v0 = v0;
    while (!state.bounced) state = step(state, constants);
    return state;
  };
  EXPECT_FALSE(bounce(-100).jumping);
  EXPECT_EQ(bounce(-100).v0, -50);
  EXPECT_TRUE(bounce(-100.5).jumping);
}

TEST(BouncingBall, ALandingInTheFirstCallIsABounce) {
  BallConstants constants;
  constants.gh2 = 100;
  BallState state;
  state.v0 = -30;  // 1.25 px up and 50 down
  state = step(state, constants);
  EXPECT_TRUE(state.bounced);
  EXPECT_EQ(state.v0, -24);
  state = step(state, constants);
  EXPECT_TRUE(state.bounced);
  EXPECT_FALSE(state.jumping);
  EXPECT_EQ(state.y, 130);
}

TEST(BouncingBall, AnApexSharedByTwoCallsRestartsTheFlightUnlessCallsAreCounted) {
  BallConstants constants;
  constants.frame = 1. / 16;
  constants.gh2 = 2;
  BallState article;
  article.v0 = -16 * 9;
  BallState counted = article;
  for (int call = 1; call <= 6; ++call) {
    article = step(article, constants);
    counted = step(counted, constants, true);
  }
  EXPECT_EQ(article.y, 130 - 9 + 1);
  EXPECT_EQ(counted.y, counted.y_prev + 2);
}

TEST(Velocity, TheArticleSinksIntoTheGroundAndTheRepairDoesNot) {
  const Block ground{0, 400, 200, 200};
  const VelocityConstants<double> constants;
  const auto land = [&](Contact contact) {
    VelocityState<double> state{100, 203.5, 0, false, false};
    while (!state.grounded) state = step(state, {}, std::span(&ground, 1), constants, contact);
    return state;
  };
  EXPECT_GT(land(Contact::Article).y, 400);
  EXPECT_GT(land(Contact::Article).speed, 0);
  EXPECT_EQ(land(Contact::Repaired).y, 400);
  EXPECT_EQ(land(Contact::Repaired).speed, 0);
}

TEST(Velocity, TheArticleFallsThroughAThinBlockAndTheRepairDoesNot) {
  const Block blocks[] = {{0, 400, 200, 2}, {0, 2000, 200, 200}};
  const VelocityConstants<double> constants;
  const auto land = [&](Contact contact) {
    VelocityState<double> state{100, -1000, 0, false, false};
    while (!state.grounded) state = step(state, {}, blocks, constants, contact);
    return state.y;
  };
  EXPECT_GE(land(Contact::Article), 2000);
  EXPECT_EQ(land(Contact::Repaired), 400);
}

TEST(Velocity, BothJumpTheSameArc) {
  const Block ground{0, 400, 200, 200};
  const VelocityConstants<float> constants;
  VelocityState<double> article, repaired;
  for (int n = 0; n < 70; ++n) {
    const VelocityInput input{n < 12, 0};
    article = step(article, input, std::span(&ground, 1), constants);
    repaired = step(repaired, input, std::span(&ground, 1), constants, Contact::Repaired);
    if (article.grounded) {
      EXPECT_TRUE(repaired.grounded);
      return;
    }
    ASSERT_EQ(article, repaired) << "frame " << n;
  }
  FAIL() << "never landed";
}

TEST(Velocity, TheSampleRises10PxInEachOf30FramesAndFallsAsFast) {
  const Block ground{0, 400, 200, 200};
  SampleState state;
  for (int n = 1; n <= 60; ++n) {
    state = sampleStep(state, {n < 5, 0}, std::span(&ground, 1));
    ASSERT_EQ(state.y, n <= 30 ? 400 - 10 * n : 100 + 10 * (n - 30)) << "frame " << n;
    ASSERT_EQ(state.grounded, n == 60) << "frame " << n;
  }
  EXPECT_EQ(sampleStep(state, {false, 0}, std::span(&ground, 1)).y, 400);
}

// No wish of all angles does better than the computed one.
TEST(Strafe, TheBestAngleIsTheBest) {
  for (const auto& constants : {strafe_air<double>, strafe_ground<double>})
    for (const double dt : {1. / 30, 1. / 60, 1. / 125, 1. / 1000})
      for (const double speed : {0.1, 0.4, 2., 9., 10., 14., 40.}) {
        const Vector2<double> velocity{speed, 0};
        const double best =
            length(strafeStep(velocity, bestWish(velocity, constants, dt, true), constants, dt));
        for (int degree = 0; degree < 360; ++degree) {
          const double angle = degree * std::numbers::pi / 180;
          const double other =
              length(strafeStep(velocity, {std::cos(angle), std::sin(angle)}, constants, dt));
          ASSERT_LE(other, best + 1e-9) << speed << " at " << degree << " degrees, dt " << dt;
        }
      }
}

TEST(Strafe, InTheAirTheSquareOfTheSpeedGrowsByTheSquareOfTheLimit) {
  Vector2<double> velocity{10, 0};
  for (int n = 1; n <= 100; ++n) {
    velocity = strafeStep(velocity, bestWish(velocity, strafe_air<double>, 1. / 60, n % 2 == 0),
                          strafe_air<double>, 1. / 60);
    ASSERT_NEAR(length(velocity), std::sqrt(100 + 0.25 * n), 1e-9);
  }
}

// The square of the speed gains f (2 m a - a^2) a second at f frames, with a = accel / f below m = max_speed.
TEST(Strafe, TheGainPerSecondTendsTo100AsTheFrameRateGrows) {
  const auto gain = [](int fps) {
    Vector2<double> velocity{10, 0};
    for (int n = 0; n < fps; ++n)
      velocity = strafeStep(velocity, bestWish(velocity, strafe_air<double>, 1. / fps, n % 2 == 0),
                            strafe_air<double>, 1. / fps);
    return velocity.x * velocity.x + velocity.y * velocity.y - 100;
  };
  EXPECT_NEAR(gain(60), 15, 1e-6);
  EXPECT_NEAR(gain(200), 50, 1e-6);
  EXPECT_NEAR(gain(400), 75, 1e-6);
  EXPECT_NEAR(gain(1000), 90, 1e-6);
  EXPECT_NEAR(gain(100000), 99.9, 1e-4);
}

}  // namespace
}  // namespace jumpscope::physics
