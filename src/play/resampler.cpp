#include "src/play/resampler.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace jumpscope::play {

namespace {

constexpr double kaiser_beta = 8.0;  // the side lobes are 80 dB down

double bessel0(double x) {
  double sum = 1, term = 1;
  for (int k = 1; term > 1e-12 * sum; ++k) {
    term *= (x / (2 * k)) * (x / (2 * k));
    sum += term;
  }
  return sum;
}

// `x`: distance in samples; the window ends at `half`.
double windowedSinc(double x, double half, double cutoff) {
  const double inside = 1 - (x / half) * (x / half);
  if (inside <= 0) return 0;
  const double angle = std::numbers::pi * x * cutoff;
  const double sinc = std::abs(angle) < 1e-9 ? 1 : std::sin(angle) / angle;
  return cutoff * sinc * bessel0(kaiser_beta * std::sqrt(inside)) / bessel0(kaiser_beta);
}

}  // namespace

Resampler::Resampler(double narrowing) {
  // Full width: the APU's sound has nothing next to half the sample rate, and cutting below it
  // would take away treble.
  const double cutoff = std::min(narrowing, 1.0);
  kernel_.resize(static_cast<size_t>((phases + 1) * taps));
  for (int phase = 0; phase <= phases; ++phase) {
    float* row = &kernel_[static_cast<size_t>(phase * taps)];
    double sum = 0;
    for (int tap = 0; tap < taps; ++tap) {
      const double x = tap - (taps / 2 - 1) - static_cast<double>(phase) / phases;
      row[tap] = static_cast<float>(windowedSinc(x, taps / 2, cutoff));
      sum += static_cast<double>(row[tap]);
    }
    // A constant stays what it is.
    for (int tap = 0; tap < taps; ++tap) row[tap] = static_cast<float>(static_cast<double>(row[tap]) / sum);
  }
  clear();
}

void Resampler::clear() {
  input_.assign(taps / 2 - 1, 0.0F);
  position_ = 0;
  step_ = 0;
}

double Resampler::at(double position) const {
  const auto first = static_cast<size_t>(position);
  const double in_phases = (position - static_cast<double>(first)) * phases;
  const auto phase = static_cast<size_t>(in_phases);
  const auto weight = static_cast<float>(in_phases - static_cast<double>(phase));
  const float* row = &kernel_[phase * taps];
  float sum = 0;
  for (size_t tap = 0; tap < taps; ++tap)
    sum += input_[first + tap] * (row[tap] + weight * (row[tap + taps] - row[tap]));
  return static_cast<double>(sum);
}

void Resampler::process(std::span<const int16_t> in, double step, std::vector<int16_t>& out) {
  input_.insert(input_.end(), in.begin(), in.end());
  if (step_ == 0) step_ = step;
  const double change = in.empty() ? 0 : (step - step_) * step / static_cast<double>(in.size());
  while (position_ + taps < static_cast<double>(input_.size())) {
    const double value = std::clamp(std::nearbyint(at(position_)), -32768.0, 32767.0);
    out.push_back(static_cast<int16_t>(value));
    position_ += step_;
    step_ += change;
  }
  step_ = step;
  const auto used = std::min(static_cast<size_t>(position_), input_.size());
  input_.erase(input_.begin(), input_.begin() + static_cast<std::ptrdiff_t>(used));
  position_ -= static_cast<double>(used);
}

}  // namespace jumpscope::play
