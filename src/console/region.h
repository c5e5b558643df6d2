// The three kinds of console, and in what they differ.
#pragma once

#include <array>
#include <cstdint>

#include "apu/rates.h"
#include "mappers/cartridge.h"
#include "ppu/timing.h"

namespace jumpscope::console {

using mappers::Region;

struct RegionFacts {
  uint64_t cpu_clocks;  // master clocks a CPU cycle
  const ppu::Timing& ppu;
  const apu::Rates& apu;
};

// Source: NESdev "Cycle reference chart".
inline const RegionFacts& factsOf(Region region) {
  static constexpr std::array<RegionFacts, 3> facts = {{
      {12, ppu::ntsc_timing, apu::ntsc_rates},
      {16, ppu::pal_timing, apu::pal_rates},
      {15, ppu::dendy_timing, apu::dendy_rates},
  }};
  return facts[static_cast<size_t>(region)];
}

}  // namespace jumpscope::console
