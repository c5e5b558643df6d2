// From amplitude steps in CPU cycles to samples: band-limited steps, then the console's filters.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "apu/rates.h"

namespace jumpscope::apu {

// Each change of the amplitude becomes a step without what would fold back below two thirds of half the
// sample rate: a windowed sinc of 16 samples, known at 1/256 of a sample and summed. First-order filters as
// on the console's board follow: low-pass at 14 kHz, high-pass at 90 and 440 Hz. Integers only, and tables
// made with neither sin nor exp: the samples are the same on every machine, and the order in which changes
// are given does not matter.
//
// Sample n is the sound n / sample_rate seconds after the start, 7 samples late.
class BandLimited {
 public:
  static constexpr size_t taps = 16;
  static constexpr int phase_bits = 8;
  static constexpr size_t phases = 1 << phase_bits;
  static constexpr int kernel_bits = 14;  // of fraction in a tap
  using Kernel = std::array<std::array<int16_t, taps>, phases>;

  // Throws std::runtime_error for a sample rate outside 8000-192000 Hz.
  BandLimited(const ClockRate& cpu_clock, int sample_rate);

  // The amplitude from CPU cycle `cycle` on, 0 .. full_scale (mixer.h). A cycle before the last one given
  // counts as the last one.
  void level(uint64_t cycle, int32_t amplitude);

  // Takes changes of the amplitude, in any order.
  class Changes {
   public:
    // By less than full_scale, `after` cycles after the first one's.
    void add(uint32_t after, int32_t amount) const {
      const uint64_t time = start_ + after * samples_per_cycle_;
      int32_t* const out = steps_ + (time >> fraction_bits);
      const auto& row = (*kernel_)[static_cast<size_t>(time >> (fraction_bits - phase_bits)) & (phases - 1)];
      const int16_t factor = static_cast<int16_t>(amount);
// Otherwise GCC unrolls the loop and does not vectorize it.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 1
#endif
      for (size_t tap = 0; tap < taps; ++tap) out[tap] += factor * row[tap];
    }

   private:
    friend BandLimited;
    uint64_t start_;
    uint64_t samples_per_cycle_;
    int32_t* steps_;
    const Kernel* kernel_;
  };
  // Of the CPU cycles `first` .. first + cycles, before which nothing changes any more; cycles <= 2^16. Good
  // until the next call of anything here. (A first cycle whose samples are finished counts as the next one
  // that is not.)
  Changes changes(uint64_t first, uint32_t cycles);

  // The samples not taken yet that no amplitude from `cycle` on can change any more. Mono.
  std::vector<int16_t> take(uint64_t cycle);

  // Time jumps from cycle `from` to `to` (a state was loaded): the samples go on without a gap.
  void restart(uint64_t from, uint64_t to);

  // What the samples to come depend on besides the amplitudes to come, once all samples so far are taken.
  struct Rest {
    uint64_t offset = 0;  // how far the next sample has got, with fraction_bits bits of fraction
    int32_t amplitude = 0;
    std::array<int32_t, taps> steps{};
    std::array<int64_t, 2> high{};

    bool operator==(const Rest&) const = default;
    // Whether sound can leave this behind: the filters overflow with no such rest.
    bool isPlausible() const;
  };
  // Precondition: take() was the last call.
  Rest rest() const;
  // It is `cycle` now, and the samples go on as after `rest`. Precondition: it is plausible.
  void restore(const Rest& rest, uint64_t cycle);

 private:
  static constexpr int fraction_bits = 40;
  static constexpr uint64_t room = 1 << 16;  // CPU cycles

  void finishTo(uint64_t cycle);
  void finishSamples(size_t count);
  template <class Put>
  bool filter(size_t count, Put put);

  std::unique_ptr<const Kernel> kernel_;
  std::array<int64_t, 2> high_pass_;

  // Time is counted in samples with fraction_bits bits of fraction: a linear function of the cycle without
  // any rounding along the way, so that it does not matter when the origin is moved.
  uint64_t samples_per_cycle_;
  uint64_t origin_ = 0;  // CPU cycle
  uint64_t offset_ = 0;  // how long after the start of steps_[0] that cycle is

  uint64_t last_cycle_ = 0;
  bool started_ = false;
  int32_t amplitude_ = 0;
  std::vector<int32_t> steps_;  // what each sample to come adds to the sound
  std::vector<int16_t> ready_;
  std::array<int64_t, 2> high_{};
};

}  // namespace jumpscope::apu
