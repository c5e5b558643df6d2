// Writes that follow others that wait, where nothing has to be asked for each; accelerator.h includes it. Programs write
// thousands of colors in a row.
#pragma once

#include <algorithm>
#include <cstdint>

#include "ppu/fast/accelerator.h"

namespace jumpscope::ppu::fast {

// Where writes are at least `apart` units of time from each other, the row stays open while one can be noted after the
// other: for a board that watches line 12, while none can move it.
inline void Accelerator::openRow(uint64_t at, uint64_t unit, unsigned apart) {
  constexpr uint64_t usual = 12;  // for which nothing has to be divided
  if (apart * unit < clocks_to_arrive_) return;
  if (!postponed_.waits || postponed_.began != at * unit || postponed_.reg < 5) return;
  const bool watched = watchesA12();
  const uint64_t most = watched ? stepsBesideA12() : WriteRow::capacity - 1;
  const uint64_t last = watched ? postponed_.blank.until - clocks_to_arrive_ : postponed_.blank.last_write;
  if (most == 0 || postponed_.arrives == never) return;
  const uint64_t full = at + std::min<uint64_t>(most, WriteRow::capacity - 1) * apart;
  row_.all[0] = {postponed_.value, postponed_.reg, postponed_.stale, 0, static_cast<uint32_t>(at)};
  row_.count = 1;
  row_.unit = unit;
  row_.began = at;
  row_.last = std::min(unit == usual ? last / usual : last / unit, full);
  row_.last_address = watched ? 0 : row_.last;
}

// Precondition: continuesRow(now).
[[gnu::always_inline]] inline void Accelerator::continueRow(int reg, uint8_t value, uint8_t stale,
                                                            uint64_t now) {
  if (postponed_.blank.painted) return takeAnyAndWait(reg, value, stale, now);
  if (postponed_.reg == 7 && isPaletteAddress(chip_.s.v))
    storeColorAtAddress(postponed_.value);
  else if (postponed_.reg == 6)
    takeAddressByte(postponed_.value);
  else
    return takeAnyAndWait(reg, value, stale, now);
  postponed_.began = now;
  postponed_.arrives = now + clocks_to_arrive_;
  wait(reg, value, stale, false);
}

inline bool Accelerator::write(int reg, uint8_t value, uint8_t stale, uint64_t now) {
  if ((reg == 5 || reg == 6) && continuesScroll()) {
    continueScroll(reg, value, stale, now);
    return false;
  }
  closeRow();
  if (reg < 5 || !hasArrived(now)) return writeAnew(reg, value, stale, now);
  if (!continuesRow(now)) return writeInRow(reg, value, stale, now);
  continueRow(reg, value, stale, now);
  return false;
}

}  // namespace jumpscope::ppu::fast
