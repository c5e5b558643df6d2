// Files that once broke a command, and any others laid beside them: each command that may read such a file ends soon, with a
// status of ours, and what it prints is harmless. Cartridges run the same with both policies, and their states load.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "src/base/printable.h"
#include "tests/support/program.h"
#include "tests/support/sanitized.h"
#include "tests/support/shared.h"

namespace jumpscope::tests {
namespace {

namespace fs = std::filesystem;

Outcome runSoon(const std::vector<std::string>& arguments, const Folder& folder) {
  std::string line = "jumpscope";
  for (const std::string& argument : arguments) line += " " + argument;
  SCOPED_TRACE(line);
  const auto start = std::chrono::steady_clock::now();
  Outcome outcome = jumpscope(arguments, folder.path);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_LE(outcome.status, 2) << outcome.err;
  EXPECT_EQ(base::printableLines(outcome.out), outcome.out);
  EXPECT_EQ(base::printableLines(outcome.err), outcome.err);
  if (outcome.status == 2) {
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
  return outcome;
}

std::vector<std::string> filesEndingIn(const std::vector<std::string>& endings) {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(sharedPath("repro")))
    for (const std::string& ending : endings)
      if (entry.path().filename().string().ends_with(ending)) found.push_back(entry.path().string());
  std::sort(found.begin(), found.end());
  return found;
}

// The state after some frames, by each policy; each loads and goes on.
void expectPoliciesAgree(const std::string& rom, const std::string& region, int alignment,
                         const Folder& folder) {
  const std::vector<std::string> machine{"--region", region, "--alignment", std::to_string(alignment)};
  std::string first;
  for (const std::string policy : {"catch-up", "every-cycle"}) {
    std::vector<std::string> run{"run", rom, "--frames", "20", "--policy", policy, "--state", "s"};
    run.insert(run.end(), machine.begin(), machine.end());
    ASSERT_EQ(runSoon(run, folder).status, 0);
    const std::string state = readText(folder / "s");
    if (first.empty()) first = state;
    EXPECT_TRUE(state == first) << rom << " " << region << " " << alignment;
    std::vector<std::string> again{"run", rom, "--frames", "1", "--load-state", "s", "--policy", policy};
    again.insert(again.end(), machine.begin(), machine.end());
    EXPECT_EQ(runSoon(again, folder).status, 0) << rom << " " << region << " " << alignment;
  }
}

TEST(Repro, CartridgesRunTheSameWithBothPoliciesAndTheirStatesLoad) {
  REQUIRE_SHARED("repro");
  const Folder folder;
  for (const std::string& rom : filesEndingIn({".nes"}))
    for (const std::string region : {"ntsc", "pal", "dendy"})
      for (size_t alignment = 0; alignment < 4; alignment += case_step)
        expectPoliciesAgree(rom, region, static_cast<int>(alignment), folder);
}

TEST(Repro, WhatAProgramNeverWritesStaysZero) {
  REQUIRE_SHARED("repro");
  const fs::path rom = sharedPath("repro") / "oam_oob.nes";
  if (!fs::exists(rom)) GTEST_SKIP() << "SKIPPED: there is no " << rom;
  const Folder folder;
  for (const std::string alignment : {"0", "1", "2", "3"}) {
    ASSERT_EQ(runSoon({"run", rom.string(), "--frames", "20", "--alignment", alignment, "--dump",
                       "ppu:2000-2000=nt.bin"},
                      folder)
                  .status,
              0);
    EXPECT_EQ(readText(folder / "nt.bin"), std::string(1, '\0'));
  }
}

TEST(Repro, StatesAreRefusedOrRun) {
  REQUIRE_SHARED("repro");
  const Folder folder;
  for (const std::string& state : filesEndingIn({".state"}))
    for (const std::string& rom : filesEndingIn({".nes"}))
      runSoon({"run", rom, "--load-state", state, "--frames", "1", "--screenshot", "x.png"}, folder);
}

TEST(Repro, MoviesTracesAndSuitesEndSoon) {
  REQUIRE_SHARED("repro");
  const Folder folder;
  fs::copy_file(jumplab(), folder / "r.nes");
  for (const std::string& movie : filesEndingIn({".bk2", ".fm2"}))
    runSoon({"run", "r.nes", "--movie", movie, "--frames", "1"}, folder);
  for (const std::string& trace : filesEndingIn({".csv", ".zst", ".gz", ".jsonl", ".ram"})) {
    runSoon({"jumps", trace}, folder);
    runSoon({"diff", trace}, folder);
    runSoon({"plot", trace, "-o", "p.svg"}, folder);
  }
  for (const std::string& json : filesEndingIn({".json"})) {
    runSoon({"trace", "r.nes", "--profile", json, "--frames", "1"}, folder);
    runSoon({"check", json}, folder);
    runSoon({"check", json, "--github", "--junit", "j.xml"}, folder);
  }
}

TEST(Repro, ABigProfileIsReadInLinearTime) {
  const Folder folder;
  fs::copy_file(jumplab(), folder / "r.nes");
  std::string profile = R"({"name":"x","watches":[)";
  for (int i = 0; i < 2'000'000; ++i) profile += "{},";
  writeText(folder / "quad.json", profile + "{}]}");
  const Outcome outcome = runSoon({"trace", "r.nes", "--profile", "quad.json", "--frames", "1"}, folder);
  EXPECT_EQ(outcome.status, 2);
}

}  // namespace
}  // namespace jumpscope::tests
