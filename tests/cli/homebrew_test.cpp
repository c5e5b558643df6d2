// Homebrew programs traced with the profiles in roms_test/homebrew equal the goldens and jump tables there,
// and the commands in docs/tracing.md print what the page shows.
#include <gtest/gtest.h>

#include <sstream>

#include "tests/support/program.h"
#include "tests/support/shared.h"

namespace jumpscope::tests {
namespace {

std::filesystem::path ours() { return sourceDir() / "roms_test" / "homebrew"; }

// Every program that has a profile here and a cartridge in the shared folder.
std::vector<std::string> programs(const std::filesystem::path& roms) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(ours())) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() == ".press" && std::filesystem::exists(roms / (name + ".nes")))
      names.push_back(name);
  }
  return names;
}

TEST(Homebrew, TracesEqualTheirGoldensAndJumpTables) {
  REQUIRE_SHARED("homebrew");
  const std::vector<std::string> names = programs(shared_path);
  ASSERT_FALSE(names.empty());
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    const Folder folder;
    const std::string profile = ours() / (name + ".json"), golden = ours() / (name + ".golden.csv");
    const Outcome traced = jumpscope({"trace", shared_path / (name + ".nes"), "--movie",
                                      ours() / (name + ".fm2"), "--profile", profile, "-o", "trace.csv"},
                                     folder.path);
    ASSERT_EQ(traced.status, 0) << traced.err;
    const Outcome same = jumpscope({"diff", "trace.csv", golden, "--profile", profile}, folder.path);
    EXPECT_EQ(same.status, 0) << same.out << same.err;
    const Outcome jumps = jumpscope({"jumps", "trace.csv", "--profile", profile, "--csv"}, folder.path);
    EXPECT_EQ(jumps.status, 0) << jumps.err;
    EXPECT_EQ(jumps.out, readText(ours() / (name + ".jumps.csv")));
  }
}

// The platformer's motion has the form of a model, whose constants are found in its first jump.
TEST(Homebrew, AFittedModelIsThePlatformersMotionInEveryFrameOfItsMovie) {
  REQUIRE_SHARED("homebrew/full_game.nes");
  const Folder folder;
  const std::string movie = ours() / "full_game.fm2";
  const Outcome traced = jumpscope(
      {"trace", shared_path, "--movie", movie, "--profile", ours() / "full_game.json", "-o", "trace.csv"},
      folder.path);
  ASSERT_EQ(traced.status, 0) << traced.err;
  const Outcome fitted = jumpscope({"fit", "trace.csv", "--model", "cut-jump", "--jump", "2"}, folder.path);
  EXPECT_EQ(fitted.status, 0) << fitted.out << fitted.err;
  EXPECT_NE(fitted.out.find("rows exact"), std::string::npos);
  for (const char* constant :
       {"jump_speed = -1536 ", "gravity = 76 ", "cut_speed = -512 ", "max_speed = 768 "})
    EXPECT_NE(fitted.out.find(constant), std::string::npos) << constant << fitted.out;
  const std::vector<std::string> compare{
      "diff", shared_path, "--movie", movie, "--profile", ours() / "full_game_motion.json", "--set"};
  std::vector<std::string> arguments = compare;
  arguments.push_back("floor_at=4");
  const Outcome equal = jumpscope(arguments, folder.path);
  EXPECT_EQ(equal.status, 0) << equal.out;
  EXPECT_NE(equal.out.find("4080 values compared: 0 differences"), std::string::npos) << equal.out;
  arguments.insert(arguments.end(), {"--set", "gravity=75"});
  EXPECT_EQ(jumpscope(arguments, folder.path).status, 1);
}

std::vector<std::string> proveThePlatformer(const std::filesystem::path& rom) {
  return {"prove",     rom,
          "--profile", ours() / "full_game_motion.json",
          "--movie",   ours() / "full_game.fm2",
          "--set",     "floor_at=4"};
}

bool lacksSolver(const Outcome& outcome) { return outcome.err.find("Z3") != std::string::npos; }

// Its variables are behind a pointer in the zero page, as cc65 compiles them.
TEST(Homebrew, ThePlatformersMotionDoesNothingThatItsModelForbidsInAnyState) {
  REQUIRE_SHARED("homebrew/full_game.nes");
  const Folder folder;
  std::vector<std::string> arguments = proveThePlatformer(shared_path);
  arguments.push_back("--no-coverage");
  const Outcome proved = jumpscope(arguments, folder.path);
  if (lacksSolver(proved)) GTEST_SKIP() << proved.err;
  EXPECT_EQ(proved.status, 0) << proved.out << proved.err;
  EXPECT_NE(proved.out.find("the pointer in $006A is $0800  (816 of 816)"), std::string::npos) << proved.out;
  arguments.insert(arguments.end(), {"--set", "gravity=75"});
  const Outcome refuted = jumpscope(arguments, folder.path);
  EXPECT_EQ(refuted.status, 1) << refuted.out << refuted.err;
  EXPECT_NE(refuted.out.find("confirmed: it does the same"), std::string::npos) << refuted.out;
}

