// Laws on the command line: nothing is claimed of what was not compared.
#include <gtest/gtest.h>

#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

// A law whose numbers no watch has.
constexpr const char* unwatched = R"({"y": {"bits": 16, "fraction": 8}, "speed": {"bits": 16, "fraction": 8},
    "tiers": [{"start": -1024, "gravity": 40, "fall": 40}]})";

TEST(LawCommand, ALawThatNamesNoWatchProvesAndComparesNothing) {
  const Folder folder;
  writeText(folder / "law.json", unwatched);
  const Outcome proved = jumpscope(
      {"prove", jumplab(), "--profile", "smb", "--model", "law.json", "--movie", tourMovie()}, folder.path);
  EXPECT_EQ(proved.status, 2) << proved.out;
  EXPECT_NE(proved.err.find("nothing can be proved"), std::string::npos) << proved.err;
  const Outcome compared = jumpscope(
      {"diff", jumplab(), "--profile", "smb", "--model", "law.json", "--movie", tourMovie()}, folder.path);
  EXPECT_EQ(compared.status, 2) << compared.out;
  EXPECT_NE(compared.err.find("nothing can be compared"), std::string::npos) << compared.err;
}

// Gravity, the move and then a start that clears the fraction: rows in which what moved before the start shows.
TEST(LawCommand, AFitCountsWhatDiffCountsWithTheLawThatItWrote) {
  const Folder folder;
  for (const char* clears : {"true", "false"}) {
    writeText(folder / "law.json", std::string(R"({"y": {"bits": 16, "fraction": 4},
        "speed": {"bits": 16, "fraction": 4}, "order": ["gravity", "move", "start"], "clears_fraction": )") +
                                       clears + R"(, "tiers": [{"start": -41, "gravity": 5, "fall": 5}]})");
    std::vector<std::string> model{
        "model", "law.json", "--frames", "200",
        "-o",    "m.csv",    "--input",  "6:A 40-44:A 80-100:A 120-122:A 124-126:A"};
    ASSERT_EQ(jumpscope(model, folder.path).status, 0);
    const Outcome fit = jumpscope({"fit", "m.csv", "-o", "found.json"}, folder.path);
    EXPECT_EQ(fit.status, 0) << fit.out << fit.err;
    const Outcome diff = jumpscope({"diff", "m.csv", "--model", "./found.json"}, folder.path);
    EXPECT_EQ(diff.status, 0) << diff.out << diff.err << fit.out;
  }
}

TEST(LawCommand, AProfileWithAWrongKeyIsRefusedInASentence) {
  const Folder folder;
  for (const std::string key :
       {R"("title": 5)", R"("watches": 5, "title": "a")", R"("jump": 5)", R"("x": 5)"}) {
    const bool watches = key.starts_with(R"("watches")");
    writeText(folder / "p.json", "{" + key +
                                     (watches ? "" : R"(, "watches": [{"name": "y", "address": "$10"}])") +
                                     R"(, "name": "p", "law": )" + unwatched + "}");
    const Outcome outcome = jumpscope({"model", "./p.json", "--frames", "3"}, folder.path);
    EXPECT_EQ(outcome.status, 2) << key;
    EXPECT_EQ(outcome.err.find("json.exception"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("p.json"), std::string::npos) << outcome.err;
  }
}

// The vertical movement of jumplab at rest, with this speed at the start of a jump.
std::string jumplabLaw(int start) {
  return R"({"y": {"watches": ["y_position", "y_subpixel"], "bits": [8, 8], "fraction": 8},
      "speed": {"watches": ["y_speed", "y_speed_fraction"], "bits": [8, 8], "fraction": 8},
      "order": ["start", "choose", "move", "gravity"], "choice": {"apex": 0, "release": true},
      "tiers": [{"start": )" +
         std::to_string(start) + R"(, "gravity": 32, "fall": 112}], "terminal": {"from": 1152, "to": 1024}})";
}

TEST(LawCommand, ACaseOfASuiteComparesWithTheLawOfAFileBesideTheSuite) {
  const Folder folder;
  std::filesystem::create_directory(folder / "cases");
  std::filesystem::copy(jumplab(), folder / "cases/rom.nes");
  for (const int start : {-1024, -1000}) {
    writeText(folder / "cases/law.json", jumplabLaw(start));
    writeText(folder / "cases/suite.json", R"({"format": "jumpscope-suite", "version": 1, "cases": [{
        "name": "law", "rom": "rom.nes", "profile": "smb", "press": "60-62:S 120-150:A", "frames": 240,
        "expect": {"model": "law.json"}}]})");
    const Outcome checked = jumpscope({"check", "cases/suite.json"}, folder.path);
    EXPECT_EQ(checked.status, start == -1024 ? 0 : 1) << checked.out << checked.err;
  }
}

}  // namespace
}  // namespace jumpscope::tests
