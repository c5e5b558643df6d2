// An engine in the model's place while the game runs.
#include "src/play/engine_check.h"

#include <chrono>
#include <csignal>
#include <stdexcept>
#include <thread>

#include "tests/play/support.h"

namespace jumpscope::play {
namespace {

// The built-in model as somebody's engine.
EngineJudge routine() {
  return
      [](const trace::Trace& trace, const trace::Profile& profile, const std::vector<trace::Write>& writes) {
        return diff::compareWith(trace, profile, std::optional(writes));
      };
}

// All stops of a run, and what becomes known in half a second after it.
std::vector<Game::Stop> stopsOf(Game& game, const movie::Movie& movie) {
  std::vector<Game::Stop> stops;
  const auto runFrame = [&] {
    game.runFrame({});
    if (auto stop = game.takeStop()) stops.push_back(*stop);
  };
  game.playMovie(movie);
  game.setModelCheck(true);
  while (game.mode() == Game::Mode::Playing) runFrame();
  for (int i = 0; i < 50 && stops.empty(); ++i) {
    runFrame();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return stops;
}

GameOptions withEngine(EngineJudge judge) {
  GameOptions options = smbOptions();
  options.engine = std::move(judge);
  return options;
}

TEST(EngineCheck, StopsAtTheFrameThatDiffersAfterTheLanding) {
  Game with_model(jumplab({{labelOf("jump_rise_table"), 0x21}}), smbOptions());
  const auto expected = stopsOf(with_model, movieNamed("tier0-full"));
  Game game(jumplab({{labelOf("jump_rise_table"), 0x21}}), withEngine(routine()));
  const auto stops = stopsOf(game, movieNamed("tier0-full"));
  ASSERT_FALSE(stops.empty());
  ASSERT_FALSE(expected.empty());
  EXPECT_EQ(stops[0].words, expected[0].words);
  EXPECT_EQ(stops[0].frame, expected[0].frame);
}

TEST(EngineCheck, AnEngineThatIsRightStopsNothing) {
  Game game(jumplab(), withEngine(routine()));
  EXPECT_TRUE(stopsOf(game, movieNamed("tier0-full")).empty());
  EXPECT_TRUE(game.modelCheck());
}

TEST(EngineCheck, WhatAnEngineDoesWrongIsSaidOnceAndEndsTheCheck) {
  signal(SIGPIPE, SIG_IGN);  // as the program does
  Game game(jumplab(), withEngine(engineJudge({"false", 5}, {}, {})));
  const auto stops = stopsOf(game, movieNamed("tier0-full"));
  ASSERT_EQ(stops.size(), 1u);
  EXPECT_NE(stops[0].words.find("ended"), std::string::npos) << stops[0].words;
  EXPECT_FALSE(game.modelCheck());
}

TEST(EngineCheck, OfRewoundRowsNothingIsSaid) {
  Game game(jumplab({{labelOf("jump_rise_table"), 0x21}}),
            withEngine([&](const auto& trace, const auto& profile, const auto& writes) {
              std::this_thread::sleep_for(std::chrono::milliseconds(50));
              return routine()(trace, profile, writes);
            }));
  game.playMovie(movieNamed("tier0-full"));
  game.setModelCheck(true);
  while (!game.flying()) game.runFrame({});
  while (game.flying()) game.runFrame({});
  for (int i = 0; i < 6; ++i) game.runFrame({});
  game.back(40);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  game.runFrame({});
  EXPECT_FALSE(game.takeStop());
}

TEST(EngineCheck, OptionsWithoutAnEngineAreRefused) {
  EXPECT_THROW(engineJudge({}, {"gravity=1"}, {}), std::runtime_error);
  EXPECT_THROW(engineJudge({"true", 5}, {}, {"y"}), std::runtime_error);
  EXPECT_FALSE(engineJudge({}, {}, {}));
}

}  // namespace
}  // namespace jumpscope::play
