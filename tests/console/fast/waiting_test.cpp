// Programs that wait in all kinds of loops, with catch-up and in lockstep: every field of the state, every pixel and sample.
//
//   JUMPSCOPE_LOOPS=100000 JUMPSCOPE_LOOPS_SEED=1 build/release/test_console_fast --gtest_filter=Waiting.AgreesInMany*
//
// What is found is made smaller and written to build/release/found, from where `fuzz_fresh --replay` runs it.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <mutex>

#include "jumpscope_test_paths.h"
#include "src/console/fast/second_looks.h"
#include "src/console/native/code_cache.h"
#include "src/console/sweep.h"
#include "tests/console/fast/waiting_program.h"
#include "tests/fuzz/programs/minimize.h"
#include "tests/fuzz/programs/run_case.h"
#include "tests/support/sanitized.h"
#include "tests/support/slow.h"

namespace jumpscope::console::tests {
namespace {

constexpr int frames = 5;

// The programs are short: what they do a second time is translated, and loops that do not wait are soon looked at again.
[[maybe_unused]] const bool translated_at_once = [] {
  native::hot_after = 2;
  fast::first_second_look = 2000;
  return true;
}();

void report(const fuzz::Case& failing, const fuzz::Finding& finding, uint32_t seed) {
  fuzz::Case start = failing;
  start.frames = finding.frame + 1;
  const fuzz::Case small = fuzz::minimized(start, [&finding](const fuzz::Case& tried) {
    const auto again = fuzz::runCase(tried);
    return again && again->refused == finding.refused;
  });
  const auto folder = std::filesystem::path(JUMPSCOPE_BINARY_DIR) / "found";
  std::filesystem::create_directories(folder);
  const auto path = folder / ("waiting-" + std::to_string(seed) + ".case");
  fuzz::writeCase(small, path);
  ADD_FAILURE() << "seed " << seed << ", frame " << finding.frame << ": " << finding.what
                << "\nmade smaller: fuzz_fresh --replay " << path.string();
}

// Reports the first difference and then stops.
void expectAgreement(uint32_t first_seed, size_t programs, unsigned threads) {
  std::atomic<bool> found = false;
  std::mutex reporting;
  console::inParallel(programs, threads, [&](unsigned, size_t index) {
    if (found) return;
    const auto seed = static_cast<uint32_t>(first_seed + index);
    const fuzz::Case tried = waitingProgram(seed, frames);
    const auto finding = fuzz::runCase(tried);
    if (!finding) return;
    const std::lock_guard lock(reporting);
    if (!found.exchange(true)) report(tried, *finding, seed);
  });
}

unsigned long fromEnvironment(const char* name, unsigned long otherwise) {
  const char* given = std::getenv(name);
  return given ? std::strtoul(given, nullptr, 10) : otherwise;
}

TEST(Waiting, AgreesWithLockstep) { expectAgreement(1, 200 / jumpscope::tests::case_step, 1); }

TEST(Waiting, AgreesInManyPrograms) {
  const unsigned long asked = fromEnvironment("JUMPSCOPE_LOOPS", 0);
  if (asked == 0) {
    REQUIRE_SLOW();
  }
  expectAgreement(static_cast<uint32_t>(fromEnvironment("JUMPSCOPE_LOOPS_SEED", 100'000)),
                  asked ? asked : jumpscope::tests::slowCases<size_t>(5'000), 0);
}

// Else the comparison would be one of jammed or sleeping processors.
TEST(Waiting, MostProgramsSeeInterruptsAndLeaveTheirLoops) {
  constexpr int programs = 200;
  int interrupted = 0, ended = 0, jammed = 0;
  for (uint32_t seed = 1; seed <= programs; ++seed) {
    const fuzz::Case what = waitingProgram(seed, frames);
    console::Console console(what.cartridge(), what.options);
    for (int frame = 0; frame < frames; ++frame) console.runFrame();
    interrupted += console.peek(nmi_count_address) > 0;
    ended += (console.peek(waits_ended_address) | console.peek(waits_ended_address + 1)) != 0;
    jammed += console.jammed();
  }
  EXPECT_GT(interrupted, programs * 3 / 4);
  EXPECT_GT(ended, programs * 2 / 3);
  EXPECT_LT(jammed, programs / 20);
}

}  // namespace
}  // namespace jumpscope::console::tests
