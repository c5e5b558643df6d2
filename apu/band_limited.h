// From amplitude steps in CPU cycles to samples: band-limited steps, then the console's filters.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "apu/apu.h"

namespace jumpscope::apu {

// A CPU clock in Hz as a fraction: NTSC 39375000 / 22, PAL 26601712.5 / 16, Dendy 26601712.5 / 15.
struct ClockRate {
  uint64_t numerator;
  uint64_t denominator;
};
ClockRate cpuClock(Region region);

// Each change of the amplitude becomes a step with next to nothing above half the sample rate: a windowed
// sinc, sampled at 1/512 of a sample and summed. First-order filters as on the console's board follow:
// low-pass at 14 kHz, high-pass at 90 and 440 Hz. Integers and ordered doubles only, and tables made with
// neither sin nor exp: the samples are the same on every machine.
//
// Sample n is the sound n / sample_rate seconds after the start, 15 samples late.
class BandLimited {
 public:
  // Throws std::runtime_error for a sample rate outside 8000-192000 Hz.
  BandLimited(Region region, int sample_rate);

  // The amplitude from CPU cycle `cycle` on, in units of full_scale (mixer.h). A cycle before the last one
  // given counts as the last one.
  void level(uint64_t cycle, int32_t amplitude);

  // The samples not taken yet that no amplitude from `cycle` on can change any more. Mono.
  std::vector<int16_t> take(uint64_t cycle);

  // Time jumps to `cycle` (a state was loaded): the samples go on from here without a gap.
  void restart(uint64_t cycle);

  int sampleRate() const { return static_cast<int>(sample_rate_); }

 private:
  void addStep(uint64_t cycle, int64_t change);
  void finishTo(uint64_t cycle);
  int16_t filtered(double input);

  ClockRate clock_;
  uint64_t sample_rate_;
  double low_pass_;
  std::array<double, 2> high_pass_;

  // Time is counted in units of which a CPU cycle has sample_rate * denominator * phases, and a sample
  // numerator * phases.
  uint64_t cycle_units_;
  uint64_t sample_units_;
  uint64_t origin_ = 0;  // CPU cycle
  uint64_t offset_ = 0;  // how long after the start of steps_[0] that cycle is, in units

  uint64_t last_cycle_ = 0;
  bool started_ = false;
  int32_t amplitude_ = 0;
  std::vector<int64_t> steps_;  // what each sample to come adds to the running sum
  int64_t sum_ = 0;
  std::vector<int16_t> ready_;
  double low_ = 0.0;
  std::array<double, 2> high_in_{};
  std::array<double, 2> high_out_{};
};

}  // namespace jumpscope::apu
