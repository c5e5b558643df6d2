// In what the sound halves of the 2A03, the 2A07 and a Dendy's CPU differ: period tables, frame counter steps
// and the clock. (NESdev: APU Noise, APU DMC, APU Frame Counter, Cycle reference chart.)
#pragma once

#include <array>
#include <cstdint>

namespace jumpscope::apu {

// Counts of FrameCounter::count at which something happens.
struct FrameSteps {
  uint16_t quarter1, half1, quarter2;  // envelopes; length counters and sweeps at half1
  uint16_t half2_four;                 // end of the 4-step sequence; the IRQ flag rises one cycle earlier
  uint16_t half2_five;                 // end of the 5-step sequence
};

// A CPU clock in Hz as a fraction.
struct ClockRate {
  uint64_t numerator;
  uint64_t denominator;
};

struct Rates {
  // In CPU cycles: between two shifts of the noise register, and between two bits of a DMC sample. All are
  // even.
  std::array<uint16_t, 16> noise;
  std::array<uint16_t, 16> dmc;
  FrameSteps frame;
  ClockRate cpu_clock;

  // In APU cycles, for the rate in $400E and in $4010.
  constexpr uint16_t noisePeriod(uint8_t rate) const { return noise[rate & 15] / 2; }
  constexpr uint16_t dmcPeriod(uint8_t rate) const { return dmc[rate & 15] / 2; }
};

inline constexpr Rates ntsc_rates = {
    .noise = {4, 8, 16, 32, 64, 96, 128, 160, 202, 254, 380, 508, 762, 1016, 2034, 4068},
    .dmc = {428, 380, 340, 320, 286, 254, 226, 214, 190, 160, 142, 128, 106, 84, 72, 54},
    .frame = {7457, 14913, 22371, 29829, 37281},
    .cpu_clock = {39375000, 22}};
inline constexpr Rates pal_rates = {
    .noise = {4, 8, 14, 30, 60, 88, 118, 148, 188, 236, 354, 472, 708, 944, 1890, 3778},
    .dmc = {398, 354, 316, 298, 276, 236, 210, 198, 176, 148, 132, 118, 98, 78, 66, 50},
    .frame = {8313, 16627, 24939, 33253, 41565},
    .cpu_clock = {53203425, 32}};
// A Dendy has the tables of the NTSC console.
inline constexpr Rates dendy_rates = {
    .noise = ntsc_rates.noise, .dmc = ntsc_rates.dmc, .frame = ntsc_rates.frame, .cpu_clock = {53203425, 30}};

}  // namespace jumpscope::apu
