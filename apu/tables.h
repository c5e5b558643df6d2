// The 2A03's and 2A07's period tables and frame counter steps (NESdev: APU, APU Noise, APU DMC, APU Frame
// Counter).
#pragma once

#include <array>
#include <cstdint>

#include "apu/apu.h"

namespace jumpscope::apu {

inline constexpr std::array<uint8_t, 32> length_table = {10, 254, 20,  2,  40, 4,  80, 6,  160, 8,  60,
                                                         10, 14,  12,  26, 14, 12, 16, 24, 18,  48, 20,
                                                         96, 22,  192, 24, 72, 26, 16, 28, 32,  30};

// In CPU cycles: between two shifts of the noise register, and between two bits of a DMC sample. All are
// even.
struct Periods {
  std::array<uint16_t, 16> noise;
  std::array<uint16_t, 16> dmc;
};

inline constexpr Periods ntsc_periods = {
    .noise = {4, 8, 16, 32, 64, 96, 128, 160, 202, 254, 380, 508, 762, 1016, 2034, 4068},
    .dmc = {428, 380, 340, 320, 286, 254, 226, 214, 190, 160, 142, 128, 106, 84, 72, 54}};
inline constexpr Periods pal_periods = {
    .noise = {4, 8, 14, 30, 60, 88, 118, 148, 188, 236, 354, 472, 708, 944, 1890, 3778},
    .dmc = {398, 354, 316, 298, 276, 236, 210, 198, 176, 148, 132, 118, 98, 78, 66, 50}};

// Counts of FrameCounter::count at which something happens.
struct FrameSteps {
  uint16_t quarter1, half1, quarter2;  // envelopes; length counters and sweeps at half1
  uint16_t half2_four;                 // end of the 4-step sequence; the IRQ flag rises one cycle earlier
  uint16_t half2_five;                 // end of the 5-step sequence
};

inline constexpr FrameSteps ntsc_steps = {7457, 14913, 22371, 29829, 37281};
inline constexpr FrameSteps pal_steps = {8313, 16627, 24939, 33253, 41565};

constexpr const Periods& periods(Region region) { return region == Region::Pal ? pal_periods : ntsc_periods; }
constexpr const FrameSteps& frameSteps(Region region) {
  return region == Region::Pal ? pal_steps : ntsc_steps;
}

}  // namespace jumpscope::apu
