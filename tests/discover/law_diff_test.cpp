// From a cartridge to its law to a comparison with it, as a user goes: `fit` and `diff` with the same movie.
#include <gtest/gtest.h>

#include <string>

#include "tests/discover/small_game.h"
#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

class LawDiff : public testing::Test {
 protected:
  void write(const SmallGame& game) {
    const std::vector<uint8_t> image = imageOf(game);
    writeText(folder_ / "small.nes", std::string(image.begin(), image.end()));
    writeText(folder_ / "small.json",
              R"({"name": "small", "jump": {)" + rule_ + R"("height": "y"}, "watches": [)" + watches_ + "]}");
    const Outcome made = jumpscope({"run", "small.nes", "--press", "60-70:A 150-190:A 260-262:A", "--frames",
                                    "340", "--record", "small.fm2"},
                                   folder_.path);
    ASSERT_EQ(made.status, 0) << made.err;
  }
  void fit() {
    const Outcome fitted =
        jumpscope({"fit", "small.nes", "--profile", "small.json", "--movie", "small.fm2", "-o", "law.json"},
                  folder_.path);
    ASSERT_EQ(fitted.status, 0) << fitted.out << fitted.err;
  }
  Outcome diff(const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"diff",    "small.nes", "--profile", "small.json",
                                       "--movie", "small.fm2", "--model",   "law.json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return jumpscope(arguments, folder_.path);
  }
  // The law's text with one word for another.
  void change(const std::string& from, const std::string& to) {
    std::string text = readText(folder_ / "law.json");
    const size_t place = text.find(from);
    ASSERT_NE(place, std::string::npos) << text;
    writeText(folder_ / "law.json", text.replace(place, from.size(), to));
  }

  Folder folder_;
  std::string rule_;
  std::string watches_ = R"({"name": "y", "address": ["$0301", "$0300"], "type": "u16", "point": 8},
        {"name": "y_speed", "address": ["$0303", "$0302"], "type": "s16", "point": 8})";
};

bool says(const Outcome& outcome, const std::string& words) {
  return outcome.out.find(words) != std::string::npos;
}

TEST_F(LawDiff, OfTheMovieThatItWasFittedWithFindsNothing) {
  write(SmallGame());
  fit();
  const Outcome same = diff();
  EXPECT_EQ(same.status, 0) << same.out << same.err;
  EXPECT_TRUE(says(same, "3 jumps")) << same.out;
  EXPECT_FALSE(says(same, "no write log")) << same.out;
  change("\"gravity\": 48", "\"gravity\": 49");
  const Outcome other = diff();
  EXPECT_EQ(other.status, 1) << other.out << other.err;
  EXPECT_TRUE(says(other, ", by $")) << other.out;
}

TEST_F(LawDiff, OfAGameThatMovesItsCharacterInEverySecondFrameCountsThese) {
  SmallGame game;
  game.every_second_frame = true;
  write(game);
  fit();
  const Outcome same = diff();
  EXPECT_EQ(same.status, 0) << same.out << same.err;
  EXPECT_TRUE(says(same, "of flights the game wrote neither position nor speed")) << same.out;
  change("\"gravity\": 48", "\"gravity\": 47");
  EXPECT_EQ(diff().status, 1);
}

// No jump from flat ground is that fast, and the fall into the game has other speeds on its way.
TEST_F(LawDiff, KnowsTheLimitOfFallsThatAreDeeperThanTheGroundAllows) {
  SmallGame game;
  game.falls_in = true;
  game.fastest = 0x0480;
  write(game);
  fit();
  EXPECT_TRUE(readText(folder_ / "law.json").find("\"to\": 1152") != std::string::npos)
      << readText(folder_ / "law.json");
  const Outcome same = diff();
  EXPECT_EQ(same.status, 0) << same.out << same.err;
  EXPECT_TRUE(says(same, "4 jumps")) << same.out;
}

// The speed is kept without its sign, so that no law explains it.
TEST_F(LawDiff, OfAGameThatKeepsAMagnitudeIsOfItsHeight) {
  SmallGame game;
  game.magnitude = true;
  write(game);
  fit();
  const Outcome same = diff();
  EXPECT_EQ(same.status, 0) << same.out << same.err;
  EXPECT_TRUE(says(same, "3 jumps")) << same.out;
  change("\"start\": -1024", "\"start\": -1023");
  EXPECT_EQ(diff().status, 1);
}

TEST_F(LawDiff, OfAGameWithATableOfStepsGivesTheTable) {
  for (const bool every_second_frame : {false, true}) {
    SmallGame game;
    game.y = {0x0301}, game.v = {0x0303}, game.shift = 0;
    game.table_driven = true;
    game.every_second_frame = every_second_frame;
    rule_ = R"("when": ["state != 0"], )";  // it hangs at the apex for longer than most games stand
    watches_ = R"({"name": "y", "address": "$0301"}, {"name": "state", "address": "$0310"})";
    write(game);
    fit();
    EXPECT_NE(readText(folder_ / "law.json").find("\"always\": true"), std::string::npos)
        << readText(folder_ / "law.json");
    const Outcome same = diff();
    EXPECT_EQ(same.status, 0) << same.out << same.err;
  }
}

// What a game does with its memory before it first reads a controller is no jump.
TEST_F(LawDiff, BeginsWhereTheGameHasSetItsMemoryUp) {
  SmallGame game;
  game.double_jump = true;
  write(game);
  fit();
  const Outcome same = diff();
  EXPECT_EQ(same.status, 0) << same.out << same.err;
}

}  // namespace
}  // namespace jumpscope::tests
