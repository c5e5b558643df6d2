// What the overlay shows of heights is what `jumps` measures.
#include "src/play/curves.h"

#include <algorithm>
#include <cmath>

#include "tests/play/support.h"

namespace jumpscope::play {
namespace {

double apexOf(const jumps::Jump& jump) {
  return std::ldexp(static_cast<double>(jump.apex_raw), -jump.apex_bits);
}

// At each landing: the highest point of the curve since the start, beside the jump's apex.
void expectCurvesShowTheApex(const std::string& movie, size_t fewest) {
  Game game(jumplab(), smbOptions());
  game.playMovie(movieNamed(movie));
  size_t jumps = 0;
  std::optional<uint64_t> told;
  while (game.mode() == Game::Mode::Playing) {
    game.runFrame({});
    const auto jump = game.lastJump();
    if (!jump || game.flying() || told == jump->start_frame) continue;
    told = jump->start_frame;
    // One that ends in another way may end still rising.
    if (jump->end != jumps::JumpEnd::Landed) continue;
    const auto curves = curvesOf(*game.live(), game.rows().last(jump->frames_airborne + 2));
    ASSERT_FALSE(curves.empty());
    ASSERT_EQ(curves[0].what, Curve::What::Height);
    // The landing may lift him above what he rose to.
    EXPECT_DOUBLE_EQ(*std::max_element(curves[0].values.begin(), curves[0].values.end() - 1), apexOf(*jump))
        << "the jump of frame " << jump->start_frame;
    ++jumps;
  }
  EXPECT_GE(jumps, fewest);
}

TEST(Curves, TheHighestPointIsTheApexThatJumpsPrints) { expectCurvesShowTheApex("tier0-full", 1); }
TEST(Curves, EachJumpIsMeasuredFromItsOwnStart) { expectCurvesShowTheApex("tour", 30); }

TEST(Curves, InFlightTheHeightAlreadyCountsFromTheStart) {
  Game game(jumplab(), smbOptions());
  game.playMovie(movieNamed("tier0-full"));
  while (!game.flying()) game.runFrame({});
  const auto first = curvesOf(*game.live(), game.rows().last(2));
  EXPECT_EQ(game.live()->flight().size(), 2u);
  EXPECT_GT(first[0].values.back(), 0);
  EXPECT_LT(std::abs(first[0].values.front()), 1);
}

TEST(LastJump, StaysHoweverLongThePlayerStands) {
  Game game(jumplab(), smbOptions());
  game.playMovie(movieNamed("tier0-full"));
  playTo(game);
  const auto jump = game.lastJump();
  ASSERT_TRUE(jump);
  for (size_t i = 0; i < 3 * LiveCheck::rows_kept; ++i) game.runFrame({});
  ASSERT_TRUE(game.lastJump()) << "forgotten with its rows";
  EXPECT_EQ(game.lastJump()->start_frame, jump->start_frame);
  EXPECT_EQ(apexOf(*game.lastJump()), apexOf(*jump));
  // Rewound to its middle, it has not ended.
  ASSERT_TRUE(game.back(game.frame() - (jump->start_frame + jump->frames_airborne / 2)));
  EXPECT_FALSE(game.lastJump());
  EXPECT_EQ(game.live()->whyNoLastJump(), "none is known yet");
  const std::string since = std::to_string(game.frame());
  game.runFrame({});
  EXPECT_EQ(game.live()->whyNoLastJump(), "none has ended since frame " + since);
}

}  // namespace
}  // namespace jumpscope::play
