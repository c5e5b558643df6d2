// An interrupt line that follows its cause some CPU cycles later.
#pragma once

#include <cstdint>

namespace jumpscope::mappers {

struct LateIrq {
  uint64_t due;     // the cycle that raises the line; 0: none
  uint8_t pending;  // the interrupt line
  uint8_t unused[7];

  void raiseAt(uint64_t cycle) {
    if (due == 0 && !pending) due = cycle;
  }
  void runTo(uint64_t until) {
    if (due == 0 || until < due) return;
    pending = 1;
    due = 0;
  }
  void acknowledge() {
    due = 0;
    pending = 0;
  }
  uint64_t nextPending() const { return due == 0 || pending ? UINT64_MAX : due; }
};

}  // namespace jumpscope::mappers
