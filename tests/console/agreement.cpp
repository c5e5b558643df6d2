#include "tests/console/agreement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "src/console/fast/second_looks.h"
#include "src/console/native/code_cache.h"
#include "src/session/state_file.h"

namespace jumpscope::console::tests {

namespace {

// The programs are short: what they do a second time is translated, and loops that do not wait are soon looked at again.
[[maybe_unused]] const bool translated_at_once = [] {
  native::hot_after = 2;
  fast::first_second_look = 2000;
  return true;
}();

// One console, and all that can be seen of it.
struct Observed {
  Observed(const Scenario& run, const console::Options& options) : console(run.cartridge, options) {
    console.hooks().on_frame_end = [this](uint64_t) {
      for (int address = 0; address < 0x800; ++address)
        ram_hash = (ram_hash ^ console.peek(static_cast<uint16_t>(address))) * 0x100000001B3u;
      ram_hash ^= console.cpuCycles();
    };
  }

  console::Console console;
  uint64_t ram_hash = 0xCBF29CE484222325u;  // of the RAM at the very moments of the frames' ends
};

void expectSamePicture(const Console& tested, const Console& oracle) {
  const auto got = tested.pixels(), wanted = oracle.pixels();
  const auto [pixel, other] = std::mismatch(got.begin(), got.end(), wanted.begin());
  ASSERT_TRUE(pixel == got.end()) << "pixel x " << (pixel - got.begin()) % 256 << ", y "
                                  << (pixel - got.begin()) / 256 << ": $" << std::hex << *pixel
                                  << ", the oracle has $" << *other;
}

// A state that a run can reach is written to a file, read back as it was, and goes on the same.
void expectStateSurvivesItsFile(const Console& console) {
  try {
    const State read = session::decodeState(session::encodeState(console), console, "the state");
    ASSERT_EQ(firstDifference(read, console.state()), "") << "read back from a file";
  } catch (const std::runtime_error& error) {
    FAIL() << error.what();
  }
}

}  // namespace

Scenario scenarioOf(uint32_t seed, std::shared_ptr<const Cartridge> cartridge, std::string description) {
  Scenario made;
  made.cartridge = std::move(cartridge);
  made.options.alignment = static_cast<int>(seed / 2 % 4);
  made.options.region = seed % 7 == 0 ? Region::Pal : Region::Ntsc;
  made.options.ram_init = {console::RamInit::Kind::Random, seed};
  made.description = std::move(description);
  return made;
}

void expectAPicture(Scenario run) {
  run.options.video = true;
  Console console(run.cartridge, run.options);
  for (int frame = 0; frame < 8; ++frame) console.runFrame();
  const auto pixels = console.pixels();
  EXPECT_GT(std::set<int>(pixels.begin(), pixels.end()).size(), 4U);
}

void expectPoliciesAgree(const Scenario& run, int frames) {
  SCOPED_TRACE(run.description);
  console::Options seen = run.options;
  seen.video = seen.audio = true;
  console::Options oracle_options = seen;
  oracle_options.policy = console::Policy::Lockstep;
  console::Options busy = run.options;
  busy.idle_skip = false;
  Observed oracle(run, oracle_options), shown(run, seen), blind(run, run.options), no_skip(run, busy);
  console::Options glimpsed = run.options;
  glimpsed.video = true;
  Observed glances(run, glimpsed);
  for (int frame = 0; frame < frames; ++frame) {
    const bool glance = frame % 5 == 1 || frame % 5 == 2;
    glances.console.setRendering(glance);
    for (Observed* observed : {&oracle, &shown, &blind, &no_skip, &glances}) {
      if (frame == run.reset_frame) observed->console.softReset();
      if (!run.buttons.empty())
        observed->console.setButtons(0, run.buttons[static_cast<size_t>(frame) % run.buttons.size()]);
      if (!run.inputs.empty())
        for (size_t port = 0; port < port_count; ++port)
          observed->console.setInput(port, run.inputs[static_cast<size_t>(frame) % run.inputs.size()][port]);
      observed->console.runFrame();
    }
    const console::State& expected = oracle.console.state();
    ASSERT_EQ(console::firstDifference(shown.console.state(), expected), "") << "catch-up, frame " << frame;
    ASSERT_EQ(console::firstDifference(blind.console.state(), expected), "")
        << "without video and audio, frame " << frame;
    ASSERT_EQ(console::firstDifference(no_skip.console.state(), expected), "")
        << "without idle skip, frame " << frame;
    ASSERT_EQ(console::firstDifference(glances.console.state(), expected), "")
        << "of which two frames in five are rendered, frame " << frame;
    ASSERT_NO_FATAL_FAILURE(expectStateSurvivesItsFile(blind.console)) << "frame " << frame;
    no_skip.console.restore(
        session::decodeState(session::encodeState(no_skip.console), no_skip.console, "the state"));
    ASSERT_EQ(shown.ram_hash, oracle.ram_hash) << "RAM at the vblank moment of frame " << frame;
    ASSERT_EQ(blind.ram_hash, oracle.ram_hash) << "RAM at the vblank moment of frame " << frame;
    ASSERT_EQ(shown.console.polledInput(), oracle.console.polledInput()) << "frame " << frame;
    ASSERT_NO_FATAL_FAILURE(expectSamePicture(shown.console, oracle.console)) << "frame " << frame;
    if (glance) {
      ASSERT_NO_FATAL_FAILURE(expectSamePicture(glances.console, oracle.console))
          << "the frame before it was " << (frame % 5 == 2 ? "" : "not ") << "rendered, frame " << frame;
    }
    ASSERT_EQ(shown.console.takeSamples(), oracle.console.takeSamples()) << "frame " << frame;
  }
}

}  // namespace jumpscope::console::tests
