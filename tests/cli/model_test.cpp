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
