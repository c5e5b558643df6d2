// Two models beside each other for all states. After a deliberate change: JUMPSCOPE_WRITE_DOCS=1
// build/.../test_prove --gtest_filter='ModelAgainst.*'
#include "src/prove/proof/model_against.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/bytes.h"
#include "tests/support/sanitized.h"
#include "tests/support/shared.h"
#include "tests/support/together.h"

namespace jumpscope::prove {
namespace {

constexpr unsigned minute = 60000;

RUN_TOGETHER(ModelAgainst);

const physics::Settings& gameRules() {
  static const physics::Settings settings{{"release_is_an_edge", 0},
                                          {"rise_is_signed", 0},
                                          {"correction_survives", 0},
                                          {"landing_clears_all", 0},
                                          {"speed_limit_is_signed", 0}};
  return settings;
}

const ModelsCompared& gameAgainstArticle() {
  static const ModelsCompared compared = compareModels({"smb-jump", {}}, {"smb-article-jump", {}}, minute);
  return compared;
}

TEST(ModelAgainst, TheArticlePartsFromTheGameWhereItSaysAndNowhereElse) {
  const ModelsCompared& compared = gameAgainstArticle();
  EXPECT_TRUE(compared.proved) << textOf(compared);
  EXPECT_FALSE(compared.unexplained);
  std::vector<std::string> settings;
  for (const PartingClass& one : compared.classes)
    if (!one.settings.empty()) settings.push_back(one.settings);
  EXPECT_EQ(settings,
            (std::vector<std::string>{"release_is_an_edge=0", "rise_is_signed=0", "correction_survives=0",
                                      "landing_clears_all=0", "speed_limit_is_signed=0"}));
  EXPECT_EQ(compared.first_only.size(), 5u);  // ceilings, blocks and bricks
  EXPECT_TRUE(compared.second_only.empty());
}

TEST(ModelAgainst, TheClassesAreTheSameFromTheOtherSide) {
  if (tests::case_step > 1) GTEST_SKIP() << "the same lines as in the test before";
  const ModelsCompared compared = compareModels({"smb-article-jump", {}}, {"smb-jump", {}}, minute);
  EXPECT_TRUE(compared.proved);
  EXPECT_EQ(compared.classes.size(), gameAgainstArticle().classes.size());
  EXPECT_EQ(compared.second_only, gameAgainstArticle().first_only);
}

TEST(ModelAgainst, WithItsDeparturesSwitchedOffTheArticleIsTheGameWithinItsLimits) {
  const ModelsCompared compared = compareModels({"smb-jump", {}}, {"smb-article-jump", gameRules()}, minute);
  EXPECT_TRUE(compared.proved);
  EXPECT_FALSE(compared.unexplained);
}

TEST(ModelAgainst, AModelIsEqualToItself) {
  const ModelsCompared compared = compareModels({"smb-jump", {}}, {"smb-jump", {}}, minute);
  EXPECT_TRUE(compared.proved);
  EXPECT_TRUE(compared.classes.empty());
  EXPECT_NE(textOf(compared).find("  equal: proved\n"), std::string::npos);
}

TEST(ModelAgainst, AnotherConstantShowsInTheSmallestFrameThatUsesIt) {
  const ModelsCompared other = compareModels({"smb-jump", {}}, {"smb-jump", {{"fall", 113}}}, minute);
  EXPECT_FALSE(other.proved);
  ASSERT_TRUE(other.unexplained);
  EXPECT_EQ(other.unexplained->before, std::vector<NamedValue>{});
  EXPECT_EQ(other.unexplained->pad, 1);
  EXPECT_EQ(other.unexplained->first, (std::vector<NamedValue>{{"gravity_fall", 112}}));
  EXPECT_EQ(other.unexplained->second, (std::vector<NamedValue>{{"gravity_fall", 113}}));
  EXPECT_EQ(jsonOf(other)["unexplained"]["second"]["gravity_fall"], 113);
}

TEST(ModelAgainst, ModelsOfOtherGamesPartAnywhereAndNoLimitExplainsIt) {
  const ModelsCompared compared = compareModels({"cut-jump", {}}, {"smb-jump", {}}, minute);
  EXPECT_FALSE(compared.proved);
  EXPECT_TRUE(compared.unexplained);
  EXPECT_TRUE(compared.classes.empty());
  EXPECT_EQ(compared.compared,
            (std::vector<std::string>{"y_position", "y_subpixel", "y_speed", "y_speed_fraction"}));
}

TEST(ModelAgainst, WhatCannotBeComparedSaysWhy) {
  EXPECT_EQ(
      tests::errorOf([] {
        compareModels({"smb-jump", {}}, {"smb-jump", {{"release_rise", 2}}}, minute);
      }),
      "smb-jump and smb-jump cannot be compared: no state is within the limits of both, which are: the "
      "player "
      "climbs (player_state > 2); another rise is needed before a release counts (halt_threshold); the "
      "game's "
      "time stands still (freeze); a jumpspring moves the player (jumpspring); the player is not in control "
      "(engine)");
}

TEST(ModelAgainst, TheTableOfTheArticlesPageIsWhatTheSolverFinds) {
  const auto page = tests::sourceDir() / "docs/models/smb-article-jump.md";
  std::ifstream in(page, std::ios::binary);
  std::ostringstream read;
  read << in.rdbuf();
  std::string text = read.str();
  const std::string begin = "<!-- classes -->\n", end = "<!-- /classes -->";
  const size_t from = text.find(begin), to = text.find(end);
  ASSERT_NE(from, std::string::npos);
  ASSERT_NE(to, std::string::npos);
  const size_t start = from + begin.size();
  const std::string table = tableOf(gameAgainstArticle());
  if (std::getenv("JUMPSCOPE_WRITE_DOCS") == nullptr) {
    EXPECT_EQ(text.substr(start, to - start), table);
    return;
  }
  std::ofstream(page, std::ios::binary) << text.replace(start, to - start, table);
}

}  // namespace
}  // namespace jumpscope::prove
