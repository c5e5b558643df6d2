// What an MMC1 remembers.
#pragma once

#include <array>
#include <cstdint>

namespace jumpscope::mappers {

struct Mmc1Registers {
  static constexpr uint8_t empty_shift = 0x10;

  uint64_t last_write;  // CPU cycle + 1, 0: none
  uint8_t shift;        // bits so far, below a marker that falls out with the fifth
  uint8_t control;
  std::array<uint8_t, 2> chr;
  uint8_t prg;
  std::array<uint8_t, 3> unused;
};

}  // namespace jumpscope::mappers
