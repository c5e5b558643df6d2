// jumpscope fit without --model, as a user runs it: the general law of a jump.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "tests/support/program.h"
#include "tests/support/slow.h"

namespace jumpscope::tests {
namespace {

constexpr const char* law =
    R"({"y": {"watches": ["y_position"], "bits": [16], "fraction": 8},
        "speed": {"watches": ["y_speed"], "bits": [16], "fraction": 8},
        "order": ["start", "choose", "gravity", "move"],
        "tiers": [{"from": 0, "start": -1024, "gravity": 40, "fall": 90}],
        "choice": {"apex": 0, "release": true}, "terminal": {"from": 1024, "to": 1024}})";

// A trace of that law.
void writeTrace(const Folder& folder) {
  writeText(folder / "l.json", law);
  const Outcome made =
      jumpscope({"model", "l.json", "--input", "3-20:A 90-92:A 150-190:A", "--frames", "280", "-o", "t.csv"},
                folder.path);
  ASSERT_EQ(made.status, 0) << made.err;
}

bool says(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

TEST(FitLaw, FindsTheLawOfATraceAndSaysWhatIsUndetermined) {
  const Folder folder;
  writeTrace(folder);
  const Outcome fitted = jumpscope({"fit", "t.csv"}, folder.path);
  EXPECT_EQ(fitted.status, 0) << fitted.err;
  EXPECT_TRUE(says(fitted.out, "rows, 0 differ")) << fitted.out;
  EXPECT_TRUE(says(fitted.out, "-1024 (-4 px/frame), gravity 40, falling 90")) << fitted.out;
  EXPECT_TRUE(says(fitted.out, "undetermined: ")) << fitted.out;
  EXPECT_TRUE(says(jumpscope({"fit", "t.csv", "--json"}, folder.path).out, "\"exact\": true"));
}

TEST(LawDiff, OfAGameUsesTheWriteLogAndSaysSo) {
  const Folder folder;
  writeText(folder / "l.json", law);
  const std::vector<std::string> diff{
      "diff", jumplab().string(), "--profile", "smb", "--press", "22-25:T 42-60:A", "--frames",
      "90",   "--model",          "l.json"};
  const Outcome text = jumpscope(diff, folder.path);
  EXPECT_EQ(text.status, 1) << text.err;  // it is another law
  EXPECT_FALSE(says(text.out, "no write log")) << text.out;
  EXPECT_TRUE(says(text.out, ", by ")) << text.out;
  std::vector<std::string> json = diff;
  json.push_back("--json");
  EXPECT_TRUE(says(jumpscope(json, folder.path).out, "\"write_log\": true"));
}

TEST(FitLaw, PrintsTheLawInEveryLanguage) {
  const Folder folder;
  writeTrace(folder);
  for (const auto& [language, words] :
       {std::pair{"cpp", "struct Jump"}, std::pair{"csharp", "class Jump"},
        std::pair{"gdscript", "func frame"}, std::pair{"lua", "function"}, std::pair{"python", "class Jump:"},
        std::pair{"rust", "struct Jump"}}) {
    const Outcome printed = jumpscope({"fit", "t.csv", "--snippet", language}, folder.path);
    EXPECT_EQ(printed.status, 0) << language << printed.err;
    EXPECT_TRUE(says(printed.out, words)) << language << ":\n" << printed.out;
    EXPECT_TRUE(says(printed.out, "1024")) << language << ":\n" << printed.out;
  }
  EXPECT_EQ(jumpscope({"fit", "t.csv", "--snippet", "cobol"}, folder.path).status, 2);
}

TEST(FitLaw, SaysSoWhereCodeIsNotTheGamesJump) {
  const Folder folder;
  writeTrace(folder);
  // In flight every fifth height is 7 px lower.
  std::istringstream lines(readText(folder / "t.csv"));
  std::string damaged;
  for (std::string line; std::getline(lines, line);) {
    const size_t height = line.find(',', line.find(',') + 1) + 1, end = line.find(',', height);
    if (line[0] >= '0' && line[0] <= '9' && line.back() == '1' && std::stoi(line) % 5 == 2)
      line.replace(height, line.find_first_of(".,", height) - height,
                   std::to_string(std::stoi(line.substr(height, end)) + 7));
    damaged += line + "\n";
  }
  writeText(folder / "b.csv", damaged);
  const Outcome printed = jumpscope({"fit", "b.csv", "--snippet", "rust"}, folder.path);
  EXPECT_EQ(printed.status, 1) << printed.err;
  EXPECT_TRUE(says(printed.err, "this code is not the game's jump")) << printed.err;
}

TEST(FitLaw, RefusesToExperimentOnATrace) {
  const Folder folder;
  writeTrace(folder);
  for (const std::vector<std::string>& option :
       {std::vector<std::string>{"--next-input", "n.fm2"}, std::vector<std::string>{"--prove", "3"}}) {
    std::vector<std::string> arguments{"fit", "t.csv"};
    arguments.insert(arguments.end(), option.begin(), option.end());
    const Outcome refused = jumpscope(arguments, folder.path);
    EXPECT_EQ(refused.status, 2);
    EXPECT_TRUE(says(refused.err, "are for a game; t.csv is a trace")) << refused.err;
  }
}

TEST(FitLaw, ExperimentsOnAGameAndWritesTheNextInput) {
  REQUIRE_SLOW();
  const Folder folder;
  const Outcome recorded = jumpscope(
      {"run", jumplab().string(), "--press", "22-25:T 42-60:A", "--frames", "90", "--record", "jump.fm2"},
      folder.path);
  ASSERT_EQ(recorded.status, 0) << recorded.err;
  const Outcome fitted = jumpscope({"fit", jumplab().string(), "--profile", "smb", "--movie", "jump.fm2",
                                    "--next-input", "next.fm2", "-o", "law.json"},
                                   folder.path);
  EXPECT_EQ(fitted.status, 0) << fitted.err;
  EXPECT_TRUE(says(fitted.out, "0 differ")) << fitted.out;
  EXPECT_TRUE(says(readText(folder / "next.fm2"), "version 3"));
  EXPECT_TRUE(says(readText(folder / "law.json"), "\"law\""));
  const Outcome compared =
      jumpscope({"diff", jumplab().string(), "--profile", "law.json", "--movie", "jump.fm2"}, folder.path);
  EXPECT_EQ(compared.status, 0) << compared.out << compared.err;
}

}  // namespace
}  // namespace jumpscope::tests
