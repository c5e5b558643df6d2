// Samples that play for long: their bytes are fetched in one step, and the chip hears of them later.
#include <gtest/gtest.h>

#include "tests/apu/fast/pair.h"
#include "tests/support/slow.h"

namespace jumpscope::apu {
namespace {

void write(Pair& pair, uint16_t address, uint32_t value) {
  pair.lazy.writeUnseen(address, static_cast<uint8_t>(value));
  pair.ticking.write(address, static_cast<uint8_t>(value));
}

// Mostly samples at the higher rates, looped or not, some of them at the end of memory.
void writeSomething(Pair& pair, Random& random) {
  switch (random.below(8)) {
    case 0:
      return write(pair, 0x4010, random.below(256));
    case 1:
      return write(pair, 0x4010, random.below(4) << 6 | (8 + random.below(8)));
    case 2:
      return write(pair, 0x4012, random.below(2) == 0 ? 255 : random.below(256));
    case 3:
      return write(pair, 0x4013, random.below(3) == 0 ? random.below(256) : random.below(4));
    case 4:
      return write(pair, 0x4017, random.below(4) << 6);
    case 5:
      return write(pair, 0x4000 + random.below(18), random.below(256));
    default:
      return write(pair, 0x4015, random.below(8) == 0 ? random.below(256) : 0x1F);
  }
}

// How many bytes were fetched in one step.
int play(const Rates& rates, uint64_t seed, int writes, bool heard) {
  Pair pair(rates, 48000);
  if (!heard) pair.fast.chip.attach(nullptr);
  Random random(seed);
  int fetched = 0;
  for (; writes > 0; --writes) {
    const uint64_t pause = random.below(8) < 3 ? 12 : random.below(2) == 0 ? 3000 : 30000;
    const uint64_t access = pair.now + 1 + random.below(static_cast<uint32_t>(pause));
    while (pair.now < access) {
      const auto byte = static_cast<uint8_t>(random.below(256));
      if (random.below(32) != 0 && pair.fetch(access, random.below(4), byte)) {
        ++fetched;
      } else {
        const bool requested = pair.fast.chip.dmaRequested();
        if (requested) {
          serveDma(pair.fast.chip, pair.lazy, byte);
          serveDma(pair.ticking, byte);
        }
        pair.advance(requested ? pair.now + 1 : access);
      }
      if (random.below(64) == 0) pair.compare();
      if (testing::Test::HasFailure()) return fetched;
    }
    if (random.below(4) == 0) {
      EXPECT_EQ(pair.lazy.readStatus(0), pair.ticking.readStatus(0)) << "cycle " << pair.now;
    }
    writeSomething(pair, random);
    if (heard && random.below(16) == 0) pair.compareSamples();
    if (random.below(64) == 0) pair.goBack();
    if (random.below(64) == 0) pair.kept = pair.ticking.s;
  }
  pair.advance(pair.now + 1);
  pair.compare();
  if (heard) pair.compareSamples();
  return fetched;
}

void expectAgreement(uint64_t first, uint64_t last, int writes) {
  for (uint64_t seed = first; seed < last; ++seed) {
    const Rates& rates = seed % 4 < 2 ? ntsc_rates : seed % 4 == 2 ? pal_rates : dendy_rates;
    EXPECT_GT(play(rates, seed, writes, seed % 2 == 0), writes) << "seed " << seed;
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
  }
}

TEST(Fetch, InOneStepIsTheSameAsCycleByCycle) { expectAgreement(1, 9, 400); }

TEST(Fetch, InOneStepIsTheSameAsCycleByCycleInManySongs) {
  REQUIRE_SLOW();
  expectAgreement(100, 100 + jumpscope::tests::slowCases(300u), 1000);
}

}  // namespace
}  // namespace jumpscope::apu
