// The APU as a console uses it, told the time and looked at now and then, against one that ticks along: the
// same interrupts and requests in every cycle, the same answers, the same state whenever somebody looks, the
// same samples.
#include <gtest/gtest.h>

#include <algorithm>

#include "apu/band_limited.h"
#include "tests/apu/support.h"
#include "tests/support/slow.h"

namespace jumpscope::apu {
namespace {

struct Pair {
  Apu lazy;
  Apu ticking;
  BandLimited lazy_output;
  BandLimited ticking_output;
  State kept;  // to go back to
  uint64_t now = 0;

  Pair(Region region, int sample_rate)
      : lazy(region),
        ticking(region),
        lazy_output(region, sample_rate),
        ticking_output(region, sample_rate),
        kept(lazy.s) {
    lazy.attach(&lazy_output);
    ticking.attach(&ticking_output);
    ticking.allowShortcuts(false);
  }

  // To the next moment at which the console must look, `limit` at the latest.
  void advance(uint64_t limit) {
    const uint64_t until = std::min(limit, std::max(now + 1, lazy.nextEvent()));
    while (now < until) {
      ASSERT_EQ(lazy.irqAsserted(), ticking.irqAsserted()) << "cycle " << now << " of " << until;
      ASSERT_EQ(lazy.dmaRequested(), ticking.dmaRequested()) << "cycle " << now << " of " << until;
      ticking.runTo(++now);
    }
    lazy.advanceTo(now);
    ASSERT_EQ(lazy.irqAsserted(), ticking.irqAsserted()) << "cycle " << now;
    ASSERT_EQ(lazy.dmaRequested(), ticking.dmaRequested()) << "cycle " << now;
    ASSERT_EQ(lazy.putCycle(), ticking.putCycle()) << "cycle " << now;
  }
  void compare() {
    lazy.settle();
    ASSERT_EQ(firstDifference(ticking.s, lazy.s), "") << "cycle " << now;
  }
  void compareSamples() {
    lazy.settle();
    ASSERT_EQ(lazy_output.take(now), ticking_output.take(now)) << "up to cycle " << now;
  }
  void goBack() {
    lazy.restore(kept);
    ticking.restore(kept);
    now = kept.cycle;
  }
};

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
  pair.lazy.write(address, value);
  pair.ticking.write(address, value);
}

void play(Region region, uint64_t seed, int sample_rate, int writes) {
  Pair pair(region, sample_rate);
  Random random(seed);
  while (writes > 0) {
    const uint32_t kind = random.below(256);
    const uint32_t pause = kind < 160 ? 6 : kind < 250 ? 40 : kind < 255 ? 700 : 9000;
    const uint64_t access = pair.now + 1 + random.below(pause);
    while (pair.now < access) {
      // A fetch goes before whatever the CPU has in mind.
      const bool fetch = pair.lazy.dmaRequested();
      if (fetch) {
        const uint8_t byte = static_cast<uint8_t>(random.below(256));
        serveDma(pair.lazy, byte);
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
  pair.compare();
  pair.compareSamples();
}

TEST(Lazy, IsTheSameAsTickingUnderManyWrites) {
  for (const Region region : {Region::Ntsc, Region::Pal, Region::Dendy})
    ASSERT_NO_FATAL_FAILURE(play(region, 1, 48000, 100000)) << "region " << static_cast<int>(region);
}

TEST(Lazy, IsTheSameAsTickingUnderMillionsOfWrites) {
  REQUIRE_SLOW();
  for (uint64_t seed = 2; seed < 14; ++seed) {
    const Region region = static_cast<Region>(seed % 3);
    const int sample_rate = seed % 4 == 0 ? 192000 : seed % 4 == 1 ? 8000 : 44100;
    ASSERT_NO_FATAL_FAILURE(play(region, seed, sample_rate, 500000)) << "seed " << seed;
  }
}

TEST(Lazy, DoesNothingUntilSomebodyLooks) {
  Apu apu(Region::Ntsc);
  writeNow(apu, 0x4017, 0x40);
  apu.advanceTo(10);
  EXPECT_EQ(apu.nextEvent(), UINT64_MAX);
  const uint64_t settled = apu.s.cycle;
  apu.advanceTo(1000000);
  EXPECT_EQ(apu.s.cycle, settled);
  EXPECT_TRUE(apu.putCycle() != ((1000000 & 1) == 0 ? apu.s.odd_is_put : !apu.s.odd_is_put));
  apu.settle();
  EXPECT_EQ(apu.s.cycle, 1000000u);
}

}  // namespace
}  // namespace jumpscope::apu
