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
constexpr size_t taps = BandLimited::taps;
constexpr size_t phases = BandLimited::phases;
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

// A unit impulse at time 0, from 8 samples before to 8 after, at 1/256 of a sample. Between 75 % and 4/3 of
// half the sample rate its spectrum falls by some 70 dB (Kaiser's window, beta 7): what folds back below two
// thirds of half the sample rate comes from beyond.
constexpr size_t prototype_length = taps * phases + 1;
std::unique_ptr<const std::array<double, prototype_length>> makePrototype() {
  constexpr double cutoff = 1.04;
  constexpr double beta = 7.0;
  auto prototype = std::make_unique<std::array<double, prototype_length>>();
  for (size_t i = 0; i < prototype_length; ++i) {
    const double t = static_cast<double>(i) / phases - taps / 2.0;
    const double u = t / (taps / 2.0);
    const double sinc = t == 0.0 ? cutoff : sinPi(cutoff * t) / (pi * t);
    (*prototype)[i] = sinc * bessel0(beta * std::sqrt(std::max(0.0, 1.0 - u * u)));
  }
  return prototype;
}

// Row f: the response, at samples 0..15, to a unit impulse f / 256 samples after sample 0, 7 samples late,
// behind a low-pass at `cutoff` times the sample rate. The taps of a row add up to `sum`, whatever the row.
Kernel makeKernel(double cutoff, int sum) {
  static const auto prototype = makePrototype();
  std::array<double, prototype_length> smooth;
  const double part = 2.0 * pi * cutoff / (phases + 2.0 * pi * cutoff);
  double level = 0.0;
  for (size_t i = 0; i < smooth.size(); ++i) smooth[i] = level += part * ((*prototype)[i] - level);
  Kernel kernel;
  for (size_t phase = 0; phase < phases; ++phase) {
    double total = 0.0;
    for (size_t tap = 0; tap < taps; ++tap) total += smooth[(tap + 1) * phases - phase];
    int left = sum;
    auto& row = kernel[phase];
    for (size_t tap = 0; tap < taps; ++tap) {
      const double exact = smooth[(tap + 1) * phases - phase] / total * sum;
      row[tap] = static_cast<int16_t>(std::floor(exact + 0.5));
      left -= row[tap];
    }
    // What rounding lost goes to the middle: else a long note would leave an offset behind.
    row[taps / 2 - 1] = static_cast<int16_t>(row[taps / 2 - 1] + left);
  }
  return kernel;
}

int64_t coefficient(double value) { return static_cast<int64_t>(value * (1 << filter_bits) + 0.5); }
double highPass(double cutoff, double rate) { return (rate - pi * cutoff) / (rate + pi * cutoff); }

}  // namespace

BandLimited::BandLimited(const ClockRate& clock, int sample_rate) {
  if (sample_rate < 8000 || sample_rate > 192000)
    throw std::runtime_error("a sample rate of " + std::to_string(sample_rate) +
                             " Hz is not supported; choose one from 8000 to 192000 Hz");
  const std::array<double, 2> keep = {highPass(90.0, sample_rate), highPass(440.0, sample_rate)};
  high_pass_ = {coefficient(keep[0]), coefficient(keep[1])};
  // The high-passes as they are made here take a little from what they should let pass.
  const double passed = 4.0 * keep[0] * keep[1] / ((1.0 + keep[0]) * (1.0 + keep[1]));
  const int sum = static_cast<int>((1 << kernel_bits) / passed + 0.5);
  kernel_ = std::make_unique<const Kernel>(makeKernel(14000.0 / sample_rate, sum));
  // Wrong by 2^-32 at most: a sample in a day.
  const double ratio =
      static_cast<double>(clock.denominator) * sample_rate / static_cast<double>(clock.numerator);
  samples_per_cycle_ = static_cast<uint64_t>(ratio * (uint64_t{1} << fraction_bits) + 0.5);
  steps_.resize(static_cast<size_t>((2 * room * samples_per_cycle_) >> fraction_bits) + taps + 2);
}

void BandLimited::level(uint64_t cycle, int32_t amplitude) {
  if (!started_) {
    // The filters begin as if this level had been there for ever: no thump when the sound is switched on.
    started_ = true;
    amplitude_ = amplitude;
  }
  if (amplitude == amplitude_) return;
  const Changes changes_now = changes(std::max(last_cycle_, cycle), 0);
  // In two halves: a factor of the kernel has 16 bits, sign included.
  const int32_t half = (amplitude - amplitude_) / 2;
  changes_now.add(0, half);
  changes_now.add(0, amplitude - amplitude_ - half);
  amplitude_ = amplitude;
}

