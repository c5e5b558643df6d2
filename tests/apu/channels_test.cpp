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
  writePulse(pulse, 0, static_cast<uint8_t>(duty << 6 | 0x1F));
  writePulse(pulse, 2, 8);
  writePulse(pulse, 3, 0);
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
  pulse.length.running = true;
  return pulse;
}

TEST(Sweep, LowersTheFirstPulseByOneMore) {
  Pulse first = sweeping(0x100, 0x8A);
  Pulse second = first;
  clockSweep(first, latch(first, Negate::OnesComplement));
  clockSweep(second, latch(second, Negate::TwosComplement));
  EXPECT_EQ(first.period, 0x100 - 0x40 - 1);
  EXPECT_EQ(second.period, 0x100 - 0x40);
}

TEST(Sweep, RaisesThePeriod) {
  Pulse pulse = sweeping(0x100, 0x82);
  clockSweep(pulse, latch(pulse, Negate::OnesComplement));
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
  clockSweep(pulse, latch(pulse, Negate::OnesComplement));
  EXPECT_EQ(pulse.period, 7);
}

TEST(Sweep, WithShiftZeroNeverChangesThePeriod) {
  Pulse pulse = sweeping(0x100, 0x88);
  clockSweep(pulse, latch(pulse, Negate::TwosComplement));
  EXPECT_EQ(pulse.period, 0x100);
}

