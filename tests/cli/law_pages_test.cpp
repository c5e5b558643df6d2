// The pages on laws and proofs: every command line that they show is run, in the order of the page.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "jumpscope_test_paths.h"
#include "tests/support/program.h"
#include "tests/support/slow.h"

namespace jumpscope::tests {
namespace {

// The words of the indented lines that begin with "jumpscope", without comments.
std::vector<std::vector<std::string>> commandsOf(const std::string& page) {
  std::istringstream text(readText(std::string(JUMPSCOPE_SOURCE_DIR) + "/docs/" + page));
  std::vector<std::vector<std::string>> commands;
  for (std::string line; std::getline(text, line);) {
    if (!line.starts_with("    jumpscope ")) continue;
    std::istringstream words(line.substr(0, line.find(" #")));
    std::vector<std::string> command;
    words >> std::ws;
    for (std::string word; words >> word;) {
      std::erase(word, '\'');
      command.push_back(word);
    }
    command.erase(command.begin());
    commands.push_back(std::move(command));
  }
  return commands;
}

bool names(const std::vector<std::string>& command, const std::string& word) {
  return std::find(command.begin(), command.end(), word) != command.end();
}

std::string shown(const std::vector<std::string>& command) {
  std::string text;
  for (const std::string& word : command) text += word + " ";
  return text;
}

class LawPages : public testing::Test {
 protected:
  // The files that the pages name.
  void SetUp() override {
    REQUIRE_SLOW();
    for (const char* name : {"game.nes", "jumplab.nes", "mine.nes", "original.nes"})
      std::filesystem::copy(jumplab(), folder / name);
    std::string rom = readText(jumplab());
    constexpr size_t terminal_speed = 16 + 0x8337 - 0x8000;
    rom[terminal_speed] = 5;
    writeText(folder / "patched.nes", rom);
    expect({"discover", "game.nes", "-o", "game.json"}, 0);
    // Jumps at rest and at the speed to the side from which the last tier is.
    expect({"run", "game.nes", "--press", "22-25:T 42-60:A 110-118:A 150-215:RB 175-183:A", "--frames", "300",
            "--record", "run.fm2"},
           0);
    expect({"trace", "game.nes", "--profile", "game.json", "--movie", "run.fm2", "-o", "trace.csv"}, 0);
  }

  Outcome expect(const std::vector<std::string>& command, int status) {
    Outcome outcome = jumpscope(command, folder.path);
    EXPECT_EQ(outcome.status, status) << shown(command) << "\n" << outcome.out << outcome.err;
    return outcome;
  }

  Folder folder;
};

TEST_F(LawPages, EveryCommandOfThePageOnLawsDoesWhatItSays) {
  const auto commands = commandsOf("laws.md");
  ASSERT_GE(commands.size(), 8u);
  for (const std::vector<std::string>& command : commands) {
    const Outcome outcome = expect(command, 0);
    if (names(command, "--prove")) {
      EXPECT_NE(outcome.out.find("\nproved"), std::string::npos) << outcome.out;
    }
    // What rows leave open between two numbers, an experiment decides.
    if (command.front() == "fit" && names(command, "game.nes") && !names(command, "--next-input")) {
      EXPECT_NE(outcome.out.find("from 25 to the side on"), std::string::npos) << outcome.out;
      EXPECT_EQ(outcome.out.find("undetermined: tiers"), std::string::npos) << outcome.out;
    }
    if (command.front() == "prove") {
      EXPECT_TRUE(outcome.out.starts_with("proved, contacts apart: ")) << outcome.out;
    }
  }
}

TEST_F(LawPages, EveryCommandOfThePageOnProofsDoesWhatItSays) {
  expect({"fit", "game.nes", "--profile", "game.json", "--prove", "16", "-o", "law.json"}, 0);
  const auto commands = commandsOf("prove.md");
  ASSERT_GE(commands.size(), 5u);
  for (const std::vector<std::string>& command : commands) {
    if (names(command, "full_game.nes")) continue;  // Homebrew.ThePlatformersMotion...
    expect(command, names(command, "patched.nes") ? 1 : 0);
  }
}

}  // namespace
}  // namespace jumpscope::tests