BandLimited::Changes BandLimited::changes(uint64_t first, uint32_t cycles) {
  first = std::max(first, origin_);
  if (first - origin_ >= room) finishTo(first);
  last_cycle_ = std::max(last_cycle_, first + cycles);
  Changes out;
  out.start_ = offset_ + (first - origin_) * samples_per_cycle_;
  out.samples_per_cycle_ = samples_per_cycle_;
  out.steps_ = steps_.data();
  out.kernel_ = kernel_.get();
  return out;
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

// Gives put(i, sample) the next samples, filtered; whether one of them is too loud for 16 bits.
template <class Put>
bool BandLimited::filter(size_t count, Put put) {
  const auto [high_pass1, high_pass2] = high_pass_;
  int64_t high1 = high_[0];  // out of the first
  int64_t rest2 = high_[1];  // out of the second less its input
  uint64_t all = 0;
  for (size_t i = 0; i < count; ++i) {
    high1 = ((high1 + steps_[i]) * high_pass1) >> filter_bits;
    const int64_t high2 = ((rest2 + high1) * high_pass2) >> filter_bits;
    rest2 = high2 - high1;
    const int64_t sample = (high2 + (1 << (kernel_bits - 1))) >> kernel_bits;
    all |= static_cast<uint64_t>(sample - INT16_MIN);
    put(i, sample);
  }
  high_ = {high1, rest2};
  return all > UINT16_MAX;
}

// Filters on the changes instead of on their sum: a high-pass of a sum is a sum that leaks.
void BandLimited::finishSamples(size_t count) {
  const uint64_t last = offset_ + (std::max(last_cycle_, origin_) - origin_) * samples_per_cycle_;
  const size_t used = std::min(static_cast<size_t>(last >> fraction_bits) + taps, steps_.size());
  const size_t begin = ready_.size();
  ready_.resize(begin + count);
  const std::array<int64_t, 2> before = high_;
  int16_t* const out = ready_.data() + begin;
  const bool too_loud =
      filter(count, [out](size_t i, int64_t sample) { out[i] = static_cast<int16_t>(sample); });
  if (too_loud) {
    high_ = before;
    filter(count, [out](size_t i, int64_t sample) {
      out[i] = static_cast<int16_t>(std::clamp<int64_t>(sample, INT16_MIN, INT16_MAX));
    });
  }
  const auto end = steps_.begin() + static_cast<std::ptrdiff_t>(used);
  const auto next = steps_.begin() + static_cast<std::ptrdiff_t>(std::min(count, used));
  std::fill(std::copy(next, end, steps_.begin()), end, 0);
}

std::vector<int16_t> BandLimited::take(uint64_t cycle) {
  last_cycle_ = std::max(last_cycle_, cycle);
  finishTo(last_cycle_);
  return std::exchange(ready_, {});
}

void BandLimited::restart(uint64_t from, uint64_t to) {
  finishTo(std::max(last_cycle_, from));
  origin_ = last_cycle_ = to;
}

bool BandLimited::Rest::isPlausible() const {
  constexpr int64_t loudest = int64_t{4} * full_scale << kernel_bits;
  const auto heard = [](int64_t value) { return -loudest <= value && value <= loudest; };
  return offset >> fraction_bits == 0 && -full_scale <= amplitude && amplitude <= full_scale &&
         std::ranges::all_of(steps, heard) && std::ranges::all_of(high, heard);
}

BandLimited::Rest BandLimited::rest() const {
  Rest rest{.offset = offset_, .amplitude = amplitude_, .high = high_};
  std::copy_n(steps_.begin(), taps, rest.steps.begin());
  return rest;
}

void BandLimited::restore(const Rest& rest, uint64_t cycle) {
  ready_.clear();
  origin_ = last_cycle_ = cycle;
  offset_ = rest.offset;
  started_ = true;
  amplitude_ = rest.amplitude;
  high_ = rest.high;
  std::ranges::fill(steps_, 0);
  std::ranges::copy(rest.steps, steps_.begin());
}

}  // namespace jumpscope::apu
