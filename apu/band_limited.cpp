#include "apu/band_limited.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "apu/mixer.h"

namespace jumpscope::apu {

namespace {

using Kernel = BandLimited::Kernel;
constexpr int taps = BandLimited::taps;
constexpr int phases = BandLimited::phases;
constexpr int kernel_bits = BandLimited::kernel_bits;
constexpr int filter_bits = 24;  // of fraction in a filter's coefficient
constexpr double pi = 3.14159265358979323846;

// sin(pi * x) by its power series, after folding x into [-1/2, 1/2]. Every machine gets the same bits, which
// std::sin does not promise.
double sinPi(double x) {
  x -= 2.0 * std::floor(x / 2.0 + 0.5);
  if (x > 0.5) x = 1.0 - x;
  if (x < -0.5) x = -1.0 - x;
  const double angle = pi * x;
  double term = angle;
  double sum = angle;
  for (int n = 1; n < 14; ++n) {
    term *= -(angle * angle) / ((2.0 * n) * (2.0 * n + 1.0));
    sum += term;
  }
  return sum;
}

// The modified Bessel function of order 0, for Kaiser's window.
double bessel0(double x) {
  double term = 1.0;
  double sum = 1.0;
  for (int n = 1; n < 40; ++n) {
    term *= (x / (2.0 * n)) * (x / (2.0 * n));
    sum += term;
  }
  return sum;
}

// Row f: the response, at samples 0..15, to a unit impulse f / 256 samples after sample 0, 7 samples late.
// Between 75 % and 4/3 of half the sample rate it falls by some 70 dB (Kaiser's window, beta 7): what folds
// back below two thirds of half the sample rate comes from beyond.
std::unique_ptr<const Kernel> makeKernel() {
  constexpr double cutoff = 1.04;
  constexpr double beta = 7.0;
  auto kernel = std::make_unique<Kernel>();
  for (int phase = 0; phase < phases; ++phase) {
    std::array<double, taps> exact;
    double total = 0.0;
    for (int tap = 0; tap < taps; ++tap) {
      const double t = tap - (taps / 2 - 1) - static_cast<double>(phase) / phases;
      const double u = t / (taps / 2);
      const double sinc = t == 0.0 ? cutoff : sinPi(cutoff * t) / (pi * t);
      exact[tap] = sinc * bessel0(beta * std::sqrt(std::max(0.0, 1.0 - u * u)));
      total += exact[tap];
    }
    int left = 1 << kernel_bits;
    auto& row = (*kernel)[phase];
    for (int tap = 0; tap < taps; ++tap) {
      row[tap] = static_cast<int16_t>(std::floor(exact[tap] / total * (1 << kernel_bits) + 0.5));
      left -= row[tap];
    }
    // What rounding lost goes to the middle: else a long note would leave an offset behind.
    row[taps / 2 - 1] = static_cast<int16_t>(row[taps / 2 - 1] + left);
  }
  return kernel;
}

const Kernel& kernel() {
  static const std::unique_ptr<const Kernel> table = makeKernel();
  return *table;
}

int64_t coefficient(double value) { return static_cast<int64_t>(value * (1 << filter_bits) + 0.5); }
double lowPass(double cutoff, double rate) { return 2.0 * pi * cutoff / (rate + 2.0 * pi * cutoff); }
double highPass(double cutoff, double rate) { return rate / (rate + 2.0 * pi * cutoff); }

}  // namespace

ClockRate cpuClock(Region region) {
  switch (region) {
    case Region::Pal:
      return {53203425, 32};
    case Region::Dendy:
      return {53203425, 30};
    default:
      return {39375000, 22};
  }
}

BandLimited::BandLimited(Region region, int sample_rate) : sample_rate_(sample_rate), kernel_(&kernel()) {
  if (sample_rate < 8000 || sample_rate > 192000)
    throw std::runtime_error("a sample rate of " + std::to_string(sample_rate) +
                             " Hz is not supported; choose one from 8000 to 192000 Hz");
  low_pass_ = coefficient(lowPass(14000.0, sample_rate));
  high_pass_ = {coefficient(highPass(90.0, sample_rate)), coefficient(highPass(440.0, sample_rate))};
  // Wrong by 2^-35 at most: a sample in a week.
  const ClockRate clock = cpuClock(region);
  const double ratio =
      static_cast<double>(clock.denominator) * sample_rate / static_cast<double>(clock.numerator);
  samples_per_cycle_ = static_cast<uint64_t>(ratio * (uint64_t{1} << fraction_bits) + 0.5);
  steps_.resize(static_cast<size_t>((2 * room * samples_per_cycle_) >> fraction_bits) + taps + 2);
}

void BandLimited::level(uint64_t cycle, int32_t amplitude) {
  if (!started_) {
    // The console has been on for ever, as far as the filters know: no thump when the sound is switched on.
    started_ = true;
    amplitude_ = amplitude;
  }
  if (amplitude == amplitude_) return;
  last_cycle_ = std::max(last_cycle_, cycle);
  changesFrom(last_cycle_);
  // In two halves: a factor of the kernel has 16 bits, sign included.
  const int32_t half = (amplitude - amplitude_) / 2;
  change(last_cycle_, half);
  change(last_cycle_, amplitude - amplitude_ - half);
  amplitude_ = amplitude;
}

uint64_t BandLimited::withinReach(uint64_t cycle) {
  if (cycle < origin_) return origin_;
  finishTo(cycle);
  return cycle;
}

void BandLimited::finishTo(uint64_t cycle) {
  while (origin_ < cycle) {
    const uint64_t cycles = std::min(cycle - origin_, room);
    const uint64_t time = offset_ + cycles * samples_per_cycle_;
    finishSamples(static_cast<size_t>(time >> fraction_bits));
    offset_ = time & ((uint64_t{1} << fraction_bits) - 1);
    origin_ += cycles;
  }
}

// Filters on the changes instead of on their sum: a high-pass of a sum is a sum that leaks.
void BandLimited::finishSamples(size_t count) {
  const uint64_t last = offset_ + (std::max(last_cycle_, origin_) - origin_) * samples_per_cycle_;
  const size_t used = std::min(static_cast<size_t>(last >> fraction_bits) + taps, steps_.size());
  const size_t begin = ready_.size();
  ready_.resize(begin + count);
  const int64_t low_pass = low_pass_, high_pass0 = high_pass_[0], high_pass1 = high_pass_[1];
  int64_t low = low_, high0 = high_[0], high1 = high_[1];
  for (size_t i = 0; i < count; ++i) {
    low += ((steps_[i] - low) * low_pass) >> filter_bits;
    const int64_t before = high0;
    high0 = ((high0 + low) * high_pass0) >> filter_bits;
    high1 = ((high1 + high0 - before) * high_pass1) >> filter_bits;
    const int64_t sample = (high1 + (1 << (kernel_bits - 1))) >> kernel_bits;
    ready_[begin + i] = static_cast<int16_t>(std::clamp<int64_t>(sample, INT16_MIN, INT16_MAX));
  }
  low_ = low;
  high_ = {high0, high1};
  const auto end = steps_.begin() + static_cast<std::ptrdiff_t>(used);
  const auto next = steps_.begin() + static_cast<std::ptrdiff_t>(std::min(count, used));
  std::fill(std::copy(next, end, steps_.begin()), end, 0);
}

std::vector<int16_t> BandLimited::take(uint64_t cycle) {
  last_cycle_ = std::max(last_cycle_, cycle);
  finishTo(last_cycle_);
  return std::exchange(ready_, {});
}

void BandLimited::restart(uint64_t cycle) {
  finishTo(last_cycle_);
  origin_ = last_cycle_ = cycle;
}

}  // namespace jumpscope::apu
