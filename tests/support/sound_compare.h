// Compares two recordings of the same sound, one of which went through a resampler with a slowly changing
// ratio.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

namespace jumpscope::tests {

struct SoundComparison {
  bool aligned = false;  // a place was found where both are alike
  int64_t first = 0;     // sample of `heard` that the comparison starts at
  double shift = 0;      // where in `made` that is
  size_t blocks = 0;     // compared: those that are not silent
  size_t gaps = 0;       // of them, that do not go on where the one before ended, or are something else
  std::vector<int64_t> gap_at;                      // samples of `heard`
  double worst_snr_db = 1e9;                        // of a block without a gap
  double lowest_ratio = 1e9, highest_ratio = -1e9;  // samples of `made` a sample of `heard`, over a second
  double seconds = 0;                               // compared
};

namespace sound_compare {

constexpr int half = 24;
constexpr size_t block = 2048;

inline double sample(std::span<const int16_t> made, int64_t at) {
  return at >= 0 && at < static_cast<int64_t>(made.size()) ? made[static_cast<size_t>(at)] : 0.0;
}

// Weights of the 2 * half samples around a position, by its fraction: a sinc under a Hann window.
struct Kernel {
  static constexpr int phases = 1024, taps = 2 * half;
  std::vector<double> weights = std::vector<double>(static_cast<size_t>((phases + 1) * taps));

