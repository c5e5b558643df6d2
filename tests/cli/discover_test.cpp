// jumpscope discover, as a user runs it.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/discover/small_game.h"
#include "tests/support/program.h"
#include "tests/support/slow.h"

namespace jumpscope::tests {
namespace {

std::string smallGame() {
  const std::vector<uint8_t> image = imageOf(SmallGame{});
  return {image.begin(), image.end()};
}

TEST(DiscoverCommand, EndsWithOneWhereNothingJumps) {
  const Folder folder;
  writeText(folder / "count.nes", countingCartridge());
  const Outcome outcome =
      jumpscope({"discover", "count.nes", "--budget", "1s", "-o", "count.json"}, folder.path);
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  EXPECT_NE(outcome.err.find(" s (--budget): no jump on A, B, Up or Select was recognised"),
            std::string::npos)
      << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(folder / "count.json"));
}

TEST(DiscoverCommand, WritesTheProfileAloneToStandardOutput) {
  const Folder folder;
  writeText(folder / "small.nes", smallGame());
  const Outcome outcome = jumpscope({"discover", "small.nes", "-o", "-"}, folder.path);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out.substr(0, 1), "{") << outcome.out;
  EXPECT_EQ(nlohmann::json::parse(outcome.out).at("jump").at("button"), "A");
  EXPECT_NE(outcome.err.find("jump: A in frame"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("\nfound\n"), std::string::npos) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(folder / "-.fm2"));
  const Outcome both = jumpscope({"discover", "small.nes", "--json", "-o", "-"}, folder.path);
  EXPECT_EQ(both.status, 2);
  EXPECT_NE(both.err.find("both write to standard output"), std::string::npos) << both.err;
}

TEST(DiscoverCommand, SaysWhatItHasTriedWhenItIsInterrupted) {
  const Folder folder;
  writeText(folder / "count.nes", countingCartridge());
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = jumpscopeInterrupted(
      {"discover", "count.nes", "--budget", "10min"}, folder.path,
      [&] { return std::chrono::steady_clock::now() - start > std::chrono::seconds(1); });
  EXPECT_EQ(outcome.status, 130) << outcome.err;
  EXPECT_NE(outcome.err.find(" s (interrupted): no jump on A, B, Up or Select was recognised ("),
            std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("there is more to try"), std::string::npos) << outcome.err;
}

TEST(DiscoverCommand, RefusesABudgetThatIsNoTime) {
  const Folder folder;
  writeText(folder / "count.nes", countingCartridge());
  const Outcome outcome = jumpscope({"discover", "count.nes", "--budget", "soon"}, folder.path);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("--budget must be a time such as 60s"), std::string::npos) << outcome.err;
}

TEST(DiscoverCommand, FindsTheBytesOfJumplabAndRepeatsItsExperiments) {
  REQUIRE_SLOW();
  const Folder folder;
  const std::string rom = jumplab().string();
  const Outcome found = jumpscope({"discover", rom, "-o", "lab.json"}, folder.path);
  EXPECT_EQ(found.status, 0) << found.err;
  for (const char* line :
       {"y       $00B5,$00CE,$0416:u24.8", "y_speed $009F,$0433:s16.8", "gravity $0709:u8.8",
        "state   $001D:u8", "gravity_fall $070A:u8.8", "jump_origin_y $0708:u8", "held_before $000D:u8",
        "x       $006D,$0086,$0400:u24.8", "x_speed $0057:s8.4", "x_speed_abs $0700:u8.4", "routine $8210"})
    EXPECT_NE(found.out.find(line), std::string::npos) << line << " in\n" << found.out;
  const Outcome checked = jumpscope({"discover", rom, "--check", "lab.json"}, folder.path);
  EXPECT_EQ(checked.status, 0) << checked.out << checked.err;
  EXPECT_NE(checked.out.find("routine: holds: $8210"), std::string::npos) << checked.out;
  std::string profile = readText(folder / "lab.json");
  profile.replace(profile.find("$8210"), 5, "$8211");
  writeText(folder / "wrong.json", profile);
  const Outcome wrong =
      jumpscope({"discover", rom, "--check", "wrong.json", "--movie", "lab.fm2"}, folder.path);
  EXPECT_EQ(wrong.status, 1) << wrong.out << wrong.err;
  EXPECT_NE(wrong.out.find("routine: does not hold: the profile says $8211, the experiments show $8210"),
            std::string::npos)
      << wrong.out;
  EXPECT_EQ(wrong.out.find("does not hold"), wrong.out.rfind("does not hold")) << wrong.out;
  const Outcome by_hand = jumpscope({"discover", rom, "--check", "smb", "--movie", "lab.fm2"}, folder.path);
  EXPECT_EQ(by_hand.status, 1) << by_hand.out << by_hand.err;
  for (const char* line :
       {"roms: holds", "y_speed: holds", "gravity: holds", "gravity_fall: holds", "jump_origin_y: holds",
        "x_speed_abs: holds", "x_speed: holds", "jump.height: holds", "jump.subpixel: holds",
        "jump.when: not checked", "swimming: not checked", "routine: holds"})
    EXPECT_NE(by_hand.out.find(line), std::string::npos) << line << " in\n" << by_hand.out;
  const Outcome traced =
      jumpscope({"trace", rom, "--profile", "lab.json", "--movie", "lab.fm2", "-o", "lab.csv"}, folder.path);
  EXPECT_EQ(traced.status, 0) << traced.err;
  const Outcome jumps = jumpscope({"jumps", "lab.csv"}, folder.path);
  EXPECT_EQ(jumps.status, 0) << jumps.err;
  EXPECT_NE(jumps.out.find("66"), std::string::npos) << jumps.out;
}

TEST(DiscoverCommand, LeadsFromACartridgeToAProvedLaw) {
  REQUIRE_SLOW();
  const Folder folder;
  const std::string rom = jumplab().string();
  const Outcome found = jumpscope({"discover", rom, "-o", "lab.json"}, folder.path);
  ASSERT_EQ(found.status, 0) << found.err;
  const Outcome fitted =
      jumpscope({"fit", rom, "--profile", "lab.json", "--prove", "16", "-o", "law.json"}, folder.path);
  if (fitted.err.find("Z3") != std::string::npos) GTEST_SKIP() << fitted.err;
  EXPECT_EQ(fitted.status, 0) << fitted.out << fitted.err;
  const Outcome proved =
      jumpscope({"prove", rom, "--profile", "law.json", "--movie", "lab.fm2"}, folder.path);
  EXPECT_EQ(proved.status, 0) << proved.out << proved.err;
  EXPECT_NE(proved.out.find("agree on y, y_speed, gravity, gravity_fall, state, jump_origin_y"),
            std::string::npos)
      << proved.out;
}

}  // namespace
}  // namespace jumpscope::tests
