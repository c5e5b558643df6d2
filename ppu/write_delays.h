// How long after a write each part of the chip notices it. The delays depend on where the CPU's cycle lies
// between two dots. Source: 100thCoin's measurements of the four alignments.
#pragma once

#include <cstdint>

namespace jumpscope::ppu {

// In dots, counted down at the start of each. `phase`: where the next dot begins within the CPU cycle, the
// way the alignments are numbered: 0 right after the access, 1-3 that many clocks short of four.
struct WriteDelays {
  uint8_t scroll;         // $2005
  uint8_t address;        // $2006, the second write
  uint8_t mask;           // $2001: layers
  uint8_t rendering_off;  // $2001: sprite evaluation notices that rendering went off
  uint8_t color;          // $2001: greyscale and emphasis
  bool early;             // the dot begins while the CPU's old data is still on the bus

  static constexpr WriteDelays at(int phase) {
    const bool late = phase == 2, early = phase == 0 || phase == 3;
    return {static_cast<uint8_t>(late ? 2 : 1),
            static_cast<uint8_t>(late ? 5 : 4),
            static_cast<uint8_t>(late ? 3 : 2),
            static_cast<uint8_t>(early ? 2 : 3),
            2,
            early};
  }
};

// Master clocks from the start of the CPU cycle.
constexpr int read_clocks = 7;        // to the end of a read
constexpr int write_clocks = 7;       // to the end of a write
constexpr int data_valid_clocks = 2;  // until the CPU's new data shows on the bus

// The alignment at which sprite evaluation and fetches see a change of rendering one dot later than at the
// others.
constexpr int late_alignment = 1;

}  // namespace jumpscope::ppu
