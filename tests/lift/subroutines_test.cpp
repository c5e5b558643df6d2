// Every subroutine that is seen called in a recorded run: lifted, it leaves what the cartridge's leaves, or it is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "src/movie/player.h"
#include "src/session/rom_file.h"
#include "src/session/session.h"
#include "src/session/trace_input.h"
#include "tests/lift/lifted.h"
#include "tests/support/jumplab.h"
#include "tests/support/shared.h"
#include "tests/support/slow.h"

namespace jumpscope::lift {
namespace {

std::filesystem::path bundled(const std::string& path) { return tests::sourceDir() / "roms_test" / path; }

std::set<uint16_t> calledIn(const prove::Run& run,
                            const std::shared_ptr<const console::Cartridge>& cartridge) {
  std::set<uint16_t> targets;
  console::Console console(cartridge, run.options);
  console.hooks().on_stack_moved = [&] {
    if (console.cpu().opcode == 0x20) targets.insert(console.cpu().pc);
  };
  for (uint64_t frame = 0; frame < run.input.frames; ++frame) {
    movie::latch(console, run.input.player.at(frame));
    console.runFrame();
  }
  return targets;
}

// Its entries in the run, and as many random changes of them.
std::vector<Input> inputsOf(const prove::Routine& routine) {
  std::vector<Input> inputs;
  for (const prove::Entry& entry : routine.entries) inputs.push_back({entry.before, entry.registers});
  std::mt19937 random(3);
  for (size_t i = 0; i < 400; ++i) {
    Input input = inputs[random() % routine.entries.size()];
    for (uint8_t& byte : input.memory.ram)
      if (i % 2 == 0 || random() % 16 == 0) byte = static_cast<uint8_t>(random());
    inputs.push_back(input);
  }
  return inputs;
}

void expectAllRight(const std::filesystem::path& rom, const trace::Profile& profile,
                    const std::string& movie) {
  if (!canCompile(Language::Cpp)) GTEST_SKIP() << "no compiler (c++)";
  const auto cartridge = std::make_shared<const console::Cartridge>(session::readCartridge(rom));
  prove::Run run{session::playMovie(session::readMovie(bundled(movie))), {}};
  run.options = session::machineOptions({}, *cartridge, run.input.recorded_on);
  size_t seen = 0, refused = 0, lifted = 0;
  Comparison all;
  for (const uint16_t target : calledIn(run, cartridge)) {
    // Of fewer it is chance whether most of them can be lifted.
    if (seen++ % std::min<size_t>(tests::slowStep(), 16) != 0) continue;
    prove::Routine routine = prove::findRoutine(cartridge, profile, {run},
                                                {.address = target, .most_entries = 100, .most_states = 1});
    std::erase_if(routine.entries, [](const prove::Entry& entry) {
      return entry.interrupted || entry.remapped || entry.program != 0;
    });
    if (routine.entries.empty()) continue;
    std::optional<Subject> subject;
    try {
      subject = {lift(routine, &profile, trace::Symbols(), Language::Cpp), routine.program()};
    } catch (const std::runtime_error& error) {
      EXPECT_NE(std::string(error.what()).find("cannot be lifted: "), std::string::npos) << error.what();
      ++refused;
      continue;
    }
    ++lifted;
    const Comparison some =
        compare(routine, *subject, Lifted(routine, {*subject}, Language::Cpp), 0, inputsOf(routine));
    EXPECT_EQ(some.different, 0u) << std::hex << target;
    all += some;
  }
  EXPECT_GT(lifted, refused);
  std::cout << lifted << " lifted, " << refused << " refused; " << all.equal << " memories equal, "
            << all.refused << " stopped, " << all.unusual << " unusual\n";
}

TEST(LiftSubroutines, OfJumplabAreRight) {
  REQUIRE_SLOW();
  expectAllRight(bundled("jumplab/jumplab.nes"), trace::builtinProfile("smb"), "movies/bumps.fm2");
}

TEST(LiftSubroutines, OfHomebrewAreRight) {
  REQUIRE_SLOW();
  for (const std::string name : {"full_game", "falling", "cybercoaster", "grunio"}) {
    REQUIRE_SHARED("homebrew/" + name + ".nes");
    expectAllRight(shared_path, session::loadProfile(bundled("homebrew/" + name + ".json")),
                   "homebrew/" + name + ".fm2");
  }
}

}  // namespace
}  // namespace jumpscope::lift
