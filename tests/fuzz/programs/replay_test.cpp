// What the differential fuzzer has found, and a minute of new random programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <vector>

#include "tests/fuzz/programs/run_case.h"
#include "tests/support/shared.h"
#include "tests/support/slow.h"

namespace jumpscope::fuzz {
namespace {

std::vector<std::filesystem::path> corpus() {
  std::vector<std::filesystem::path> cases;
  for (const auto& entry :
       std::filesystem::directory_iterator(tests::sourceDir() / "tests/fuzz/corpus/programs"))
    if (entry.path().extension() == ".case") cases.push_back(entry.path());
  std::sort(cases.begin(), cases.end());
  return cases;
}

TEST(DifferentialFuzzer, EveryProgramOfTheCorpusRunsTheSameInLockstepAndWithCatchUp) {
  const std::vector<std::filesystem::path> cases = corpus();
  EXPECT_GE(cases.size(), 4u);
  for (const auto& path : cases) {
    const auto finding = runCase(readCase(path));
    EXPECT_FALSE(finding) << path << ": frame " << finding->frame << ", " << finding->what;
  }
}

TEST(DifferentialFuzzer, ACaseComesBackFromItsFilesAsItWas) {
  const std::filesystem::path folder = testing::TempDir() + "/jumpscope-cases";
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    const Case written = randomCase(seed, 9);
    writeCase(written, folder / "one.case");
    const Case read = readCase(folder / "one.case");
    EXPECT_EQ(read.prg, written.prg);
    EXPECT_EQ(read.chr, written.chr);
    EXPECT_EQ(read.mirroring, written.mirroring);
    EXPECT_EQ(read.board, written.board);
    EXPECT_EQ(read.options.region, written.options.region);
    EXPECT_EQ(read.options.alignment, written.options.alignment);
    EXPECT_EQ(console::toString(read.options.ram_init), console::toString(written.options.ram_init));
    EXPECT_EQ(read.options.idle_skip, written.options.idle_skip);
    EXPECT_EQ(read.options.video, written.options.video);
    EXPECT_EQ(read.frames, written.frames);
    EXPECT_EQ(read.buttons, written.buttons);
    EXPECT_EQ(read.disturbances, written.disturbances);
  }
  std::filesystem::remove_all(folder);
}

TEST(DifferentialFuzzer, RandomProgramsRunTheSameInLockstepAndWithCatchUp) {
  for (uint32_t seed = 1; seed <= 40; ++seed) {
    const auto finding = runCase(randomCase(seed, 4));
    ASSERT_FALSE(finding) << "seed " << seed << ", frame " << finding->frame << ", " << finding->what;
  }
}

TEST(DifferentialFuzzer, AMinuteOfNewProgramsRunsTheSameInLockstepAndWithCatchUp) {
  REQUIRE_SLOW();
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(tests::slowCases(60));
  const uint32_t first = seedOfTheDay();
  uint32_t seed = first;
  for (; std::chrono::steady_clock::now() < end; ++seed) {
    const auto finding = runCase(randomCase(seed, 14));
    ASSERT_FALSE(finding) << "seed " << seed << ", frame " << finding->frame << ", " << finding->what
                          << "; see it with: fuzz_fresh --programs 1 --seed " << seed;
  }
  std::cout << seed - first << " programs from seed " << first << " on, 0 differences\n";
}

}  // namespace
}  // namespace jumpscope::fuzz
