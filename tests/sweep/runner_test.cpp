// Runs that share frames come out as each of them does alone.
#include "src/sweep/runner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>

#include "src/movie/press.h"
#include "tests/support/program.h"

namespace jumpscope::sweep {
namespace {

nlohmann::json countingSpec() {
  return {{"format", "jumpscope-sweep"},
          {"version", 1},
          {"rom", "c.nes"},
          {"watches", {"counted=$10", "pad=$11", "resets=$12"}},
          {"start", {{"press", "3-9:A"}, {"frames", 10}}},
          {"inputs", {{"patterns", {{"choices", {"", "R", "A", "RA"}}, {"hold", 2}, {"steps", 4}}}}},
          {"frames", 12},
          {"score", {{"value", "pad"}, {"at", "max"}}},
          {"end", {"frame > 5 && pad == 129", "changed(pad) && pressed(A) && frame == 4"}},
          {"columns", {{{"name", "least"}, {"value", "pad + previous(pad)"}, {"at", "min"}}, "counted"}}};
}

class RunnerTest : public ::testing::Test {
 protected:
  RunnerTest() { tests::writeText(folder / "c.nes", tests::countingCartridge()); }

  std::unique_ptr<Plan> planOf(const nlohmann::json& spec) {
    Sources sources;
    sources.folder = folder.path;
    return std::make_unique<Plan>(parseSpec(spec.dump(), "s.json"), sources);
  }

  tests::Folder folder;
};

void expectSame(const Outcome& a, const Outcome& b) {
  EXPECT_EQ(a.frames, b.frames);
  EXPECT_EQ(a.ending, b.ending);
  EXPECT_EQ(a.measures, b.measures);
}

TEST_F(RunnerTest, SharedFramesChangeNoOutcome) {
  const auto plan = planOf(countingSpec());
  std::vector<Candidate> candidates;
  for (uint64_t i = 0; i < plan->candidates->count(); ++i) candidates.push_back(plan->candidates->at(i));
  std::mt19937 random(1);
  std::shuffle(candidates.begin(), candidates.end(), random);
  candidates.push_back(candidates[3]);
  Runner together(*plan, [] { return false; });
  const auto outcomes = together.run(candidates);
  ASSERT_EQ(candidates.size(), 257u);
  uint64_t frames = 0, ended = 0;
  Runner alone(*plan, [] { return false; });
  for (size_t i = 0; i < candidates.size(); ++i) {
    expectSame(outcomes[i], alone.run({&candidates[i], 1})[0]);
    frames += outcomes[i].frames;
    ended += outcomes[i].ending < 2;
  }
  EXPECT_GT(ended, 10u);
  EXPECT_EQ(alone.emulated(), frames);
  EXPECT_LT(together.emulated(), frames);
}

TEST_F(RunnerTest, AResetAmongTheInputsIsPressedOnce) {
  const auto plan = planOf(countingSpec());
  movie::Player player;
  player.addPresses(movie::parsePress("0-7:A"));
  player.addReset(3);
  player.addReset(4);
  const std::vector<Candidate> candidates = {{12, {}, scriptOf(player, 0, 12)},
                                             {12, {}, scriptOf(player, 0, 12)}};
  Runner runner(*plan, [] { return false; });
  const auto outcomes = runner.run(candidates);
  expectSame(outcomes[0], outcomes[1]);
  EXPECT_EQ(candidates[0].script.at(3).reset, true);
  EXPECT_EQ(candidates[0].script.at(5).reset, false);
}

TEST_F(RunnerTest, ValuesAreThoseOfTheFrame) {
  nlohmann::json spec = countingSpec();
  spec["end"] = nlohmann::json::array();
  spec["columns"] = {{{"name", "held"}, {"value", "held(A) - released(A)"}},
                     {{"name", "last"}, {"value", "frame"}}};
  const auto plan = planOf(spec);
  Runner runner(*plan, [] { return false; });
  // "", "", "", A: held in frames 6 and 7, released with frame 8.
  const Candidate candidate = plan->candidates->of({0, 0, 0, 2});
  const Outcome outcome = runner.run({&candidate, 1})[0];
  EXPECT_EQ(outcome.frames, 12u);
  EXPECT_EQ(outcome.measures[0], (Exact{128, 0}));  // A in bit 7
  EXPECT_EQ(outcome.measures[2], (Exact{11, 0}));
}

TEST(Scripts, DifferencesAreFoundInTheFirstFrameThatDiffers) {
  const auto script = [](const char* press) { return scriptOf(movie::parsePress(press)); };
  EXPECT_EQ(firstDifference(script("3-5:A"), script("3-6:A")), 6u);
  EXPECT_EQ(firstDifference(script("3-5:A"), script("3-5:A 9:B")), 9u);
  EXPECT_EQ(firstDifference(script("0-5:A"), script("")), 0u);
  EXPECT_EQ(firstDifference(script("3-5:A"), script("3-4:A 5:A")), UINT64_MAX);
  EXPECT_EQ(isBefore(script("3:A"), script("3:A")), false);
  EXPECT_NE(isBefore(script("3:A"), script("3:B")), isBefore(script("3:B"), script("3:A")));
}

TEST(Scripts, TheirTextIsThePressScript) {
  for (const char* press : {"", "0-9:R", "3:A 5-9:RA", "0-11:B 2/4-5:A", "7-11:RLDUTSBA"})
    EXPECT_EQ(pressText(scriptOf(movie::parsePress(press)), 12), press);
  EXPECT_EQ(pressText(scriptOf(movie::parsePress("5-99:A")), 12), "5-11:A");
}

}  // namespace
}  // namespace jumpscope::sweep
