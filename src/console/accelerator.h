// The machine's accelerator, or what stands in its place where src/console/fast is not built. Private to
// src/console.
#pragma once

#if JUMPSCOPE_FAST
#include "src/console/fast/accelerator.h"
#else

#include <cstdint>

namespace jumpscope::console {

struct Machine;

namespace fast {

// The machine runs cycle by cycle.
struct Accelerator {
  explicit Accelerator(Machine&) {}
  Accelerator(Machine&, const Accelerator&) {}
  void translateCode(bool) {}
  void stateReplaced() {}
  void memoryMapped() {}
  void pagesChanged() {}
  void ppuAccessed() {}
  void boardAccessed() {}
  void run() {}
  bool copyPageToOam(uint16_t) { return false; }
  bool fetchSampleByte(uint16_t, uint16_t) { return false; }
};

}  // namespace fast
}  // namespace jumpscope::console

#endif