// The model lets a player start from any ground; the game has caught who falls onto it before it looks.
TEST(Homebrew, ThePlatformerDoesNotDoAllThatItsModelAllows) {
  REQUIRE_SHARED("homebrew/full_game.nes");
  const Folder folder;
  const Outcome found = jumpscope(proveThePlatformer(shared_path), folder.path);
  if (lacksSolver(found)) GTEST_SKIP() << found.err;
  EXPECT_EQ(found.status, 1) << found.out << found.err;
  EXPECT_NE(found.out.find("the routine never ends with"), std::string::npos) << found.out;
  EXPECT_NE(found.out.find("confirmed: it does the same"), std::string::npos) << found.out;
}

// Some read registers of chips, some wait for them.
TEST(Homebrew, NoSubroutineDiffersFromItself) {
  REQUIRE_SHARED("homebrew/grunio.nes");
  for (const char* routine : {"$CFAB", "$D94E", "$D7E9", "$DE6C", "$CDB5"}) {
    SCOPED_TRACE(routine);
    const Folder folder;
    const Outcome outcome =
        jumpscope({"prove", shared_path, "--profile", ours() / "grunio.json", "--movie",
                   ours() / "grunio.fm2", "--frames", "400", "--routine", routine, "--against-rom",
                   shared_path, "--routine-b", routine, "--timeout", "5"},
                  folder.path);
    if (lacksSolver(outcome)) GTEST_SKIP() << outcome.err;
    if (outcome.status != 0) {
      EXPECT_EQ(outcome.status, 2) << outcome.out << outcome.err;
      EXPECT_TRUE(outcome.out.starts_with("open: ")) << outcome.out << outcome.err;
    }
  }
}

// The words of a command line as a shell sees them; only single quotes are known.
std::vector<std::string> words(const std::string& line) {
  std::vector<std::string> found;
  bool quoted = false, open = false;
  for (const char c : line) {
    if (c == '\'') {
      quoted = !quoted;
      if (!open) found.emplace_back();
      open = true;
    } else if (c == ' ' && !quoted) {
      open = false;
    } else {
      if (!open) found.emplace_back();
      open = true;
      found.back() += c;
    }
  }
  return found;
}

// The commands of the page, and of each the lines that it is said to print.
struct Shown {
  std::string command, output;
};

std::vector<Shown> shownIn(const std::string& page) {
  std::vector<Shown> shown;
  std::istringstream in(page);
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      inside = line == "```console";
      continue;
    }
    if (!inside) continue;
    if (line.starts_with("$ ")) {
      shown.push_back({line.substr(2), ""});
    } else if (shown.back().command.ends_with("\\")) {
      shown.back().command.pop_back();
      shown.back().command += line.substr(line.find_first_not_of(' '));
    } else {
      shown.back().output += line + "\n";
    }
  }
  return shown;
}

// The text of a file that the page shows: the block after the line that names it.
std::string fileIn(const std::string& page, const std::string& name) {
  const size_t begin = page.find("```json\n", page.find("`" + name + "`")) + 8;
  return page.substr(begin, page.find("```", begin) - begin);
}

TEST(Homebrew, TheCommandsOfTheTracingPageRunAndPrintWhatItShows) {
  REQUIRE_SHARED("homebrew/full_game.nes");
  const Folder folder;
  std::filesystem::copy_file(shared_path, folder / "full_game.nes");
  const std::string page = readText(sourceDir() / "docs" / "tracing.md");
  writeText(folder / "platformer.json", fileIn(page, "platformer.json"));
  const std::vector<Shown> shown = shownIn(page);
  EXPECT_GT(shown.size(), 5u);
  for (const Shown& example : shown) {
    SCOPED_TRACE(example.command);
    std::vector<std::string> arguments = words(example.command);
    ASSERT_EQ(arguments.at(0), "jumpscope");
    arguments.erase(arguments.begin());
    const Outcome outcome = jumpscope(arguments, folder.path);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    // "…" stands for lines that are left out; words for people (on stderr) come last.
    std::istringstream expected(example.output);
    const std::string printed = outcome.out + outcome.err;
    size_t from = 0;
    for (std::string line; std::getline(expected, line);) {
      if (line == "…") continue;
      const size_t at = printed.find(line + "\n", from);
      ASSERT_NE(at, std::string::npos) << "not printed: " << line << "\nin:\n" << printed;
      from = at + line.size() + 1;
    }
  }
}

}  // namespace
}  // namespace jumpscope::tests
