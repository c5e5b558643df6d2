// Ctrl+C and its relatives end every command within 100 ms, at whatever moment they come, and leave no unfinished file.
#include <gtest/gtest.h>

#include <csignal>
#include <random>

#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

using std::chrono::milliseconds;

using Arguments = std::vector<std::string>;

// A trace of the model whose file is large enough that reading it takes a while.
void writeLargeInputs(const Folder& folder) {
  ASSERT_EQ(jumpscope({"model", "smb-jump", "--input", "5-30:A", "--frames", "300000", "-o", "big.csv"},
                      folder.path)
                .status,
            0);
  ASSERT_EQ(jumpscope({"trace", jumplab().string(), "--profile", "smb", "--frames", "20000", "-o",
                       "golden.csv.zst"},
                      folder.path)
                .status,
            0);
  writeText(folder / "suite.json",
            R"({"format": "jumpscope-suite", "version": 1, "cases": [{"name": "a", "rom": ")" +
                jumplab().string() +
                R"(", "profile": "smb", "frames": 9000000, "expect": {"golden": "golden.csv.zst"}}]})");
}

std::vector<Arguments> longCommands() {
  const std::string rom = jumplab().string();
  return {{"demo", "-o", "demo"},
          {"run", rom, "--frames", "100000000", "--wav", "a.wav", "--state", "a.state"},
          {"trace", rom, "--profile", "smb", "--frames", "100000000", "-o", "a.csv.zst", "--writes", "w.csv"},
          {"log", rom, "--frames", "100000000", "-o", "a.log.zst"},
          {"search", rom, "--at", "99999999 any", "--at", "100000000 increased", "-o", "found.txt"},
          {"diff", rom, "--profile", "smb", "--frames", "100000000", "-o", "d.csv"},
          {"diff", "big.csv", "-o", "d.csv"},
          {"diff", "big.csv", "golden.csv.zst", "-o", "d.csv"},
          {"jumps", "big.csv", "-o", "jumps.txt"},
          {"plot", "big.csv", "-o", "plot.svg"},
          {"plot", "big.csv", "-o", "plot.html"},
          {"fit", "big.csv", "--model", "verlet-jump", "-o", "fit.txt"},
          {"model", "smb-jump", "--input", "5-30:A", "--frames", "10000000", "-o", "m.csv"},
          {"check", "suite.json", "--junit", "j.xml"}};
}

void expectNoUnfinishedFile(const Folder& folder) {
  for (const std::string& name : folder.names()) EXPECT_EQ(name.find(".part"), std::string::npos) << name;
}

// A machine that does something else may delay any program: three times in a row it does not.
void expectEndsSoon(const Folder& folder, const Arguments& arguments, int signal, milliseconds after) {
  constexpr milliseconds soon{100};
  milliseconds quickest = milliseconds::max();
  for (int attempt = 0; attempt < 3 && quickest > soon; ++attempt) {
    const Signaled signaled = jumpscopeSignaled(arguments, folder.path, signal, after);
    quickest = std::min(quickest, signaled.ended_after);
    // Before the program has set its handlers, the signal's own action ends it.
    EXPECT_TRUE(signaled.outcome.status == 130 || signaled.outcome.status == 128 + signal ||
                signaled.outcome.status == 0 || signaled.outcome.status == 1)
        << signaled.outcome.status << ": " << signaled.outcome.err;
    expectNoUnfinishedFile(folder);
  }
  EXPECT_LE(quickest.count(), soon.count())
      << arguments[0] << ", signal " << signal << " after " << after.count() << " ms";
}

TEST(Interrupt, EveryCommandEndsWithinATenthOfASecond) {
  REQUIRE_ALONE();
  const Folder folder;
  writeLargeInputs(folder);
  std::mt19937 random(1);
  for (const Arguments& arguments : longCommands())
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
      expectEndsSoon(folder, arguments, signal, milliseconds(20 + random() % 300));
}

TEST(Interrupt, ACommandThatKeepsNothingSaysThatItWasInterrupted) {
  const Folder folder;
  const Signaled signaled =
      jumpscopeSignaled({"run", jumplab().string(), "--frames", "100000000", "--state", "a.state"},
                        folder.path, SIGTERM, milliseconds(200));
  EXPECT_EQ(signaled.outcome.status, 130);
  EXPECT_EQ(signaled.outcome.err, "jumpscope: interrupted\n");
  EXPECT_TRUE(folder.names().empty());
}

TEST(Interrupt, ATraceKeepsItsRowsSoFar) {
  const Folder folder;
  const Signaled signaled = jumpscopeSignaled({"trace", jumplab().string(), "--profile", "smb", "--frames",
                                               "100000000", "-o", "a.csv", "--writes", "w.csv"},
                                              folder.path, SIGHUP, milliseconds(300));
  EXPECT_EQ(signaled.outcome.status, 130);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"a.csv", "w.csv"}));
  EXPECT_EQ(jumpscope({"jumps", "a.csv"}, folder.path).status, 0);
}

}  // namespace
}  // namespace jumpscope::tests
