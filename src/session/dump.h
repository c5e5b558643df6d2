// --dump SPACE[:FIRST-LAST]=FILE: memory at the end of a run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/console/console.h"

namespace jumpscope::session {

struct DumpRequest {
  enum class Space : uint8_t { Cpu, Ppu, Oam, Palette } space = Space::Cpu;
  uint16_t first = 0;
  uint16_t last = 0;  // included
  std::string path;
};

// "cpu:0000-07ff=ram.bin", "ppu:2000-2fff=nt.bin", "oam=oam.bin", "palette=pal.bin". Throws
// std::runtime_error.
DumpRequest parseDumpRequest(const std::string& text);

// cpu: what peek() sees, registers as 0. ppu: $0000-$3FFF. oam: 256 bytes. palette: the 32 bytes of
// $3F00-$3F1F.
std::vector<uint8_t> dumpMemory(const console::Console& console, const DumpRequest& request);

}  // namespace jumpscope::session
