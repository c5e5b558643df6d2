// The sound half against the 2A03's netlist, cycle by cycle.
#include "tests/apu/netlist_vectors.h"

#include <numeric>

namespace jumpscope::apu::netlist {
namespace {

void expectEqualInEveryCycle(const std::string& file) {
  expectAllEqual(file, [](const Program& program, const State& start) {
    Apu apu(ntsc_rates);
    apu.restore(start);
    std::vector<uint64_t> looks(program.cycles);
    std::iota(looks.begin(), looks.end(), 0u);
    return replay(apu, apu, program, looks);
  });
}

TEST(SoundNetlist, EveryFieldIsTheChipsAtTheEndOfEveryCycle) { expectEqualInEveryCycle("netlist/apu.jsonl"); }

TEST(SoundNetlist, EveryFieldIsTheChipsWhenWritesMeetTheFrameCountersClocks) {
  expectEqualInEveryCycle("netlist/apu-writes.jsonl");
}

}  // namespace
}  // namespace jumpscope::apu::netlist
