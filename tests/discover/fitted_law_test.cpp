// Laws of small cartridges from experiments: what the world and idle frames do to a flight is no law's business.
#include <gtest/gtest.h>

#include "src/fit/law_contacts.h"
#include "src/fit/law_fit.h"
#include "src/session/machine.h"
#include "src/trace/watch.h"
#include "tests/discover/small_game.h"

namespace jumpscope::discover {
namespace {

using tests::SmallGame;

struct Fitted {
  explicit Fitted(const SmallGame& game)
      : cartridge(tests::cartridgeOf(game)), bench(cartridge, session::machineOptions({}, *cartridge)) {
    profile.name = "small";
    profile.height_watch = "y";
    profile.watches = {trace::parseWatch("y=$0301,$0300:u16.8"),
                       trace::parseWatch("y_speed=$0303,$0302:s16.8")};
    experiments = fit::makeExperiments(bench, Script(30, 0), button_a, profile);
  }
  fit::LawEvidence evidence() const { return fit::lawEvidence(experiments.trace, profile); }

  std::shared_ptr<const console::Cartridge> cartridge;
  Bench bench;
  trace::Profile profile;
  fit::Experiments experiments;
};

TEST(FittedLaws, FramesInWhichNothingIsWrittenAreNoRows) {
  SmallGame game;
  game.every_second_frame = true;
  Fitted fitted(game);
  EXPECT_FALSE(fit::fitLaw(fitted.evidence()).exact());
  fit::markIdleFrames(fitted.bench, fitted.experiments, fitted.evidence().law);
  const fit::LawFit found = fit::fitLaw(fitted.evidence());
  EXPECT_TRUE(found.exact()) << fit::lawText(found);
  EXPECT_EQ(found.law.tiers.front().gravity, game.gravity) << fit::lawText(found);
}

TEST(FittedLaws, AFlightEndsWhereTheGroundStopsIt) {
  Fitted fitted{SmallGame()};
  fit::LawEvidence evidence = fitted.evidence();
  const std::vector<size_t> whole = [&] {
    std::vector<size_t> list;
    for (const fit::LawFlight& flight : evidence.flights) list.push_back(flight.rows.size());
    return list;
  }();
  // As if nobody had seen the landing.
  const physics::Law& law = evidence.law;
  ASSERT_EQ(law.y.parts.size(), 1u);
  for (fit::LawFlight& flight : evidence.flights) {
    ASSERT_TRUE(flight.landing);
    flight.rows.push_back(*flight.landing);
  }
  EXPECT_FALSE(fit::fitLaw(evidence).exact());
  fit::endAtContacts(fitted.bench, fitted.experiments, evidence);
  ASSERT_EQ(evidence.flights.size(), whole.size());
  for (size_t i = 0; i < whole.size(); ++i) EXPECT_EQ(evidence.flights[i].rows.size(), whole[i]) << i;
  EXPECT_EQ(evidence.left_out.size(), whole.size());
  const fit::LawFit found = fit::fitLaw(evidence);
  EXPECT_TRUE(found.exact()) << fit::lawText(found);
  EXPECT_EQ(found.aside.size(), whole.size());
}

// A release after a rise, from a pixel that no watch names: where the flight is decides, but not the world.
TEST(FittedLaws, AReleaseThatAsksForARiseIsNoContact) {
  SmallGame game;
  game.gravity_byte = 0x0320;
  game.fall_byte = 0x0321;
  game.origin_byte = 0x0322;
  game.least_rise = 6;
  Fitted fitted(game);
  fit::LawEvidence evidence = fitted.evidence();
  const size_t rows = evidence.rows();
  fit::endAtContacts(fitted.bench, fitted.experiments, evidence);
  EXPECT_EQ(evidence.rows(), rows);
  EXPECT_TRUE(evidence.left_out.empty())
      << evidence.left_out.front().why << " " << evidence.left_out.front().first;
}

TEST(FittedLaws, ALongLagEndsAFlight) {
  Fitted fitted{SmallGame()};
  trace::Trace& trace = fitted.experiments.trace;
  const size_t lag = *trace.find("lag");
  const size_t first = fitted.experiments.first_rows[20] + 10;
  for (size_t row = first; row < first + 20; ++row) trace.rows[row].values[lag] = 1;
  const fit::LawEvidence evidence = fitted.evidence();
  ASSERT_EQ(evidence.left_out.size(), 1u);
  EXPECT_EQ(evidence.left_out.front().first, trace.rows[first].frame);
  EXPECT_TRUE(fit::fitLaw(evidence).exact());
}

// A cut on release: some of its falls come to the ground on a whole pixel, others have a fraction to lose.
TEST(FittedLaws, ALandingIsFoundWhereSomeFallsHaveNoFraction) {
  SmallGame game;
  game.cut = 0x0100;
  Fitted fitted(game);
  const fit::LawFit found = fit::fitLaw(fitted.evidence());
  ASSERT_TRUE(found.exact()) << fit::lawText(found);
  ASSERT_TRUE(found.law.landing) << fit::lawText(found);
  EXPECT_TRUE(found.law.landing->clears_fraction) << fit::lawText(found);
}

TEST(FittedLaws, AFrameIsNamedByTheInputThatShowsItAgain) {
  const Fitted fitted{SmallGame()};
  const fit::Experiments& made = fitted.experiments;
  const auto placeOf = [&](size_t experiment, size_t row) {
    return made.placeOf(made.trace.rows[made.first_rows[experiment] + row].frame);
  };
  EXPECT_EQ(placeOf(0, 5), "frame 35 (the movie to frame 29, then A in 32)");
  EXPECT_EQ(placeOf(2, 0), "frame 30 (the movie to frame 29, then A in 32-34)");
  const auto moves = std::find_if(made.made.begin(), made.made.end(),
                                  [](const fit::Experiment& one) { return one.direction != 0; });
  EXPECT_EQ(placeOf(size_t(moves - made.made.begin()), 1),
            "frame 31 (the movie to frame 29, then R from frame 30 on, A in 32-34)");
}

TEST(FittedLaws, WhatNoExperimentTriesIsSaid) {
  Fitted fitted{SmallGame()};
  fitted.profile.horizontal_watch = "x";
  fitted.profile.watches.push_back(trace::parseWatch("x=$0305:u8"));
  fitted.experiments = fit::makeExperiments(fitted.bench, Script(30, 0), button_a, fitted.profile);
  const std::vector<std::string> list = fitted.evidence().not_tried;
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[0], "another button in a jump (Left, Down, Up)");
  EXPECT_TRUE(list[2].starts_with("a start at another x than 100 to ")) << list[2];
}

TEST(FittedLaws, AnExperimentDecidesWhatTheRowsLeaveOpen) {
  SmallGame game;
  game.cut = 0x0100;
  Fitted fitted(game);
  fit::LawFit found = fit::fitLaw(fitted.evidence());
  const auto list = fit::decidingExperiments(found, fitted.experiments, {});
  ASSERT_FALSE(found.open.empty()) << fit::lawText(found);
  ASSERT_FALSE(list.empty()) << fit::lawText(found);
  fit::addExperiments(fitted.bench, fitted.experiments, list);
  const fit::LawFit more = fit::fitLaw(fitted.evidence());
  EXPECT_TRUE(more.exact()) << fit::lawText(more);
  EXPECT_LE(more.open.size(), found.open.size()) << fit::lawText(more);
  EXPECT_NE(more.open, found.open) << fit::lawText(more);
}

}  // namespace
}  // namespace jumpscope::discover
