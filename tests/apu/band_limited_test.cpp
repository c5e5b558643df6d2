#include "apu/band_limited.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <stdexcept>

#include "apu/mixer.h"
#include "tests/apu/support.h"

namespace jumpscope::apu {
namespace {

constexpr double pi = 3.14159265358979323846;

double cpuHertz(const Rates& rates) {
  return static_cast<double>(rates.cpu_clock.numerator) / static_cast<double>(rates.cpu_clock.denominator);
}

// `seconds` of pulse 1 at full volume and 50 % duty.
std::vector<int16_t> pulse(const Rates& rates, int sample_rate, uint16_t period, double seconds) {
  BandLimited output(rates.cpu_clock, sample_rate);
  Apu apu(rates);
  apu.attach(&output);
  writeNow(apu, 0x4017, 0x40);
  writeNow(apu, 0x4015, 0x01);
  writeNow(apu, 0x4000, 0xBF);
  writeNow(apu, 0x4002, static_cast<uint8_t>(period));
  writeNow(apu, 0x4003, static_cast<uint8_t>(period >> 8));
  const uint64_t cycles = static_cast<uint64_t>(seconds * cpuHertz(rates));
  std::vector<int16_t> samples;
  while (apu.s.cycle < cycles) {
    apu.runTo(apu.s.cycle + 29781);
    const std::vector<int16_t> more = output.take(apu.s.cycle);
    samples.insert(samples.end(), more.begin(), more.end());
  }
  return samples;
}

// The amplitude of the sine of that frequency in the second half of the samples (Hann window).
double strength(const std::vector<int16_t>& samples, double hertz, int sample_rate) {
  const size_t from = samples.size() / 2;
  const size_t count = samples.size() - from;
  std::complex<double> sum = 0.0;
  for (size_t i = 0; i < count; ++i) {
    const double x = static_cast<double>(i);
    const double window = 1.0 - std::cos(2.0 * pi * x / static_cast<double>(count));
    sum += window * samples[from + i] * std::polar(1.0, -2.0 * pi * hertz * x / sample_rate);
  }
  return 2.0 * std::abs(sum) / static_cast<double>(count);
}

TEST(BandLimited, PlaysAPulseAtItsPitch) {
  for (const Rates& rates : {ntsc_rates, pal_rates, dendy_rates}) {
    const std::vector<int16_t> samples = pulse(rates, 48000, 0x0FD, 2.0);
    const double hertz = cpuHertz(rates) / (16.0 * (0x0FD + 1));
    const double at_pitch = strength(samples, hertz, 48000);
    EXPECT_GT(at_pitch, 1000.0);
    EXPECT_LT(strength(samples, hertz + 3.0, 48000), at_pitch / 100);
    EXPECT_LT(strength(samples, hertz - 3.0, 48000), at_pitch / 100);
    // A square wave: thirds and fifths, no seconds.
    EXPECT_LT(strength(samples, 2 * hertz, 48000), at_pitch / 300);
    EXPECT_NEAR(strength(samples, 3 * hertz, 48000) / strength(samples, 5 * hertz, 48000), 5.0 / 3.0, 0.1);
  }
}

TEST(BandLimited, IsAsLoudAsMixerAndFiltersSay) {
  for (const int rate : {22050, 44100, 48000, 96000}) {
    for (const uint16_t period : {0x7F, 0x0FD, 0x3FF}) {
      const std::vector<int16_t> samples = pulse(ntsc_rates, rate, period, 2.0);
      const double hertz = cpuHertz(ntsc_rates) / (16.0 * (period + 1));
      double expected = pulseOutput(15) * full_scale * 2.0 / pi;  // of a square wave, from nothing to that
      for (const double cutoff : {90.0, 440.0}) expected *= hertz / std::hypot(hertz, cutoff);
      expected *= 14000.0 / std::hypot(hertz, 14000.0);
      EXPECT_NEAR(strength(samples, hertz, rate) / expected, 1.0, 0.02) << rate << " Hz, period " << period;
    }
  }
}

TEST(BandLimited, FoldsNothingBackIntoTheAudibleRange) {
  // At 3551 Hz the harmonics 7, 9, ... lie beyond 24 kHz; look between those that belong there.
  const int rate = 48000;
  const std::vector<int16_t> samples = pulse(ntsc_rates, rate, 31, 4.0);
  const double hertz = cpuHertz(ntsc_rates) / (16.0 * 32);
  const double at_pitch = strength(samples, hertz, rate);
  ASSERT_GT(at_pitch, 1000.0);
  for (int harmonic = 7; harmonic < 400; harmonic += 2) {
    double folded = std::fmod(harmonic * hertz, rate);
    if (folded > rate / 2.0) folded = rate - folded;
    if (folded > 16000.0) continue;
    bool near_real = false;
    for (int real = 1; real < 7; ++real) near_real |= std::abs(folded - real * hertz) < 20.0;
    if (near_real) continue;
    EXPECT_LT(strength(samples, folded, rate), at_pitch / 1000) << "harmonic " << harmonic;
  }
}

TEST(BandLimited, FiltersLikeTheConsole) {
  // A DC step dies away; 1 kHz passes.
  BandLimited output(ntsc_rates.cpu_clock, 48000);
  output.level(0, 0);
  output.level(1000, full_scale / 2);
  const std::vector<int16_t> step = output.take(1789773);
  EXPECT_GT(*std::max_element(step.begin(), step.end()), 10000);
  EXPECT_EQ(step.back(), 0);
}

TEST(BandLimited, StartsWithoutAThump) {
  BandLimited output(ntsc_rates.cpu_clock, 48000);
  output.level(0, full_scale / 2);
  for (const int16_t sample : output.take(100000)) EXPECT_EQ(sample, 0);
}

TEST(BandLimited, NeverWrapsAround) {
  BandLimited output(ntsc_rates.cpu_clock, 48000);
  output.level(0, 0);
  for (uint64_t i = 1; i < 200; ++i) output.level(i * 9000, i % 2 ? full_scale : 0);
  const std::vector<int16_t> samples = output.take(200 * 9000);
  for (size_t i = 1; i < samples.size(); ++i) ASSERT_LT(std::abs(samples[i] - samples[i - 1]), 40000) << i;
}

TEST(BandLimited, MakesAsManySamplesAsTheTimeHolds) {
  for (const Rates& rates : {ntsc_rates, pal_rates, dendy_rates}) {
    for (const int rate : {8000, 44100, 48000, 192000}) {
      BandLimited output(rates.cpu_clock, rate);
      size_t count = 0;
      const uint64_t cycles = static_cast<uint64_t>(cpuHertz(rates) * 60);
      for (uint64_t cycle = 0; cycle < cycles; cycle += 29780) count += output.take(cycle).size();
      count += output.take(cycles).size();
      EXPECT_NEAR(static_cast<double>(count), rate * 60.0, 1.0);
    }
  }
}

TEST(BandLimited, DoesNotCareHowOftenItIsAsked) {
  Random random(3);
  BandLimited often(ntsc_rates.cpu_clock, 44100), once(ntsc_rates.cpu_clock, 44100);
  std::vector<int16_t> parts;
  uint64_t cycle = 0;
  for (int i = 0; i < 20000; ++i) {
    cycle += random.below(300);
    const int32_t amplitude = static_cast<int32_t>(random.below(full_scale));
    often.level(cycle, amplitude);
    once.level(cycle, amplitude);
    if (random.below(20) > 0) continue;
    const std::vector<int16_t> more = often.take(cycle);
    parts.insert(parts.end(), more.begin(), more.end());
  }
  const std::vector<int16_t> more = often.take(cycle);
  parts.insert(parts.end(), more.begin(), more.end());
  EXPECT_EQ(parts, once.take(cycle));
}

// The same on every machine: a checksum of a second of everything at once.
TEST(BandLimited, MakesTheSameBytesOnEveryMachine) {
  BandLimited output(ntsc_rates.cpu_clock, 48000);
  Apu apu(ntsc_rates);
  apu.attach(&output);
  Random random(11);
  while (apu.s.cycle < 1789773) {
    const uint16_t address = static_cast<uint16_t>(0x4000 + random.below(0x12));
    if (address != 0x4010) apu.write(address, static_cast<uint8_t>(random.below(256)));
    if (random.below(10) == 0) apu.write(0x4015, 0x0F);
    apu.runTo(apu.s.cycle + 100 + random.below(2000));
  }
  uint64_t hash = 0xCBF29CE484222325;  // FNV-1a
  for (const int16_t sample : output.take(apu.s.cycle))
    hash = (hash ^ static_cast<uint16_t>(sample)) * 0x100000001B3;
  EXPECT_EQ(hash, 12395511293868093459u);
}

TEST(BandLimited, GoesOnWithoutAGapAfterARestart) {
  BandLimited output(ntsc_rates.cpu_clock, 48000);
  output.level(100000, full_scale / 4);
  EXPECT_EQ(output.take(100000).size(), 2681u);
  output.restart(100000, 50);
  output.level(60, 0);
  EXPECT_NEAR(static_cast<double>(output.take(50 + 29780).size()), 798.7, 1.0);
}

TEST(BandLimited, RefusesSampleRatesItCannotServe) {
  EXPECT_THROW(BandLimited(ntsc_rates.cpu_clock, 0), std::runtime_error);
  EXPECT_THROW(BandLimited(ntsc_rates.cpu_clock, -48000), std::runtime_error);
  EXPECT_THROW(BandLimited(ntsc_rates.cpu_clock, 192001), std::runtime_error);
}

TEST(State, IsCopiedWithoutTheListener) {
  BandLimited output(ntsc_rates.cpu_clock, 48000);
  Apu apu(ntsc_rates);
  apu.attach(&output);
  Apu copy = apu;
  writeNow(copy, 0x4011, 0x7F);
  copy.runTo(100000);
  apu.runTo(100000);
  for (const int16_t sample : output.take(100000)) ASSERT_EQ(sample, 0);
}

}  // namespace
}  // namespace jumpscope::apu
