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

tests::Verdict judge(uint32_t seed, size_t situations, Table& table) {
  const tests::RandomGame game = tests::randomGame(seed);
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
  for (const uint32_t seed : {3u, 18u, 33u, 58u}) judge(seed, 40, table);
}

TEST(RandomGames, TwoHundredAreReadWithoutAMistake) {
  REQUIRE_SLOW();
  Table table;
  for (uint32_t seed = 0; seed < 200; seed += static_cast<uint32_t>(tests::slowStep()))
    judge(seed, 240, table);
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
