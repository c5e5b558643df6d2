#include "src/base/suggest.h"

#include <gtest/gtest.h>

namespace jumpscope::base {
namespace {

const std::vector<std::string> commands{"trace", "run", "diff", "play", "completions"};

TEST(Suggest, AMissingSwappedOrWrongLetterIsNear) {
  for (const char* word : {"trce", "tarce", "trase", "traces"})
    EXPECT_EQ(didYouMean(word, commands), " (did you mean 'trace'?)") << word;
  EXPECT_EQ(didYouMean("rnu", commands), " (did you mean 'run'?)");
}

TEST(Suggest, AnAbbreviationIsNear) {
  EXPECT_EQ(didYouMean("compl", commands), " (did you mean 'completions'?)");
}

TEST(Suggest, AnotherWordSuggestsNothing) {
  EXPECT_EQ(didYouMean("xyzzy", commands), "");
  EXPECT_EQ(didYouMean("", commands), "");
  EXPECT_EQ(didYouMean(std::string(100000, 'x'), commands), "");
  EXPECT_EQ(didYouMean("trace", std::vector<std::string>()), "");
}

}  // namespace
}  // namespace jumpscope::base
