// The sound half's accelerator against the 2A03's netlist: it runs from each access or change to the next.
#include "tests/apu/netlist_vectors.h"

#include "tests/apu/fast/support.h"

namespace jumpscope::apu::netlist {
namespace {

// The cycles of all accesses and changes, and the cycles before the changes.
std::vector<uint64_t> interestingCycles(const Program& program) {
  std::vector<uint64_t> cycles;
  for (const Access& access : program.bus) cycles.push_back(access.cycle);
  for (const auto& changes : program.changes) {
    for (const Change& change : changes) {
      if (change.cycle > 0) cycles.push_back(change.cycle - 1);
      cycles.push_back(change.cycle);
    }
  }
  cycles.push_back(program.cycles - 1);
  std::ranges::sort(cycles);
  const auto again = std::ranges::unique(cycles);
  cycles.erase(again.begin(), again.end());
  return cycles;
}

TEST(SoundNetlist, TheAcceleratorHasTheChipsFieldsWheneverTheyChange) {
  expectAllEqual([](const Program& program, bool odd_is_put) {
    FastApu apu(ntsc_rates);
    State start = apu.chip.s;
    start.odd_is_put = odd_is_put;
    apu.unit.restore(start);
    return replay(apu.chip, apu.unit, program, interestingCycles(program));
  });
}

}  // namespace
}  // namespace jumpscope::apu::netlist
