// Cartridges full of random instructions that do what programs must not do, at random times.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "src/console/console.h"

namespace jumpscope::console::tests {

// Decided by its seed alone, the same on every machine: the program, the pattern tables, and the console to
// run it on (region, alignment, power-on RAM).
struct RandomProgram {
  // `mapper`: with registers of a board among what is written; four copies of the program and 32 KiB of patterns.
  explicit RandomProgram(uint32_t seed, int mapper = 0, int submapper = 0);

  std::shared_ptr<const Cartridge> cartridge;
  console::Options options;
  std::vector<console::Buttons> buttons;  // of the first pad, a frame each, repeated
  int reset_frame;                        // a reset before this frame; -1: none
  std::string description;
};

}  // namespace jumpscope::console::tests
