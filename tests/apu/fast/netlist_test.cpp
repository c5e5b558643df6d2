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
  cycles.erase(std::unique(cycles.begin(), cycles.end()), cycles.end());
  return cycles;
}

void expectEqualWheneverSomethingChanges(const std::string& file) {
  expectAllEqual(file, [](const Program& program, const State& start) {
    FastApu apu(ntsc_rates);
    apu.unit.restore(start);
    return replay(apu.chip, apu.unit, program, interestingCycles(program));
  });
}

TEST(SoundNetlist, TheAcceleratorHasTheChipsFieldsWheneverTheyChange) {
  expectEqualWheneverSomethingChanges("netlist/apu.jsonl");
}

TEST(SoundNetlist, TheAcceleratorHasTheChipsFieldsWhenWritesMeetTheFrameCountersClocks) {
  expectEqualWheneverSomethingChanges("netlist/apu-writes.jsonl");
}

}  // namespace
}  // namespace jumpscope::apu::netlist
