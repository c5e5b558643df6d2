// Files that another process replaces while a command runs: preload/replaces.cpp plays that process, so that it comes between
// two steps each time.
#include <gtest/gtest.h>

#include <cstdlib>

#include "jumpscope_test_paths.h"
#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

std::string caseOf(const std::string& name, const std::string& press) {
  return R"({"name": ")" + name + R"(", "rom": "rom.nes", "press": ")" + press +
         R"(", "frames": 20, "watches": ["count=$0010", "pad=$0011"], "expect": {"golden": ")" + name +
         R"(.csv"}})";
}

void writeSuite(const Folder& folder, const std::string& press) {
  writeText(folder / "suite.json", R"({"format": "jumpscope-suite", "version": 1, "cases": [)" +
                                       caseOf("one", press) + "," + caseOf("two", press + " 15:B") + "]}");
}

TEST(Replaced, TwoGoldenTracesAreNotTakenForOneWhereOneHasTheNumberThatTheOtherHad) {
#if defined(JUMPSCOPE_SANITIZE)
  GTEST_SKIP() << "SKIPPED: the sanitizers must be loaded first";
#endif
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  writeSuite(folder, "3:A");
  ASSERT_EQ(jumpscope({"check", "suite.json", "--update-goldens"}, folder.path).status, 0);
  writeSuite(folder, "4:A");
  setenv("LD_PRELOAD", JUMPSCOPE_BINARY_DIR "/libreplaces.so", 1);
  setenv("JUMPSCOPE_REPLACES", "one.csv:two.csv", 1);
  const Outcome outcome = jumpscope({"check", "suite.json", "--update-goldens", "-j", "1"}, folder.path);
  unsetenv("LD_PRELOAD");
  unsetenv("JUMPSCOPE_REPLACES");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("updated one.csv"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("updated two.csv"), std::string::npos) << outcome.err;
  EXPECT_EQ(jumpscope({"check", "suite.json"}, folder.path).status, 0) << "each has its own values";
}

}  // namespace
}  // namespace jumpscope::tests
