// jumpscope why, as a user runs it.
#include <gtest/gtest.h>

#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

Outcome whyAt(const std::string& frame, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments{"why", jumplab().string(), "--movie",   tourMovie().string(), "--frame",
                                     frame, "--watch",          "y_position"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Folder folder;
  return jumpscope(arguments, folder.path);
}

TEST(WhyCommand, RefusesAFrameBeyondTheMoviesEnd) {
  const Outcome outcome = whyAt("99999");
  EXPECT_EQ(outcome.status, 2) << outcome.out;
  EXPECT_NE(
      outcome.err.find("the input ends before frame 99999; it has the frames 0 to 2558 (--frames runs on)"),
      std::string::npos)
      << outcome.err;
  EXPECT_EQ(whyAt("2558").status, 0);
  EXPECT_EQ(whyAt("2559").status, 2);
  EXPECT_EQ(whyAt("2559", {"--frames", "2560"}).status, 0);
}

}  // namespace
}  // namespace jumpscope::tests
