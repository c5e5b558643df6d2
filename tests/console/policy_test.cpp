// Both policies on test programs, homebrew and random programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "jumpscope_test_paths.h"
#include "tests/console/agreement.h"
#include "tests/console/random_program.h"
#include "tests/console/shared_cartridge.h"
#include "tests/support/sanitized.h"
#include "tests/support/shared.h"
#include "tests/support/slow.h"

namespace jumpscope::console::tests {
namespace {

Scenario randomScenario(uint32_t seed) {
  const RandomProgram program(seed);
  return {program.cartridge, program.options, program.buttons, program.reset_frame, program.description};
}

TEST(Policies, AgreeOnRandomPrograms) {
  for (uint32_t seed = 1; seed <= 40; ++seed) {
    expectPoliciesAgree(randomScenario(seed), 5);
    if (HasFatalFailure()) return;
  }
}

// On every board of the table, as many programs each.
void expectAgreementOnBoards(uint32_t first_seed, uint32_t programs, int frames) {
  uint32_t seed = first_seed;
  for (int mapper = 1; mapper < 4096; ++mapper) {
    const mappers::BoardType* board = mappers::findBoard(mapper);
    if (!board || !board->make) continue;
    for (uint32_t i = 0; i < programs; ++i, ++seed) {
      const RandomProgram program(seed, mapper, static_cast<int>(i % 6));
      try {
        mappers::requireSupported(*program.cartridge);
      } catch (const std::runtime_error&) {
        continue;  // a submapper that is not there, or sizes that the board cannot have
      }
      expectPoliciesAgree(
          {program.cartridge, program.options, program.buttons, program.reset_frame, program.description},
          frames);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(Policies, AgreeOnRandomProgramsForEveryBoard) {
  expectAgreementOnBoards(1, jumpscope::tests::case_step > 1 ? 1 : 3, 4);
}

TEST(Policies, AgreeOnManyRandomProgramsForEveryBoard) {
  REQUIRE_SLOW();
  expectAgreementOnBoards(5000, jumpscope::tests::slowCases(20), 8);
}

TEST(Policies, AgreeOnManyRandomPrograms) {
  REQUIRE_SLOW();
  for (uint32_t seed = 1000; seed < 1000 + jumpscope::tests::slowCases(300u); ++seed) {
    expectPoliciesAgree(randomScenario(seed), 8);
    if (HasFatalFailure()) return;
  }
}

// All cartridges below a folder that we have a board for, in the order of their names.
std::vector<Scenario> scenariosBelow(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".nes") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<Scenario> runs;
  for (const auto& path : paths) {
    Scenario run;
    try {
      run.cartridge = readCartridge(path);
    } catch (const std::runtime_error&) {
      continue;  // another board
    }
    run.options.region = run.cartridge->region;
    run.options.alignment = static_cast<int>(runs.size() % 4);
    run.description = path.string() + ", alignment " + std::to_string(run.options.alignment);
    // Start now and then, and right with A in between.
    for (int frame = 0; frame < 60; ++frame)
      run.buttons.push_back(frame % 20 < 3 ? 0x08 : frame % 20 < 10 ? 0x81 : 0x80);
    runs.push_back(std::move(run));
  }
  return runs;
}

TEST(Policies, AgreeOnTheBenchmarksCartridges) {
  const std::vector<Scenario> runs = scenariosBelow(JUMPSCOPE_SOURCE_DIR "/roms_test/bench");
  EXPECT_FALSE(runs.empty());
  for (const Scenario& run : runs) {
    expectPoliciesAgree(run, 8);
    if (HasFatalFailure()) return;
  }
}

TEST(Policies, AgreeOnHomebrew) {
  REQUIRE_SHARED("homebrew");
  for (const Scenario& run : scenariosBelow(shared_path)) {
    expectPoliciesAgree(run, 40);
    if (HasFatalFailure()) return;
  }
}

TEST(Policies, AgreeOnATenthOfTheTestPrograms) {
  REQUIRE_SHARED("test-roms");
  const std::vector<Scenario> runs = scenariosBelow(shared_path);
  for (size_t i = 0; i < runs.size(); i += 10) {
    expectPoliciesAgree(runs[i], 20);
    if (HasFatalFailure()) return;
  }
}

TEST(Policies, AgreeOnAllTestPrograms) {
  REQUIRE_SLOW();
  REQUIRE_SHARED("test-roms");
  const std::vector<Scenario> runs = scenariosBelow(shared_path);
  for (size_t i = 0; i < runs.size(); i += jumpscope::tests::slowStep()) {
    expectPoliciesAgree(runs[i], 40);
    if (HasFatalFailure()) return;
  }
}

TEST(Policies, AgreeOnTheOtherRegionsAndAlignments) {
  for (const Region region : {Region::Pal, Region::Dendy, Region::Ntsc}) {
    for (int alignment = 0; alignment < 4; ++alignment) {
      Scenario run = randomScenario(77);
      run.options.region = region;
      run.options.alignment = alignment;
      run.description += ", but region " + std::to_string(static_cast<int>(region)) + " alignment " +
                         std::to_string(alignment);
      expectPoliciesAgree(run, 4);
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace jumpscope::console::tests
