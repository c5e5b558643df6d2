// Programs in the style of people's own games, as a user goes: discover, fit, diff.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tests/discover/written_game.h"
#include "tests/support/program.h"
#include "tests/support/slow.h"

namespace jumpscope::tests {
namespace {

// "$0341,$0340.8" as WrittenGame has it; empty: the profile has no such watch.
std::string watchIn(const nlohmann::json& profile, const std::string& name) {
  std::string text;
  for (const nlohmann::json& watch : profile.at("watches")) {
    if (watch.at("name") != name) continue;
    const nlohmann::json& address = watch.at("address");
    if (address.is_string())
      text = address;
    else
      for (const std::string one : address) text += (text.empty() ? "" : ",") + one;
    if (const int point = watch.value("point", 0); point != 0) text += "." + std::to_string(point);
  }
  return text;
}

class WrittenGames : public testing::Test {
 protected:
  void explore(const WrittenGame& game) {
    SCOPED_TRACE(game.name);
    const std::vector<uint8_t> image = imageOf(game);
    const Folder folder;
    writeText(folder / "game.nes", std::string(image.begin(), image.end()));
    const Outcome found = jumpscope({"discover", "game.nes", "-o", "game.json"}, folder.path);
    if (game.button.empty() || (game.y.empty() && game.y_speed.empty())) {
      EXPECT_EQ(found.status, 1) << found.out << found.err;
      return;
    }
    ASSERT_EQ(found.status, 0) << found.out << found.err;
    EXPECT_EQ(found.out.find("jump: " + game.button + " "), 0u) << found.out;
    const nlohmann::json profile = nlohmann::json::parse(readText(folder / "game.json"));
    EXPECT_EQ(watchIn(profile, "y"), game.y);
    if (game.y_speed != "?") {
      EXPECT_EQ(watchIn(profile, "y_speed"), game.y_speed) << found.out;
    }
    EXPECT_EQ(watchIn(profile, "x"), game.x);
    if (!game.law) return;
    const Outcome fitted = jumpscope(
        {"fit", "game.nes", "--profile", "game.json", "--movie", "game.fm2", "-o", "law.json"}, folder.path);
    ASSERT_EQ(fitted.status, 0) << fitted.out << fitted.err;
    const Outcome same = jumpscope(
        {"diff", "game.nes", "--profile", "game.json", "--movie", "game.fm2", "--model", "law.json"},
        folder.path);
    EXPECT_EQ(same.status, 0) << same.out << same.err;
  }
  void exploreThose(const std::set<std::string>& names) {
    size_t count = 0;
    for (const WrittenGame& game : writtenGames())
      if (names.contains(game.name)) explore(game), ++count;
    EXPECT_EQ(count, names.size());
  }
};

TEST_F(WrittenGames, WhatGoesUpAndDownIsNoJumpIfItIsCarriedBackOrBrakesOrIsAPiston) {
#ifdef JUMPSCOPE_SANITIZE
  GTEST_SKIP() << "takes minutes under the sanitizers";
#endif
  exploreThose({"n_frog", "n_lander", "n_piston"});
}

TEST_F(WrittenGames, ACharacterThatBreathesIsWhereItsFeetAre) { exploreThose({"meta"}); }

TEST_F(WrittenGames, AByteOfTheSpeedIsNoFraction) { exploreThose({"plat"}); }

TEST_F(WrittenGames, LawsOfFurtherKindsAreFound) {
#ifdef JUMPSCOPE_SANITIZE
  GTEST_SKIP() << "takes minutes under the sanitizers";
#endif
  exploreThose({"magdir", "cartram", "far", "fx106", "slowgrav", "intcount", "idx"});
}

TEST_F(WrittenGames, AllOthersAreReadWithoutAMistake) {
  REQUIRE_SLOW();
  for (const WrittenGame& game : writtenGames()) explore(game);
}

}  // namespace
}  // namespace jumpscope::tests
