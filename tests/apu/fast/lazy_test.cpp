// The APU as a console uses it, told the time and looked at now and then, against one that ticks along: the
// same interrupts and requests in every cycle, the same answers, the same state whenever somebody looks, the
// same samples.
#include <gtest/gtest.h>

#include "tests/apu/fast/pair.h"
#include "tests/support/slow.h"

namespace jumpscope::apu {
namespace {

void write(Pair& pair, Random& random) {
  // $4010-$4013 and $4015 with sense, so that samples end, and the rest more often than they would come.
  const uint32_t kind = random.below(8);
  uint16_t address = static_cast<uint16_t>(0x4000 + random.below(16));
  uint8_t value = static_cast<uint8_t>(random.below(256));
  if (kind == 0) address = 0x4015;
  if (kind == 1) address = static_cast<uint16_t>(0x4010 + random.below(4));
  if (kind == 2) address = random.below(3) == 0 ? 0x4017 : 0x4015;
  if (address == 0x4013) value &= 3;
  if (address == 0x400A && random.below(8) != 0) value |= 0x20;  // a fast triangle is a slow test
  random.below(4) == 0 ? pair.lazy.write(address, value)
                       : static_cast<void>(pair.lazy.writeUnseen(address, value));
  pair.ticking.write(address, value);
}

void play(const Rates& rates, uint64_t seed, int sample_rate, int writes) {
  Pair pair(rates, sample_rate);
  Random random(seed);
  while (writes > 0) {
    const uint32_t kind = random.below(256);
    const uint32_t pause = kind < 160 ? 6 : kind < 250 ? 40 : kind < 255 ? 700 : 9000;
    const uint64_t access = pair.now + 1 + random.below(pause);
    while (pair.now < access) {
      // A fetch goes before whatever the CPU has in mind.
      const bool fetch = pair.fast.chip.dmaRequested();
      if (fetch) {
        const uint8_t byte = static_cast<uint8_t>(random.below(256));
        serveDma(pair.fast.chip, pair.lazy, byte);
        serveDma(pair.ticking, byte);
      }
      pair.advance(fetch ? pair.now + 1 : access);
      if (testing::Test::HasFatalFailure()) return;
    }
    switch (random.below(16)) {
      case 0:
        ASSERT_EQ(pair.lazy.readStatus(0), pair.ticking.readStatus(0)) << "cycle " << pair.now;
        break;
      case 1:
        pair.compare();
        break;
      case 2:
        if (random.below(64) == 0) pair.compareSamples();
        if (random.below(64) == 0) pair.kept = pair.ticking.s;
        if (random.below(256) == 0) pair.goBack();
        break;
      default:
        write(pair, random);
        --writes;
        break;
    }
    if (testing::Test::HasFatalFailure()) return;
  }
  ASSERT_NO_FATAL_FAILURE(pair.advance(pair.now + 1));
  pair.compare();
  pair.compareSamples();
}

TEST(Lazy, IsTheSameAsTickingUnderManyWrites) {
  for (const Rates& rates : {ntsc_rates, pal_rates, dendy_rates})
    ASSERT_NO_FATAL_FAILURE(play(rates, 1, 48000, 100000)) << "CPU clock / " << rates.cpu_clock.denominator;
}

TEST(Lazy, IsTheSameAsTickingUnderMillionsOfWrites) {
  REQUIRE_SLOW();
  for (uint64_t seed = 2; seed < 2 + jumpscope::tests::slowCases(12u); ++seed) {
    const Rates& rates = seed % 3 == 0 ? ntsc_rates : seed % 3 == 1 ? pal_rates : dendy_rates;
    const int sample_rate = seed % 4 == 0 ? 192000 : seed % 4 == 1 ? 8000 : 44100;
    ASSERT_NO_FATAL_FAILURE(play(rates, seed, sample_rate, 500000)) << "seed " << seed;
  }
}

TEST(Lazy, DoesNothingUntilItIsFlushed) {
  FastApu apu(ntsc_rates);
  apu.unit.write(0x4017, 0x40);
  apu.unit.advanceTo(10);
  EXPECT_EQ(apu.unit.nextEvent(), UINT64_MAX);
  const uint64_t flushed = apu.chip.s.cycle;
  apu.unit.advanceTo(1000000);
  EXPECT_EQ(apu.chip.s.cycle, flushed);
  EXPECT_EQ(apu.unit.putCycle(), isPutCycle(apu.chip.s, 1000000));
  apu.unit.flush();
  EXPECT_EQ(apu.chip.s.cycle, 1000000u);
}

}  // namespace
}  // namespace jumpscope::apu
