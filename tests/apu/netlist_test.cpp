// The sound half against the 2A03's netlist, cycle by cycle.
#include "tests/apu/netlist_vectors.h"

#include <numeric>

namespace jumpscope::apu::netlist {
namespace {

TEST(SoundNetlist, EveryFieldIsTheChipsAtTheEndOfEveryCycle) {
  expectAllEqual([](const Program& program, bool odd_is_put) {
    Apu apu(ntsc_rates);
    apu.s.odd_is_put = odd_is_put;
    std::vector<uint64_t> looks(program.cycles);
    std::iota(looks.begin(), looks.end(), 0u);
    return replay(apu, apu, program, looks);
  });
}

}  // namespace
}  // namespace jumpscope::apu::netlist
