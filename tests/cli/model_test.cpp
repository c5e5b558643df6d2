// jumpscope model and fit, and diff of their traces, from the command line.
#include <gtest/gtest.h>

#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

TEST(Model, ListsEveryModelAndRefusesUnknownOnes) {
  const Folder folder;
  const Outcome list = jumpscope({"model", "--list"}, folder.path);
  EXPECT_EQ(list.status, 0);
  for (const char* name : {"smb-jump", "smb-article-jump", "dk-jump", "second-difference", "verlet-jump",
                           "bouncing-ball", "siv3d-jump", "actor-solid", "strafe"})
    EXPECT_NE(list.out.find(std::string(name) + ": "), std::string::npos) << name;
  const Outcome wrong = jumpscope({"model", "siv3d-jump", "--set", "gravty=1"}, folder.path);
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.err.find("did you mean gravity?"), std::string::npos) << wrong.err;
}

TEST(Fit, FindsAModelsConstantsInItsTraceOrSaysThatItCannot) {
  const Folder folder;
  const Outcome made = jumpscope(
      {"model", "siv3d-jump", "--set", "gravity=0.35", "--input", "5-12:A", "--frames", "90", "-o", "m.csv"},
      folder.path);
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(jumpscope({"diff", "m.csv"}, folder.path).status, 0);
  const Outcome found = jumpscope({"fit", "m.csv", "--model", "siv3d-jump"}, folder.path);
  EXPECT_EQ(found.status, 0) << found.out << found.err;
  EXPECT_NE(found.out.find("gravity = 0.35 px/frame^2"), std::string::npos) << found.out;
  EXPECT_EQ(jumpscope({"fit", "m.csv", "--model", "dk-jump"}, folder.path).status, 1);
  EXPECT_EQ(jumpscope({"fit", "m.csv", "--model", "strafe"}, folder.path).status, 2);
}

TEST(Jumps, AFlightThatIsUnderWayInTheFirstFrameIsSaidToHaveNoNumber) {
  const Folder folder;
  const auto made = [&](const std::string& model, const std::string& input) {
    ASSERT_EQ(
        jumpscope({"model", model, "--input", input, "--frames", "90", "-o", "m.csv"}, folder.path).status,
        0);
  };
  made("smb-jump", "0-20:A");
  const Outcome jumps = jumpscope({"jumps", "m.csv"}, folder.path);
  EXPECT_EQ(jumps.status, 0);
  EXPECT_NE(jumps.err.find("under way in the first frame, 0"), std::string::npos) << jumps.err;
  const Outcome fit = jumpscope({"fit", "m.csv", "--model", "smb-jump"}, folder.path);
  EXPECT_EQ(fit.status, 2);
  EXPECT_NE(fit.err.find("under way in the first frame, 0"), std::string::npos) << fit.err;
  made("smb-jump", "1-20:A");
  EXPECT_EQ(jumpscope({"jumps", "m.csv"}, folder.path).err, "");
  // Where the height alone shows jumps, the first row may be the first of a jump, or not.
  made("dk-jump", "0-20:A");
  EXPECT_NE(jumpscope({"jumps", "m.csv"}, folder.path).err.find("first frame, 0"), std::string::npos);
  made("dk-jump", "2-20:A");
  EXPECT_EQ(jumpscope({"jumps", "m.csv"}, folder.path).err, "");
}

TEST(Diff, AParameterOfTheModelCanBeSetForAComparison) {
  const Folder folder;
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"diff", jumplab(), "--profile", "smb", "--movie", tourMovie()};
    words.insert(words.end(), more.begin(), more.end());
    return jumpscope(words, folder.path);
  };
  EXPECT_EQ(with({}).status, 0);
  EXPECT_EQ(with({"--set", "release_rise=1"}).status, 0);
  const Outcome wrong = with({"--set", "rise=33"});
  EXPECT_EQ(wrong.status, 1) << wrong.err;
  EXPECT_NE(wrong.out.find("gravity: expected 33, got 32"), std::string::npos) << wrong.out;
  const Outcome unknown = with({"--set", "rse=33"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.err.find("has no parameter 'rse'; did you mean rise?"), std::string::npos) << unknown.err;
  ASSERT_EQ(jumpscope({"model", "dk-jump", "--input", "2-3:A", "-o", "m.csv"}, folder.path).status, 0);
  EXPECT_EQ(jumpscope({"diff", "m.csv", "--set", "step=9"}, folder.path).status, 1);
  const Outcome two = jumpscope({"diff", "m.csv", "m.csv", "--set", "step=9"}, folder.path);
  EXPECT_EQ(two.status, 2);
  EXPECT_NE(two.err.find("--model, --set, --strict and --engine are for a comparison with a model"),
            std::string::npos)
      << two.err;
}

TEST(Diff, TheArticlesDifferencesAreTheDocumentedOnes) {
  const Folder folder;
  const Outcome outcome = jumpscope(
      {"diff", jumplab(), "--profile", "smb", "--movie", tourMovie(), "--model", "smb-article-jump"},
      folder.path);
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  EXPECT_NE(outcome.out.find("  0 for which the article's documented differences do not account"),
            std::string::npos)
      << outcome.out;
}

}  // namespace
}  // namespace jumpscope::tests
