// Pulses, triangle and noise: the facts of NESdev's channel pages.
#include "apu/channels.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/apu/support.h"

namespace jumpscope::apu {
namespace {

template <class Channel>
void run(void (*clock)(Channel&), Channel& channel, int clocks) {
  for (int i = 0; i < clocks; ++i) clock(channel);
}

// One period of a pulse at constant volume 15, from the write that restarts the sequencer: '#' high, '.' low.
std::string waveform(uint8_t duty) {
  Pulse pulse;
  enableLength(pulse.length, true);
  writePulse(pulse, 0, static_cast<uint8_t>(duty << 6 | 0x1F));
  writePulse(pulse, 2, 8);
  writePulse(pulse, 3, 0);
  takeOverLength(pulse.length);
  std::string wave;
  for (int step = 0; step < 8; ++step) {
    wave += pulseLevel(pulse) == 15 ? '#' : '.';
    run(clockPulse, pulse, step == 0 ? pulse.timer + 1 : pulse.period + 1);
  }
  return wave;
}

TEST(Pulse, HasTheFourDutyWaveforms) {
  EXPECT_EQ(waveform(0), ".#......");
  EXPECT_EQ(waveform(1), ".##.....");
  EXPECT_EQ(waveform(2), ".####...");
  EXPECT_EQ(waveform(3), "#..#####");
}

TEST(Pulse, StepsEveryPeriodPlusOneApuCycles) {
  Apu apu(ntsc_rates);
  writeNow(apu, 0x4002, 0x21);
  writeNow(apu, 0x4003, 0x01);
  apu.runTo(apu.s.cycle + 2 * 0x122);  // whatever the timer held is gone
  const uint8_t step = apu.s.pulse1.step;
  const uint16_t timer = apu.s.pulse1.timer;
  apu.runTo(apu.s.cycle + 2 * 0x122);
  EXPECT_EQ(apu.s.pulse1.step, (step + 1) & 7);
  EXPECT_EQ(apu.s.pulse1.timer, timer);
}

TEST(Pulse, RestartsSequencerAndEnvelopeButNotTheTimer) {
  Pulse pulse;
  pulse.period = 100;
  run(clockPulse, pulse, 250);
  const uint16_t timer = pulse.timer;
  writePulse(pulse, 3, 0);
  EXPECT_EQ(pulse.step, 0);
  EXPECT_TRUE(pulse.envelope.start);
  EXPECT_EQ(pulse.timer, timer);
}

Pulse sweeping(uint16_t period, uint8_t control) {
  Pulse pulse;
  pulse.period = period;
  writePulse(pulse, 1, control);
  pulse.sweep_reload = false;
  return pulse;
}

TEST(Sweep, LowersTheFirstPulseByOneMore) {
  Pulse first = sweeping(0x100, 0x8A);
  Pulse second = first;
  clockSweep(first, Negate::OnesComplement);
  clockSweep(second, Negate::TwosComplement);
  EXPECT_EQ(first.period, 0x100 - 0x40 - 1);
  EXPECT_EQ(second.period, 0x100 - 0x40);
}

TEST(Sweep, RaisesThePeriod) {
  Pulse pulse = sweeping(0x100, 0x82);
  clockSweep(pulse, Negate::OnesComplement);
  EXPECT_EQ(pulse.period, 0x140);
}

TEST(Sweep, MutesATargetAbove7ffEvenWhenDisabled) {
  EXPECT_TRUE(sweepMutes(sweeping(0x400, 0x00)));
  EXPECT_FALSE(sweepMutes(sweeping(0x3FF, 0x00)));
  EXPECT_FALSE(sweepMutes(sweeping(0x700, 0x08)));
  EXPECT_FALSE(sweepMutes(sweeping(0x555, 0x01)));
  EXPECT_TRUE(sweepMutes(sweeping(0x556, 0x01)));
}

TEST(Sweep, MutesPeriodsBelow8AndLeavesThemAlone) {
  Pulse pulse = sweeping(7, 0x81);
  EXPECT_TRUE(sweepMutes(pulse));
  clockSweep(pulse, Negate::OnesComplement);
  EXPECT_EQ(pulse.period, 7);
}

TEST(Sweep, WithShiftZeroNeverChangesThePeriod) {
  Pulse pulse = sweeping(0x100, 0x88);
  clockSweep(pulse, Negate::TwosComplement);
  EXPECT_EQ(pulse.period, 0x100);
}

TEST(Sweep, ActsEveryPeriodPlusOneHalfFrames) {
  Pulse pulse = sweeping(0x100, 0xA8 | 4);  // period 2, negate, shift 4
  pulse.sweep_reload = true;
  std::vector<uint16_t> periods;
  for (int i = 0; i < 7; ++i) {
    clockSweep(pulse, Negate::TwosComplement);
    periods.push_back(pulse.period);
  }
  EXPECT_EQ(periods, (std::vector<uint16_t>{0xF0, 0xF0, 0xF0, 0xE1, 0xE1, 0xE1, 0xD3}));
}

TEST(Envelope, DecaysFrom15AndLoopsWhenAsked) {
  for (const bool loop : {false, true}) {
    Envelope envelope;
    envelope.volume = 1;
    envelope.loop = loop;
    envelope.start = true;
    std::vector<int> levels;
    for (int i = 0; i < 36; ++i) {
      clockEnvelope(envelope);
      if (i % 2 == 0) levels.push_back(envelopeLevel(envelope));
    }
    EXPECT_EQ(levels, (loop ? std::vector<int>{15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14}
                            : std::vector<int>{15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0}));
  }
}

TEST(Envelope, PutsOutItsPeriodAsConstantVolume) {
  Envelope envelope;
  LengthCounter length;
  writeEnvelope(envelope, length, 0x1B);
  clockEnvelope(envelope);
  EXPECT_EQ(envelopeLevel(envelope), 11);
}

TEST(LengthCounter, IgnoresLoadsWhileDisabled) {
  LengthCounter length;
  loadLength(length, 1);
  takeOverLength(length);
  EXPECT_EQ(length.count, 0);
  enableLength(length, true);
  loadLength(length, 1);
  takeOverLength(length);
  EXPECT_EQ(length.count, 254);
  enableLength(length, false);
  EXPECT_EQ(length.count, 0);
}

TEST(LengthCounter, LosesAReloadInTheCycleOfAClockUnlessItWasZero) {
  LengthCounter running;
  enableLength(running, true);
  running.count = 5;
  loadLength(running, 1);
  clockLength(running);
  takeOverLength(running);
  EXPECT_EQ(running.count, 4);

  LengthCounter stopped;
  enableLength(stopped, true);
  loadLength(stopped, 1);
  clockLength(stopped);
  takeOverLength(stopped);
  EXPECT_EQ(stopped.count, 254);
}

TEST(LengthCounter, HaltsOneCycleAfterTheWrite) {
  LengthCounter length;
  length.count = 5;
  length.next_halt = true;
  clockLength(length);
  EXPECT_EQ(length.count, 4);
  takeOverLength(length);
  clockLength(length);
  EXPECT_EQ(length.count, 4);
}

TEST(Triangle, CountsDownAndUpOncePerPeriodPlusOne) {
  Triangle triangle;
  triangle.period = 9;
  triangle.length.count = 1;
  triangle.linear = 1;
  std::vector<int> levels;
  for (int i = 0; i < 32; ++i) {
    levels.push_back(triangleLevel(triangle));
    run(clockTriangle, triangle, i == 0 ? 1 : 10);
  }
  std::vector<int> expected;
  for (int level = 15; level >= 0; --level) expected.push_back(level);
  for (int level = 0; level <= 15; ++level) expected.push_back(level);
  EXPECT_EQ(levels, expected);
}

TEST(Triangle, HoldsItsLevelWhenACounterIsZero) {
  Triangle triangle;
  triangle.linear = 1;
  run(clockTriangle, triangle, 1000);
  EXPECT_EQ(triangle.step, 0);
  triangle.linear = 0;
  triangle.length.count = 1;
  run(clockTriangle, triangle, 1000);
  EXPECT_EQ(triangle.step, 0);
}

TEST(Triangle, LinearCounterReloadsUntilTheControlBitIsClear) {
  Triangle triangle;
  writeTriangle(triangle, 0, 0x83);
  writeTriangle(triangle, 3, 0);
  clockLinear(triangle);
  clockLinear(triangle);
  EXPECT_EQ(triangle.linear, 3);
  writeTriangle(triangle, 0, 0x03);
  clockLinear(triangle);
  EXPECT_EQ(triangle.linear, 3);
  clockLinear(triangle);
  EXPECT_EQ(triangle.linear, 2);
}

// Shifts until the register holds its first value again.
int noisePeriod(uint16_t start, bool short_mode) {
  Noise noise;
  noise.shift = start;
  noise.short_mode = short_mode;
  int shifts = 0;
  do {
    clockNoise(noise, 1);
    ++shifts;
  } while (noise.shift != start);
  return shifts;
}

TEST(Noise, RepeatsAfter32767ShiftsAnd93Or31InShortMode) {
  EXPECT_EQ(noisePeriod(1, false), 32767);
  EXPECT_EQ(noisePeriod(1, true), 93);
  std::set<int> periods;
  for (uint16_t start = 1; start < 0x8000; start = static_cast<uint16_t>(start + 7))
    periods.insert(noisePeriod(start, true));
  EXPECT_EQ(periods, (std::set<int>{31, 93}));
}

TEST(Noise, ShiftsOncePerTablePeriod) {
  for (const Rates& rates : {ntsc_rates, pal_rates, dendy_rates}) {
    for (uint8_t rate = 0; rate < 16; ++rate) {
      Apu apu(rates);
      writeNow(apu, 0x400E, rate);
      const uint16_t period = rates.noise[rate];
      apu.runTo(apu.s.cycle + 4 + period);
      Noise expected = apu.s.noise;
      apu.runTo(apu.s.cycle + period);
      for (int clocks = expected.timer; clocks > 0; --clocks) clockNoise(expected, period);
      EXPECT_EQ(apu.s.noise.shift, expected.shift) << "rate " << int{rate};
    }
  }
}

TEST(Rates, HaveOnlyEvenPeriods) {
  for (const Rates& rates : {ntsc_rates, pal_rates, dendy_rates}) {
    for (const uint16_t period : rates.noise) EXPECT_EQ(period % 2, 0);
    for (const uint16_t period : rates.dmc) EXPECT_EQ(period % 2, 0);
  }
}

}  // namespace
}  // namespace jumpscope::apu
