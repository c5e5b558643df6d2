// Running chips only when somebody can tell must never be told from running everything each cycle: the full
// state, every pixel and every sample, at every frame's end.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "tests/console/random_program.h"
#include "tests/console/shared_cartridge.h"
#include "tests/support/shared.h"
#include "tests/support/slow.h"

namespace jumpscope::console::tests {
namespace {

// What is run: a cartridge, and what is pressed when.
struct Scenario {
  std::shared_ptr<const Cartridge> cartridge;
  Options options;
  std::vector<Buttons> buttons;  // a frame each, repeated
  int reset_frame = -1;
  std::string description;
};

// One console, and all that can be seen of it.
struct Observed {
  Observed(const Scenario& run, const Options& options) : console(run.cartridge, options) {
    console.on_frame_end = [this](uint64_t) {
      for (int address = 0; address < 0x800; ++address)
        ram_hash = (ram_hash ^ console.peek(static_cast<uint16_t>(address))) * 0x100000001B3u;
      ram_hash ^= console.cpuCycles();
    };
  }

  Console console;
  uint64_t ram_hash = 0xCBF29CE484222325u;  // of the RAM at the very moments of the frames' ends
};

// The oracle with picture and sound; the catch-up policy with the same; without; and without idle skipping.
void expectPoliciesAgree(const Scenario& run, int frames) {
  SCOPED_TRACE(run.description);
  Options seen = run.options;
  seen.video = seen.audio = true;
  Options oracle_options = seen;
  oracle_options.policy = Policy::EveryCycle;
  Options busy = run.options;
  busy.idle_skip = false;
  Observed oracle(run, oracle_options), shown(run, seen), blind(run, run.options), no_skip(run, busy);
  for (int frame = 0; frame < frames; ++frame) {
    for (Observed* observed : {&oracle, &shown, &blind, &no_skip}) {
      if (frame == run.reset_frame) observed->console.softReset();
      if (!run.buttons.empty())
        observed->console.setButtons(0, run.buttons[static_cast<size_t>(frame) % run.buttons.size()]);
      observed->console.runFrame();
    }
    const State& expected = oracle.console.state();
    ASSERT_EQ(firstDifference(shown.console.state(), expected), "") << "catch-up, frame " << frame;
    ASSERT_EQ(firstDifference(blind.console.state(), expected), "")
        << "without video and audio, frame " << frame;
    ASSERT_EQ(firstDifference(no_skip.console.state(), expected), "") << "without idle skip, frame " << frame;
    ASSERT_EQ(shown.ram_hash, oracle.ram_hash) << "RAM at the vblank moment of frame " << frame;
    ASSERT_EQ(blind.ram_hash, oracle.ram_hash) << "RAM at the vblank moment of frame " << frame;
    ASSERT_EQ(shown.console.polledInput(), oracle.console.polledInput()) << "frame " << frame;
    const auto got = shown.console.pixels(), wanted = oracle.console.pixels();
    const auto [pixel, other] = std::mismatch(got.begin(), got.end(), wanted.begin());
    ASSERT_TRUE(pixel == got.end()) << "frame " << frame << ", pixel x " << (pixel - got.begin()) % 256
                                    << ", y " << (pixel - got.begin()) / 256 << ": $" << std::hex << *pixel
                                    << ", the oracle has $" << *other;
    ASSERT_EQ(shown.console.takeSamples(), oracle.console.takeSamples()) << "frame " << frame;
  }
}

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

TEST(Policies, Slow_AgreeOnManyRandomPrograms) {
  REQUIRE_SLOW();
  for (uint32_t seed = 1000; seed < 1300; ++seed) {
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

TEST(Policies, Slow_AgreeOnAllTestPrograms) {
  REQUIRE_SLOW();
  REQUIRE_SHARED("test-roms");
  for (const Scenario& run : scenariosBelow(shared_path)) {
    expectPoliciesAgree(run, 40);
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
