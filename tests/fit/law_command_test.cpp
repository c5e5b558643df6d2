// Laws on the command line: nothing is claimed of what was not compared.
#include <gtest/gtest.h>

#include <filesystem>
#include <utility>

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

// A row of which one value was changed by hand.
std::string damaged(std::string text, const std::string& frame, size_t column, const std::string& value) {
  size_t begin = text.find("\n" + frame + ",") + 1;
  for (size_t i = 0; i < column; ++i) begin = text.find(',', begin) + 1;
  return text.replace(begin, text.find_first_of(",\n", begin) - begin, value);
}

TEST(LawCommand, ADamagedRowIsNamedAndMakesNoLaw) {
  const Folder folder;
  writeText(folder / "law.json", R"({"y": {"bits": 16, "fraction": 8}, "speed": {"bits": 16, "fraction": 8},
      "tiers": [{"start": -1024, "gravity": 40, "fall": 40}]})");
  ASSERT_EQ(jumpscope({"model", "law.json", "--frames", "120", "--input", "6-30:A 70-74:A", "-o", "m.csv"},
                      folder.path)
                .status,
            0);
  const Outcome whole = jumpscope({"fit", "m.csv"}, folder.path);
  ASSERT_EQ(whole.status, 0) << whole.out << whole.err;
  const std::string trace = readText(folder / "m.csv");
  for (const auto& [frame, column] : {std::pair{"20", 2}, {"41", 2}, {"82", 2}, {"20", 3}, {"84", 3}})
    for (const char* value : {"100", "3.25"}) {
      writeText(folder / "damaged.csv", damaged(trace, frame, size_t(column), value));
      const Outcome fit = jumpscope({"fit", "damaged.csv"}, folder.path);
      EXPECT_EQ(fit.status, 1) << fit.out << fit.err;
      EXPECT_NE(fit.err.find("explains all rows but that of frame " + std::string(frame)), std::string::npos)
          << fit.out << fit.err;
      EXPECT_NE(fit.out.find(" 1 differ\n"), std::string::npos) << fit.out;
      // What else is said of the law is what is said without the damage.
      const std::string law = whole.out.substr(whole.out.find('\n'));
      EXPECT_NE(fit.out.find(law.substr(0, law.find("\n  landing"))), std::string::npos)
          << fit.out << whole.out;
    }
}

TEST(LawCommand, TheTraceOfALawIsComparedWithItsFileWhereverThatLies) {
  const Folder folder;
  std::filesystem::create_directory(folder / "later");
  const char* law =
      R"({"y": {"watches": ["height"], "bits": [16], "fraction": 8}, "speed": {"bits": 16, "fraction": 8},
      "tiers": [{"start": -1024, "gravity": 40, "fall": 40}]})";
  writeText(folder / "law.json", law);
  writeText(folder / "later/moved.json", law);
  ASSERT_EQ(
      jumpscope({"model", "law.json", "--frames", "60", "--input", "6-30:A", "-o", "m.csv"}, folder.path)
          .status,
      0);
  const Outcome other = jumpscope({"diff", "m.csv", "--model", "smb-jump"}, folder.path);
  EXPECT_EQ(other.status, 2) << other.out << other.err;
  EXPECT_NE(other.err.find("it is a trace of model law.json, with which `diff` compares it without --model"),
            std::string::npos)
      << other.err;
  std::filesystem::remove(folder / "law.json");
  const Outcome same = jumpscope({"diff", "m.csv", "--model", "later/moved.json"}, folder.path);
  EXPECT_EQ(same.status, 0) << same.out << same.err;
}

TEST(LawCommand, ErrorsNameTheOptionTheFileAndTheParametersThatThereAre) {
  const Folder folder;
  std::filesystem::create_directory(folder / "laws");
  writeText(folder / "laws/law.json", unwatched);
  writeText(folder / "laws/broken.json", "{\"y\": ");
  writeText(folder / "laws/p.json", R"({"name": "p", "watches": [{"name": "y", "address": null}]})");
  const auto errorOf = [&](const std::vector<std::string>& words) {
    const Outcome outcome = jumpscope(words, folder.path);
    EXPECT_EQ(outcome.status, 2) << outcome.out;
    return outcome.err;
  };
  EXPECT_NE(
      errorOf({"model", "laws/law.json", "--set", "foo=1"}).find("did you mean ground? It has ground, "),
      std::string::npos);
  EXPECT_NE(errorOf({"model", "laws/law.json", "--input", "x"}).find("--input item 'x' has no ':'"),
            std::string::npos);
  EXPECT_NE(errorOf({"model", "laws/broken.json"}).find("laws/broken.json is not valid JSON"),
            std::string::npos);
  EXPECT_NE(errorOf({"model", "/dev/null"}).find("/dev/null is not valid JSON"), std::string::npos);
  EXPECT_NE(errorOf({"trace", jumplab(), "--profile", "laws/p.json", "--frames", "2"})
                .find("profile laws/p.json: watches[0].address: "),
            std::string::npos);
  EXPECT_NE(errorOf({"check", "laws/broken.json"}).find("laws/broken.json is not valid JSON"),
            std::string::npos);
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
