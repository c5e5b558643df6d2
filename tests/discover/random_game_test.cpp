// What discover() claims of random cartridges: nothing that is wrong, and most of what there is.
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <vector>

#include "src/session/machine.h"
#include "tests/discover/random_game.h"
#include "tests/support/slow.h"

namespace jumpscope::discover {
namespace {

// What was found, unclear and wrong by kind of game.
using Table = std::map<std::string, tests::Verdict>;

tests::Verdict judge(uint32_t seed, const tests::RandomGame& game, size_t situations, Table& table) {
  Settings settings;
  settings.name = "random";
  settings.any_region = true;
  settings.budget = std::chrono::minutes(10);
  settings.situations = situations;
  const Discovery found = discover(game.cartridge, session::machineOptions({}, *game.cartridge), settings);
  const tests::Verdict verdict = tests::verdictOn(game, found);
  tests::Verdict& sum = table[game.kind];
  sum.found += verdict.found;
  sum.unclear += verdict.unclear;
  sum.wrong += verdict.wrong;
  EXPECT_EQ(verdict.wrong, 0) << "seed " << seed << ", " << game.kind << ":" << verdict.words;
  return verdict;
}

TEST(RandomGames, SeveralAreReadWithoutAMistake) {
  Table table;
  for (const uint32_t seed : {3u, 18u, 33u, 58u}) judge(seed, tests::randomGame(seed), 40, table);
}

// A magnitude in a jump too short for experiments that show its sign turn; a direction in a game that moves every second
// frame; and a character without ground whose sprites are dealt out anew in every frame.
TEST(RandomGames, GamesInWhichKindsMeetAreReadWithoutAMistake) {
  Table table;
  judge(57, tests::mixedGame(57), 40, table);
  for (const uint32_t seed : {11u, 66u}) EXPECT_EQ(judge(seed, tests::mixedGame(seed), 40, table).unclear, 0);
}

TEST(RandomGames, TwoHundredAreReadWithoutAMistake) {
  REQUIRE_SLOW();
  Table table;
  for (uint32_t seed = 0; seed < 200; seed += static_cast<uint32_t>(tests::slowStep()))
    judge(seed, tests::randomGame(seed), 240, table);
  for (uint32_t seed = 0; seed < 100; seed += static_cast<uint32_t>(tests::slowStep()))
    judge(seed, tests::mixedGame(seed), 240, table);
  int found = 0, unclear = 0;
  for (const auto& [kind, sum] : table) {
    std::cout << "| " << kind << " | " << sum.found << " | " << sum.unclear << " | " << sum.wrong << " |\n";
    found += sum.found;
    unclear += sum.unclear;
  }
  EXPECT_GT(found, unclear * 10);
}

}  // namespace
}  // namespace jumpscope::discover
