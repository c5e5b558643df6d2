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

constexpr int taps = 32;
constexpr int phases = 512;
constexpr int kernel_bits = 15;  // the taps of a phase add up to exactly 1 << kernel_bits
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

using Kernel = std::array<std::array<int16_t, taps>, phases>;

// Row f: the response, at samples 0..31, to a unit impulse f / 512 samples after sample 0, 15 samples late.
// Cut off at 85 % of half the sample rate, so that Kaiser's window (beta 8, about 80 dB) is down where
// folding begins.
std::unique_ptr<const Kernel> makeKernel() {
  constexpr double cutoff = 0.85;
  constexpr double beta = 8.0;
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

BandLimited::BandLimited(Region region, int sample_rate)
    : clock_(cpuClock(region)), sample_rate_(static_cast<uint64_t>(sample_rate)) {
  if (sample_rate < 8000 || sample_rate > 192000)
    throw std::runtime_error("a sample rate of " + std::to_string(sample_rate) +
                             " Hz is not supported; choose one from 8000 to 192000 Hz");
  low_pass_ = lowPass(14000.0, sample_rate);
  high_pass_ = {highPass(90.0, sample_rate), highPass(440.0, sample_rate)};
  cycle_units_ = sample_rate_ * clock_.denominator * phases;
  sample_units_ = clock_.numerator * phases;
}

void BandLimited::level(uint64_t cycle, int32_t amplitude) {
  if (!started_) {
    // The console has been on for ever, as far as the filters know: no thump when the sound is switched on.
    started_ = true;
    amplitude_ = amplitude;
  }
  if (amplitude == amplitude_) return;
  last_cycle_ = std::max(last_cycle_, cycle);
  addStep(last_cycle_, int64_t{amplitude} - amplitude_);
  amplitude_ = amplitude;
}

void BandLimited::addStep(uint64_t cycle, int64_t change) {
  constexpr uint64_t long_time = 1 << 16;
  if (cycle - origin_ > long_time) finishTo(cycle);
  const uint64_t time = offset_ + (cycle - origin_) * cycle_units_;
  const size_t first = static_cast<size_t>(time / sample_units_);
  const auto& row = kernel()[static_cast<size_t>(time % sample_units_ / (sample_units_ / phases))];
  if (steps_.size() < first + taps) steps_.resize(first + taps);
  for (size_t tap = 0; tap < taps; ++tap) steps_[first + tap] += change * row[tap];
}

void BandLimited::finishTo(uint64_t cycle) {
  // In portions: the product below fits 64 bits for 2^32 cycles, and the buffer stays small.
  constexpr uint64_t portion = 1 << 20;
  while (origin_ < cycle) {
    const uint64_t cycles = std::min(cycle - origin_, portion);
    const uint64_t time = offset_ + cycles * cycle_units_;
    const size_t count = static_cast<size_t>(time / sample_units_);
    offset_ = time % sample_units_;
    origin_ += cycles;
    if (steps_.size() < count) steps_.resize(count);
    for (size_t i = 0; i < count; ++i) {
      sum_ += steps_[i];
      ready_.push_back(filtered(static_cast<double>(sum_) / (int64_t{full_scale} << kernel_bits)));
    }
    steps_.erase(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(count));
  }
}

int16_t BandLimited::filtered(double input) {
  low_ += low_pass_ * (input - low_);
  double value = low_;
  for (size_t i = 0; i < high_pass_.size(); ++i) {
    high_out_[i] = high_pass_[i] * (high_out_[i] + value - high_in_[i]);
    if (std::abs(high_out_[i]) < 1e-12) high_out_[i] = 0.0;  // silence must not decay into slow denormals
    high_in_[i] = value;
    value = high_out_[i];
  }
  return static_cast<int16_t>(std::clamp(std::floor(value * 32767.0 + 0.5), -32768.0, 32767.0));
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