TEST(Sweep, ActsEveryPeriodPlusOneHalfFrames) {
  Pulse pulse = sweeping(0x100, 0xA8 | 4);  // period 2, negate, shift 4
  pulse.sweep_reload = true;
  std::vector<uint16_t> periods;
  for (int i = 0; i < 7; ++i) {
    clockSweep(pulse, latch(pulse, Negate::TwosComplement));
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
      clockEnvelope(envelope, envelope.start);
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
  clockEnvelope(envelope, envelope.start);
  EXPECT_EQ(envelopeLevel(envelope), 11);
}

// An APU with all length counters enabled and running, in whose current cycle, a get cycle, the latches have
// closed and the frame counter's half frame is due.
Apu beforeHalfFrame() {
  Apu apu(ntsc_rates);
  writeNow(apu, 0x4015, 0x0F);
  for (const uint16_t address : {0x4003, 0x4007, 0x400B, 0x400F}) writeNow(apu, address, 0x28);
  writeNow(apu, 0x4008, 0x05);
  alignTo(apu, false);
  apu.s.frame.count = ntsc_rates.frame.half1 - 1;
  return apu;
}

constexpr uint8_t loaded_4 = 3, loaded_254 = 253;  // what $28 and $08 load, as the chip counts

TEST(LengthCounter, LosesAReloadInTheCycleOfAClock) {
  for (const bool halt : {false, true}) {
    Apu apu = beforeHalfFrame();
    apu.s.pulse1.length.halt = halt;
    apu.write(0x4003, 0x08);
    EXPECT_EQ(apu.s.pulse1.length.count, loaded_254);
    apu.tick();
    EXPECT_EQ(apu.s.pulse1.length.count, halt ? loaded_4 : loaded_4 - 1);
  }
}

TEST(LengthCounter, TakesAReloadInTheCycleOfAClockWhenItStood) {
  Apu apu = beforeHalfFrame();
  apu.s.pulse1.length.running = false;
  writeNow(apu, 0x4003, 0x08);
  EXPECT_EQ(apu.s.pulse1.length.count, loaded_254);
  EXPECT_TRUE(apu.s.pulse1.length.running);
}

TEST(LengthCounter, TakesAReloadInTheCycleBeforeAClock) {
  Apu apu = beforeHalfFrame();
  apu.runTo(apu.s.cycle + 1);
  apu.s.frame.count = ntsc_rates.frame.half1 - 2;
  writeNow(apu, 0x4003, 0x08);
  EXPECT_EQ(apu.s.pulse1.length.count, loaded_254);
  apu.tick();
  EXPECT_EQ(apu.s.pulse1.length.count, loaded_254 - 1);
}

TEST(LengthCounter, SeesTheHaltFlagOfTheCycleBeforeTheClock) {
  for (const bool halt : {false, true}) {
    Apu apu = beforeHalfFrame();
    apu.s.pulse1.length.halt = !halt;
    writeNow(apu, 0x4000, halt ? 0x20 : 0x00);
    EXPECT_EQ(apu.s.pulse1.length.count, halt ? loaded_4 - 1 : loaded_4);
  }
}

TEST(LengthCounter, StopsWhenItWouldCountBelowZero) {
  LengthCounter length;
  length.running = true;
  clockLength(length, latch(length));
  EXPECT_FALSE(length.running);
  const uint8_t count = length.count;
  clockLength(length, latch(length));
  EXPECT_EQ(length.count, count);
}

// The cycles from the write in the current cycle until $4015 shows pulse 1 stopped.
int cyclesToStop(Apu& apu) {
  const uint64_t start = apu.s.cycle;
  while ((apu.peekStatus() & 1) != 0) apu.runTo(apu.s.cycle + 1);
  return static_cast<int>(apu.s.cycle - start);
}

TEST(LengthCounter, StopsInTheGetCycleAfterItWasDisabledAndKeepsItsCount) {
  for (const bool put : {true, false}) {
    Apu apu = beforeHalfFrame();
    apu.runTo(apu.s.cycle + 20);
    alignTo(apu, put);
    const uint8_t count = apu.s.pulse1.length.count;
    apu.write(0x4015, 0x0E);
    EXPECT_EQ(cyclesToStop(apu), put ? 2 : 3);
    EXPECT_EQ(apu.s.pulse1.length.count, count);
    EXPECT_EQ(apu.peekStatus(), 0x0E);
  }
}

TEST(LengthCounter, RunsForTwoOrThreeCyclesWhenLoadedWhileDisabled) {
  for (const bool put : {true, false}) {
    Apu apu(ntsc_rates);
    apu.runTo(100);
    alignTo(apu, put);
    apu.write(0x4003, 0x08);
    EXPECT_EQ(cyclesToStop(apu), put ? 2 : 1);
    EXPECT_EQ(apu.s.pulse1.length.count, loaded_254);
  }
}

TEST(Envelope, StartsAQuarterFrameLaterWhenWrittenInTheCycleOfAClock) {
  Apu apu = beforeHalfFrame();
  writeNow(apu, 0x400F, 0x28);
  EXPECT_EQ(apu.s.noise.envelope.decay, 15);
  EXPECT_FALSE(apu.s.noise.envelope.start);  // that of the write before

  apu = beforeHalfFrame();
  apu.s.noise.envelope.start = false;
  writeNow(apu, 0x400F, 0x28);
  EXPECT_EQ(apu.s.noise.envelope.decay, 0);
  EXPECT_TRUE(apu.s.noise.envelope.start);
}

TEST(Triangle, ReloadsTheLinearCounterAQuarterFrameLaterWhenWrittenInTheCycleOfAClock) {
  Apu apu = beforeHalfFrame();
  apu.s.triangle.linear_reload = false;
  writeNow(apu, 0x400B, 0x28);
  EXPECT_EQ(apu.s.triangle.linear, 0);
  EXPECT_TRUE(apu.s.triangle.linear_reload);
}

TEST(Sweep, LosesAPeriodWrittenInTheCycleOfAClock) {
  Apu apu = beforeHalfFrame();
  apu.s.pulse1 = sweeping(0x100, 0x82);
  writeNow(apu, 0x4002, 0x40);
  EXPECT_EQ(apu.s.pulse1.period, 0x140);
}

TEST(Sweep, MovesAPeriodThatATimerReloadsWithInTheSameTick) {
  Apu apu = beforeHalfFrame();
  apu.s.pulse1 = sweeping(0x100, 0x82);
  apu.s.pulse1.timer = 0;
  apu.runTo(apu.s.cycle + 1);
  EXPECT_EQ(apu.s.pulse1.timer, 0x140);
}

TEST(Pulse, DoesNotRestartTheSequencerInAGetCycleThatStepsIt) {
  for (const uint16_t timer : {0, 1}) {
    Apu apu = beforeHalfFrame();
    apu.s.pulse1.step = 5;
    apu.s.pulse1.timer = timer;
    writeNow(apu, 0x4003, 0x28);
    EXPECT_EQ(apu.s.pulse1.step, timer == 0 ? 6 : 0);
  }
}

TEST(Sweep, MovesNothingWhileTheLengthCounterStands) {
  Pulse pulse = sweeping(0x100, 0x82);
  pulse.length.running = false;
  clockSweep(pulse, latch(pulse, Negate::OnesComplement));
  EXPECT_EQ(pulse.period, 0x100);
}

TEST(Triangle, CountsDownAndUpOncePerPeriodPlusOne) {
  Triangle triangle;
  triangle.period = 9;
  triangle.length.running = true;
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
  triangle.length.running = true;
  run(clockTriangle, triangle, 1000);
  EXPECT_EQ(triangle.step, 0);
}

TEST(Triangle, LinearCounterReloadsUntilTheControlBitIsClear) {
  Triangle triangle;
  writeTriangle(triangle, 0, 0x83);
  writeTriangle(triangle, 3, 0);
  clockLinear(triangle, triangle.linear_reload);
  clockLinear(triangle, triangle.linear_reload);
  EXPECT_EQ(triangle.linear, 3);
  writeTriangle(triangle, 0, 0x03);
  clockLinear(triangle, triangle.linear_reload);
  EXPECT_EQ(triangle.linear, 3);
  clockLinear(triangle, triangle.linear_reload);
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
