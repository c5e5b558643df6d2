// The player's routine of the bundled cartridge, symbolically and in every frame of the bundled movies.
#include <gtest/gtest.h>

#include "src/prove/machine/machine.h"
#include "src/prove/routine/routine.h"
#include "src/session/rom_file.h"
#include "src/session/trace_input.h"
#include "tests/support/jumplab.h"
#include "tests/support/sanitized.h"
#include "tests/support/shared.h"

namespace jumpscope::prove {
namespace {

Routine jumplabRoutine() {
  const auto cartridge = tests::jumplabCartridge();
  std::vector<Run> runs;
  std::vector<std::filesystem::path> movies;
  for (const auto& file : std::filesystem::directory_iterator(tests::sourceDir() / "roms_test/movies"))
    if (file.path().extension() == ".fm2") movies.push_back(file.path());
  std::sort(movies.begin(), movies.end());
  for (size_t i = 0; i < movies.size(); i += tests::case_step) {
    Run run{session::playMovie(session::readMovie(movies[i])), {}};
    run.options = session::machineOptions({}, *cartridge, run.input.recorded_on);
    runs.push_back(run);
  }
  return findRoutine(cartridge, trace::builtinProfile("smb"), runs);
}

Assignment inputsOf(const Terms& terms, const Execution& execution, const Entry& entry) {
  Assignment assignment;
  for (uint16_t i = 0; i < 0x800; ++i) assignment.memory[i] = entry.before.ram[i];
  const Registers& r = entry.registers;
  assignRegisters(assignment, terms, execution, r.a, r.x, r.y, r.p);
  return assignment;
}

TEST(MachineOnJumplab, EveryFrameOfTheMoviesIsOnItsPath) {
  const Routine routine = jumplabRoutine();
  const Entry& first = routine.entries.front();
  Terms terms;
  const Terms::Scope scope(terms);
  const Execution execution =
      execute(terms, {routine.program().bytes},
              {routine.address, first.registers.s, first.return_address, first.registers.p});
  EXPECT_LT(terms.size(), 200'000u);
  EXPECT_LT(execution.instructions, 20'000u);
  size_t compared = 0;
  for (size_t i = 0; i < routine.entries.size(); i += 7) {
    const Entry& entry = routine.entries[i];
    if (entry.interrupted || entry.registers.s != first.registers.s) continue;
    const Assignment assignment = inputsOf(terms, execution, entry);
    Evaluation evaluation(terms, assignment);
    size_t holding = 0;
    for (const Exit& exit : execution.exits) {
      if (evaluation.value(exit.condition) == 0) continue;
      ++holding;
      EXPECT_EQ(exit.kind, Exit::Kind::Returned) << exit.problem;
      EXPECT_EQ(exit.pc, entry.return_address);
      auto ram = entry.before.ram;
      for (uint16_t address = 0; address < ram.size(); ++address)
        ram[address] = static_cast<uint8_t>(evaluation.value(exit.memory.read(terms, address)));
      ASSERT_EQ(ram, entry.after.ram) << "frame " << entry.frame;
      EXPECT_EQ(evaluation.value(exit.registers.a.term()), entry.registers_after.a);
    }
    ASSERT_EQ(holding, 1u) << "frame " << entry.frame;
    ++compared;
  }
  EXPECT_GT(compared, 700u / tests::case_step);
}

}  // namespace
}  // namespace jumpscope::prove
