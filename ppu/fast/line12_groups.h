// The groups of eight dots that a rendered scanline's fetches come in, as address line 12 sees them: nametable addresses for
// four dots, with the line low, then a pattern's.
#pragma once

#include <algorithm>
#include <cstdint>

#include "ppu/fast/landmarks.h"
#include "ppu/timetable.h"

namespace jumpscope::ppu::fast {

// This scanline's tiles, the sprite units, two tiles of the next scanline.
constexpr int background_groups = 32, unit_groups = 8, prefetch_groups = 2;
constexpr int half_group = 4;  // dots of a group before the pattern's address comes
constexpr int group_dots = 2 * half_group;
constexpr unsigned short_low_dots = 6;  // a low that is no longer is shorter than three falls of M2

constexpr int lowDot(int group) { return group * group_dots + 1; }
constexpr int highDot(int group) { return lowDot(group) + half_group; }

// Bit i: the pattern of group i lies at $1000.
constexpr uint64_t groupsHigh(bool background, uint8_t units) {
  constexpr uint64_t tiles = ((uint64_t{1} << background_groups) - 1) |
                             ((uint64_t{1} << prefetch_groups) - 1) << (background_groups + unit_groups);
  return (background ? tiles : 0) | uint64_t{units} << background_groups;
}

// The bits of the groups whose patterns' addresses come in dots `from` to `to`.
constexpr uint64_t groupsIn(int from, int to) {
  const int first = std::max(0, (from - half_group + group_dots - 2) / group_dots);
  const int end = to < highDot(0) ? 0 : (to - highDot(0)) / group_dots + 1;
  if (first >= end) return 0;
  return (~uint64_t{0} << first) & ~(~uint64_t{0} << end);
}
static_assert(groupsIn(0, 4) == 0 && groupsIn(0, 5) == 1 && groupsIn(5, 5) == 1 && groupsIn(6, 12) == 0);
static_assert(groupsIn(6, 13) == 2 && groupsIn(0, 340) == (uint64_t{1} << 42) - 1);

}  // namespace jumpscope::ppu::fast
