#include "src/session/state_limits.h"

#include "src/console/region.h"

namespace jumpscope::session {

namespace {

// Five years of play. Counts of master clocks do not overflow before it is over.
constexpr uint64_t longest_run = uint64_t{1} << 48;
// How far a chip may have run beyond the start of the CPU's cycle, which is where all of them stand between two
// instructions: the end of an access to a register of the picture chip.
constexpr uint64_t longest_access_clocks = 64, longest_access_cycles = 2;

constexpr uint64_t distance(uint64_t a, uint64_t b) { return a > b ? a - b : b - a; }

}  // namespace

bool isPlausible(const console::State& state, console::Region region) {
  const console::RegionFacts& facts = console::factsOf(region);
  if (state.cycle > longest_run || state.frame > longest_run || state.ppu.frame > longest_run) return false;
  if (state.ppu.scanline >= facts.ppu.lines) return false;
  return distance(state.ppu.clock, state.cycle * facts.cpu_clocks) <= longest_access_clocks &&
         distance(state.apu.cycle, state.cycle) <= longest_access_cycles &&
         state.controllers.cycle <= state.cycle;
}

}  // namespace jumpscope::session
