// Strategies: what they try follows from the results alone, and leads to what is known to be best.
#include "src/sweep/search.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>

#include "tests/sweep/sweep_program.h"

namespace jumpscope::sweep {
namespace {

using Strategy = SearchPlan::Strategy;
using Judge = std::function<Result(const Digits&)>;

Result scored(int64_t score) { return {10, "time", {score, 0}, {}, ""}; }

// Runs a search to its end. Returns the best score and how many inputs were tried.
std::pair<int64_t, size_t> searched(const SearchPlan& plan, const std::vector<uint32_t>& radices,
                                    const Judge& judge) {
  Search search(plan, Goal::Max, radices);
  int64_t best = INT64_MIN;
  size_t tried = 0;
  while (!search.inputs().empty()) {
    std::vector<Result> results;
    for (const Digits& digits : search.inputs()) {
      results.push_back(judge(digits));
      best = std::max(best, results.back().score.whole);
      ++tried;
    }
    search.learn(results);
  }
  return {best, tried};
}

SearchPlan planFor(Strategy strategy, uint64_t rounds, uint64_t width) {
  SearchPlan plan;
  plan.strategy = strategy;
  plan.rounds = rounds;
  plan.width = width;
  return plan;
}

TEST(Search, CoordinateFindsTheTopOfASumAndStopsThere) {
  const auto sum = [](const Digits& d) {
    return scored(-std::abs(int(d[0]) - 7) - std::abs(int(d[1]) - 2) - std::abs(int(d[2]) - 5));
  };
  const auto [best, tried] = searched(planFor(Strategy::Coordinate, 100, 1), {10, 10, 10}, sum);
  EXPECT_EQ(best, 0);
  EXPECT_LE(tried, 70u);
}

TEST(Search, BeamKeepsTheBestBeginnings) {
  const auto ones = [](const Digits& d) { return scored(std::count(d.begin(), d.end(), 2u)); };
  const auto [best, tried] = searched(planFor(Strategy::Beam, 50, 2), std::vector<uint32_t>(12, 3), ones);
  EXPECT_EQ(best, 12);
  EXPECT_EQ(tried, 3u + 11 * 6);
}

TEST(Search, BeamDropsWhatAConditionEnded) {
  const auto judge = [](const Digits& d) {
    Result result = scored(d[0] == 1 ? 100 : 0);
    if (d[0] == 1) result.end = "dead";
    return result;
  };
  EXPECT_EQ(searched(planFor(Strategy::Beam, 3, 4), {2, 2, 2}, judge).second, 2u + 2 + 4);
}

// A walk on a grid from (0, 0) to (4, 3) with a wall at x = 2 that is open at y = 5 only.
Result walked(const Digits& digits) {
  int x = 0, y = 0;
  for (const uint32_t step : digits) {
    const int to_x = x + (step == 0) - (step == 1), to_y = y + (step == 2) - (step == 3);
    const bool wall = to_x == 2 && to_y != 5;
    if (!wall && to_x >= 0 && to_y >= 0 && to_y <= 6) x = to_x, y = to_y;
  }
  const bool there = x == 4 && y == 3;
  return {digits.size(),
          there ? "there" : "time",
          {there, 0},
          {std::abs(x - 4) + std::abs(y - 3), 0},
          std::to_string(x) + " " + std::to_string(y)};
}

TEST(Search, AStarFindsAShortestWay) {
  SearchPlan plan = planFor(Strategy::AStar, 1000, 1);
  plan.found = "there";
  plan.same = {"x", "y"};
  uint64_t shortest = UINT64_MAX;
  const auto judge = [&](const Digits& digits) {
    const Result result = walked(digits);
    if (result.end == "there") shortest = std::min(shortest, result.frames);
    return result;
  };
  const auto [best, tried] = searched(plan, std::vector<uint32_t>(30, 4), judge);
  EXPECT_EQ(best, 1);
  EXPECT_EQ(shortest, 4u + 5 + 2);  // up to the gap and down again
  EXPECT_LT(tried, 4u * 7 * 40);    // each place once
}

TEST(Search, RandomFollowsFromItsSeed) {
  SearchPlan plan = planFor(Strategy::Random, 3, 5);
  const Search one(plan, Goal::Max, {9, 9, 9}), same(plan, Goal::Max, {9, 9, 9});
  EXPECT_EQ(one.inputs(), same.inputs());
  plan.seed = 1;
  EXPECT_NE(Search(plan, Goal::Max, {9, 9, 9}).inputs(), one.inputs());
}

// With the program: a search in rounds of shards, each continued from what was merged before, is one run.
nlohmann::json walkSpec(const nlohmann::json& search) {
  nlohmann::json spec = tests::holdSpec();
  spec["watches"] = {"x=$006D,$0086:u16"};
  spec["inputs"] = {{"patterns", {{"choices", {"R", "RA", "RB", "RBA"}}, {"hold", 10}, {"steps", 12}}}};
  spec["frames"] = 120;
  spec["end"] = {{{"name", "fell"}, {"when", "y_page > 1"}}, {{"name", "there"}, {"when", "x >= 140"}}};
  spec["score"] = "x";
  spec["goal"] = "max";
  spec["chunk"] = 4;
  spec["search"] = search;
  return spec;
}

void expectRoundsOfShardsAreOneRun(const nlohmann::json& search) {
  using namespace tests;
  const Folder folder;
  writeSpec(folder, walkSpec(search));
  sweepIn(folder, {"s.json", "-o", "one.csv.zst", "-j", "2"});
  std::string before;
  for (int round = 0; round < 40; ++round) {
    Arguments plan = {"s.json", "--plan"}, earlier;
    if (!before.empty()) earlier = {"--continue", before};
    plan.insert(plan.end(), earlier.begin(), earlier.end());
    if (nlohmann::json::parse(sweepIn(folder, plan).out).at("over") == true) break;
    const std::string merged = "round" + std::to_string(round) + ".csv.zst";
    Arguments merge = {"--merge", "-o", merged, "1.csv.zst", "2.csv.zst"};
    if (!before.empty()) merge.push_back(before);
    for (const std::string i : {"1", "2"}) {
      Arguments shard = {"s.json", "--shard", i + "/2", "-o", i + ".csv.zst"};
      shard.insert(shard.end(), earlier.begin(), earlier.end());
      sweepIn(folder, shard);
    }
    sweepIn(folder, merge);
    before = merged;
  }
  EXPECT_EQ(readText(folder / before), readText(folder / "one.csv.zst")) << search;
  sweepIn(folder, {"s.json", "-o", before, "--best-movies", "movies"});
  EXPECT_FALSE(std::filesystem::is_empty(folder / "movies"));
}

TEST(Search, TheBestMoviesOfAllItsRoundsAreWritten) {
  using namespace tests;
  const Folder folder;
  nlohmann::json spec = walkSpec({{"strategy", "beam"}, {"width", 2}, {"rounds", 5}});
  spec["best"] = 30;  // of several rounds, the later ones first
  writeSpec(folder, spec);
  sweepIn(folder, {"s.json", "-o", "packed.csv.zst", "--best-movies", "packed"});
  sweepIn(folder, {"s.json", "-o", "packed.csv.zst", "--best-movies", "again"});
  const auto rows = rowsOf(sweepIn(folder, {"s.json", "-o", "plain.csv", "--best-movies", "plain"}).out);
  ASSERT_EQ(rows.size(), 30u);
  EXPECT_GT(rows.front()[0].size(), rows.back()[0].size());
  for (const std::string name : {"01.fm2", "17.fm2", "30.fm2"}) {
    const std::string movie = readText(folder / ("packed/" + name));
    EXPECT_EQ(readText(folder / ("plain/" + name)), movie) << name;
    EXPECT_EQ(readText(folder / ("again/" + name)), movie) << name;
    const tests::Outcome run = jumpscope({"trace", jumplab().string(), "--movie", "packed/" + name, "--watch",
                                          "x=$006D,$0086:u16", "--when", "frame >= 120"},
                                         folder.path);
    const auto frames = rowsOf(run.out);
    const auto& row = rows[size_t(std::stoi(name)) - 1];
    EXPECT_EQ(frames.back().back(), row[5]) << name << " ends where the run ended";
  }
  EXPECT_NE(refusal(folder, {"s.json", "-o", "packed.csv.zst", "--best-movies", "s.json"}).find("is a file"),
            std::string::npos);
}

TEST(Search, RoundsOfMergedShardsAreOneRunByteForByte) {
  expectRoundsOfShardsAreOneRun({{"strategy", "beam"}, {"rounds", 5}, {"width", 3}});
  expectRoundsOfShardsAreOneRun({{"strategy", "random"}, {"rounds", 3}, {"width", 9}, {"seed", 2}});
  expectRoundsOfShardsAreOneRun({{"strategy", "coordinate"}, {"rounds", 8}});
  expectRoundsOfShardsAreOneRun({{"strategy", "astar"},
                                 {"rounds", 6},
                                 {"width", 4},
                                 {"estimate", "abs(140 - x)"},
                                 {"found", "there"},
                                 {"same", {"x", "y_position"}}});
}

}  // namespace
}  // namespace jumpscope::sweep