  Kernel() {
    for (int phase = 0; phase <= phases; ++phase) {
      double sum = 0;
      double* row = &weights[static_cast<size_t>(phase * taps)];
      for (int tap = 0; tap < taps; ++tap) {
        const double x = static_cast<double>(phase) / phases - (tap - half + 1);
        const double angle = std::numbers::pi * x;
        row[tap] = (x == 0 ? 1 : std::sin(angle) / angle) * (0.5 + 0.5 * std::cos(angle / half));
        sum += row[tap];
      }
      for (int tap = 0; tap < taps; ++tap) row[tap] /= sum;
    }
  }
};

inline double interpolate(std::span<const int16_t> made, double position) {
  static const Kernel kernel;
  const auto first = static_cast<int64_t>(std::floor(position));
  const double in_phases = (position - static_cast<double>(first)) * Kernel::phases;
  const auto phase = static_cast<size_t>(in_phases);
  const double part = in_phases - static_cast<double>(phase);
  const double* row = &kernel.weights[phase * Kernel::taps];
  if (first < half || first + half >= static_cast<int64_t>(made.size())) return sample(made, first);
  const int16_t* around = &made[static_cast<size_t>(first - half + 1)];
  double sum = 0;
  for (size_t tap = 0; tap < Kernel::taps; ++tap)
    sum += around[tap] * (row[tap] + part * (row[tap + Kernel::taps] - row[tap]));
  return sum;
}

inline double energy(std::span<const int16_t> samples) {
  double mean = 0, sum = 0;
  for (const int16_t s : samples) mean += s;
  mean /= static_cast<double>(samples.size());
  for (const int16_t s : samples) sum += (s - mean) * (s - mean);
  return sum / static_cast<double>(samples.size());
}

// How alike two pieces of one length are, -1 to 1. Only every fourth sample is asked.
inline double alike(std::span<const int16_t> a, std::span<const int16_t> b) {
  double product = 0, a_energy = 1, b_energy = 1;
  for (size_t i = 0; i < a.size(); i += 4) {
    product += double(a[i]) * b[i];
    a_energy += double(a[i]) * a[i];
    b_energy += double(b[i]) * b[i];
  }
  return product / std::sqrt(a_energy * b_energy);
}

// Where the piece `heard` fits into `made`, to a sample: the peaks of their likeness around `around` ±
// `reach`, the best first.
inline std::vector<int64_t> search(std::span<const int16_t> heard, std::span<const int16_t> made,
                                   int64_t around, int64_t reach) {
  const int64_t first = std::max<int64_t>(0, around - reach);
  const int64_t last = std::min(around + reach, static_cast<int64_t>(made.size() - heard.size()));
  std::vector<double> likeness;
  for (int64_t at = first; at <= last; ++at)
    likeness.push_back(alike(heard, made.subspan(static_cast<size_t>(at), heard.size())));
  std::vector<std::pair<double, int64_t>> peaks;
  for (size_t i = 1; i + 1 < likeness.size(); ++i)
    if (likeness[i] > 0.6 && likeness[i] >= likeness[i - 1] && likeness[i] > likeness[i + 1])
      peaks.emplace_back(-likeness[i], first + static_cast<int64_t>(i));
  std::sort(peaks.begin(), peaks.end());
  std::vector<int64_t> places;
  for (size_t i = 0; i < std::min<size_t>(peaks.size(), 100); ++i) places.push_back(peaks[i].second);
  return places;
}

struct Fit {
  double offset;  // position in `made` of the middle of the piece
  double ratio;
  double snr_db;
};

// Least squares for offset and ratio, from a guess within a sample or two.
inline Fit fit(std::span<const int16_t> heard, std::span<const int16_t> made, double offset, double ratio) {
  const double middle = static_cast<double>(heard.size()) / 2;
  Fit result{offset, ratio, 0};
  for (int round = 0; round < 8; ++round) {
    double oo = 0, orr = 0, rr = 0, oe = 0, re = 0, noise = 0;
    for (size_t i = 0; i < heard.size(); ++i) {
      const double x = static_cast<double>(i) - middle;
      const double position = result.offset + x * result.ratio;
      const double error = heard[i] - interpolate(made, position);
      // Roughly is enough: it only leads the way.
      const auto near = static_cast<int64_t>(std::nearbyint(position));
      const double slope = (sample(made, near + 1) - sample(made, near - 1)) / 2;
      oo += slope * slope;
      orr += slope * slope * x;
      rr += slope * slope * x * x;
      oe += slope * error;
      re += slope * x * error;
      noise += error * error;
    }
    noise /= static_cast<double>(heard.size());
    result.snr_db = 10 * std::log10(energy(heard) / std::max(noise, 1e-3));
    const double determinant = oo * rr - orr * orr;
    if (round == 7 || determinant < 1e-6) break;
    const double step = (oe * rr - re * orr) / determinant;
    result.offset += std::clamp(step, -2.0, 2.0);
    result.ratio = std::clamp(result.ratio + (oo * re - orr * oe) / determinant, 0.98, 1.02);
    if (std::abs(step) < 1e-4 && round >= 2) break;
  }
  return result;
}

// The same from nothing: the ratio may be anything that the rate control allows.
inline Fit fitAnew(std::span<const int16_t> heard, std::span<const int16_t> made, double offset) {
  Fit best{offset, 1, -1e9};
  for (const double ratio : {1.0, 0.998, 1.002, 0.996, 1.004}) {
    const Fit found = fit(heard, made, offset, ratio);
    if (found.snr_db > best.snr_db) best = found;
    if (best.snr_db > 40) break;
  }
  return best;
}

constexpr double quiet = 100;  // energy: -50 dB
constexpr size_t second = 23;  // blocks

// Block by block from sample `start` of `heard`, which is sample `offset` of `made`.
inline SoundComparison follow(std::span<const int16_t> made, std::span<const int16_t> heard, size_t start,
                              double offset, size_t most_blocks, double lowest_snr_db) {
  SoundComparison result;
  result.first = static_cast<int64_t>(start);
  result.shift = offset;
  double expected = offset + block / 2.0;  // middle of the next block
  double ratio = 1;
  bool anew = true;
  std::vector<double> offsets;
  for (size_t at = start; at + block <= heard.size() && result.blocks < most_blocks; at += block) {
    if (expected < block / 2 + half || expected + block > static_cast<double>(made.size())) break;
    const auto piece = heard.subspan(at, block);
    result.seconds += block / 48000.0;
    const auto same = made.subspan(static_cast<size_t>(expected - block / 2.0), block);
    if (energy(piece) < quiet && energy(same) < 4 * quiet) {
      expected += block * ratio;
      offsets.clear();
      continue;
    }
    ++result.blocks;
    Fit best = anew ? fitAnew(piece, made, expected) : fit(piece, made, expected, ratio);
    if (best.snr_db < lowest_snr_db && most_blocks > 1) {
      // A sample or two beside the place the fit may not find it.
      const auto near =
          search(piece.first(block / 2), made, static_cast<int64_t>(expected - block / 2.0), 24);
      if (!near.empty()) {
        const Fit again = fitAnew(piece, made, static_cast<double>(near[0]) + block / 2.0);
        if (again.snr_db > best.snr_db) best = again;
      }
    }
    const double jump = best.offset - expected;
    if (best.snr_db < lowest_snr_db || std::abs(jump) > 0.008 * block) {
      ++result.gaps;
      result.gap_at.push_back(static_cast<int64_t>(at));
      offsets.clear();
      anew = true;
      // It goes on where it is found again.
      const auto again =
          search(piece.first(block / 2), made, static_cast<int64_t>(expected - block / 2.0), 4800);
      if (most_blocks == SIZE_MAX && !again.empty()) expected = static_cast<double>(again[0]) + block / 2.0;
      expected += block * ratio;
      continue;
    }
    result.worst_snr_db = std::min(result.worst_snr_db, best.snr_db);
    offsets.push_back(best.offset);
    if (offsets.size() > second) {
      const double over = (offsets.back() - offsets[offsets.size() - 1 - second]) / (second * block);
      result.lowest_ratio = std::min(result.lowest_ratio, over);
      result.highest_ratio = std::max(result.highest_ratio, over);
    }
    if (offsets.size() > 1)
      ratio = (offsets.back() - offsets[offsets.size() - 2]) / block;
    else if (anew)
      ratio = best.ratio;
    ratio = std::clamp(ratio, 0.993, 1.007);
    anew = false;
    expected = best.offset + block * ratio;
  }
  return result;
}

}  // namespace sound_compare

// `made`: the sound as the console made it. `heard`: the recording of it, which may start up to two seconds
// later or earlier.
inline SoundComparison compareSound(std::span<const int16_t> made, std::span<const int16_t> heard,
                                    double lowest_snr_db = 25) {
  using namespace sound_compare;
  size_t start = 0;
  // Not the very first blocks with sound in them: it is faded in, and began in `made` just there.
  const auto sounds = [&](size_t at) { return energy(heard.subspan(at, block)) >= quiet; };
  while (start + 5 * block < heard.size() &&
         !(sounds(start) && sounds(start + block) && sounds(start + 2 * block)))
    start += block;
  start += 2 * block;
  SoundComparison best;
  if (start + 2 * block > heard.size() || made.size() < 2 * block) return best;
  // A tone is like itself one period later: of all places, the one that is right for longest.
  constexpr size_t long_enough = 4 * second;
  size_t fewest = SIZE_MAX;
  for (const int64_t place :
       search(heard.subspan(start, block / 2), made, static_cast<int64_t>(start), 96000)) {
    const auto once = follow(made, heard, start, static_cast<double>(place), 1, lowest_snr_db);
    if (once.blocks != 1 || once.gaps > 0) continue;
    SoundComparison found =
        follow(made, heard, start, static_cast<double>(place), long_enough, lowest_snr_db);
    if (found.gaps >= fewest) continue;
    fewest = found.gaps;
    best = std::move(found);
    if (fewest == 0 && best.blocks == long_enough) break;
  }
  if (fewest == SIZE_MAX) return best;
  best = follow(made, heard, start, best.shift, SIZE_MAX, lowest_snr_db);
  best.aligned = true;
  return best;
}

}  // namespace jumpscope::tests
