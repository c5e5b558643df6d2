// Next-event prediction: the chip's outputs change no earlier than promised, and the promise is not idle.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/ppu/fast/driver.h"
#include "tests/ppu/reference_picture.h"
#include "tests/support/sanitized.h"

namespace jumpscope::ppu::fast::tests {
namespace {

class PredictionIn : public testing::TestWithParam<Timing> {};
INSTANTIATE_TEST_SUITE_P(Region, PredictionIn, testing::Values(ntsc_timing, pal_timing, dendy_timing));

TEST_P(PredictionIn, NamesTheFramesEndNeverTooLate) {
  FastBench bench(GetParam());
  bench.write(1, mask::all);
  for (int frame = 0; frame < 3; ++frame) {
    uint64_t latest_promise = 0;
    for (const uint64_t before = bench.ppu.s.frame; bench.ppu.s.frame == before;) {
      latest_promise = std::max(latest_promise, bench.accelerator.prediction().nextVblank());
      bench.runTo(bench.ppu.s.clock + 1);
    }
    const uint64_t moment = bench.ppu.s.clock - bench.ppu.timing().half_dot_clocks;
    EXPECT_LE(latest_promise, moment);
    EXPECT_GE(latest_promise + 1, moment) << "and at last it is exact";
  }
}

// From any state, nothing happens before the promised moment.
TEST(Prediction, NamesAChangeOfStatusNeverTooLate) {
  for (uint32_t seed = 1; seed <= 80; ++seed) {
    Driver driver(seed, seed % 3 ? ntsc_timing : pal_timing, static_cast<int>(seed % 4), 20);
    for (Bench* bench : driver.both()) {
      bench->ppu.drawTo(nullptr);
      bench->writeAt(1, mask::all, mask::all, 0);
    }
    for (int i = 0; i < 20; ++i) {
      ASSERT_EQ(driver.step(), "");
      driver.settle();
      Ppu probe = driver.fast.ppu;
      const uint64_t promised = driver.fast.accelerator.prediction().nextStatusChange();
      const uint8_t before = probe.s.status.bits();
      if (promised <= probe.s.clock) continue;
      probe.runTo(promised);
      ASSERT_EQ(probe.s.status.bits(), before)
          << "seed " << seed << ", step " << i << ": promised from line " << driver.fast.ppu.s.scanline
          << ", dot " << driver.fast.ppu.s.dot << " to line " << probe.s.scanline << ", dot " << probe.s.dot;
    }
  }
}

// A scanline in which sprite 0 lies, or one near them, with few pixels in both layers, at any dot. Sometimes registers have just
// been written.
void goToSpriteZero(FastBench& bench, std::mt19937& random, bool disturbed) {
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  const auto byte = [&] { return static_cast<uint8_t>(random() >> 13); };
  for (uint8_t& row : bench.chr) row &= byte() & byte();
  if (below(2)) bench.hideSprites();
  const int top = 16 + below(16);
  const int x = below(3) == 0 ? below(8) : below(2) ? 240 + below(16) : below(256);
  bench.setSprite(0, static_cast<uint8_t>(top), byte(), byte() & 0xE3, static_cast<uint8_t>(x));
  bench.ppu.s.sprite_zero_armed = true;
  bench.ppu.drawTo(nullptr);
  bench.accelerator.memoriesReplaced();
  bench.write(0, byte() & 0x3B);
  bench.write(5, byte());
  bench.write(5, byte());
  bench.write(1, static_cast<uint8_t>(mask::background | mask::sprites | (byte() & 0x06)));
  bench.finish(8, 0);
  const uint64_t dots = static_cast<uint64_t>((top - 10 + below(20)) * dots_per_line + below(dots_per_line));
  bench.runTo(bench.ppu.s.clock + dots * bench.ppu.timing().dot_clocks);
  for (int writes = disturbed ? 1 + below(3) : 0; writes > 0; --writes) {
    constexpr std::array<int, 6> regs = {0, 1, 3, 5, 6, 6};
    const int reg = regs[static_cast<size_t>(below(6))];
    bench.write(reg, reg == 1 ? mask::all & ~(byte() & 0x06) : reg == 0 ? byte() & 0x3B : byte());
    bench.idle(below(4));
  }
  bench.idle(disturbed ? below(7) : 0);
  bench.runTo(bench.ppu.s.clock + random() % 8);  // in the middle of a dot, too
}

TEST(Prediction, NamesAHitOfSpriteZeroNeverTooLate) {
  int promises = 0, exact = 0;
  for (uint32_t seed = 1; seed <= 20'000; seed += jumpscope::tests::case_step) {
    const std::array timings = {ntsc_timing, pal_timing, dendy_timing};
    FastBench bench(timings[seed % 3], static_cast<int>(seed % 4));
    fillWithNoise(bench, seed);
    std::mt19937 random(seed);
    const bool disturbed = seed % 2 == 0;
    goToSpriteZero(bench, random, disturbed);
    Ppu probe = bench.ppu;
    const uint64_t promised = bench.accelerator.prediction().nextStatusChange();
    const auto flags = [&] { return probe.s.status.bits() & 0xE0; };
    const int before = flags(), line = probe.s.scanline, dot = probe.s.dot;
    if (promised <= probe.s.clock) continue;
    const unsigned dot_clocks = probe.timing().dot_clocks;
    const uint64_t far = probe.s.clock + 20 * dots_per_line * dot_clocks;
    probe.runTo(std::min(promised, far));
    ASSERT_EQ(flags(), before) << "seed " << seed << ": promised from line " << line << ", dot " << dot
                               << " to line " << probe.s.scanline << ", dot " << probe.s.dot;
    if (disturbed || promised > far || dot < 80 || dot > picture_width) continue;
    ++promises;
    probe.runTo(promised + 4 * dot_clocks);
    exact += flags() != before;
  }
  EXPECT_GT(exact, promises * 3 / 4) << "of " << promises;
}

// A promise that is always "now" would be kept as well.
TEST(Prediction, NamesSpriteZeroHitToTheDot) {
  FastBench bench;
  bench.ppu.drawTo(nullptr);
  bench.fillTile(0, 1, 1);
  bench.fillNametables(1);
  bench.fillTile(0, 2, 1);
  bench.hideSprites();
  bench.setSprite(0, 100, 2, 0, 50);
  bench.accelerator.memoriesReplaced();
  bench.write(1, mask::all);
  bench.finish(261, 20);
  const uint64_t promised = bench.accelerator.prediction().nextStatusChange();
  bench.runTo(promised);
  EXPECT_EQ(bench.ppu.s.scanline, 101);
  EXPECT_NEAR(bench.ppu.s.dot, 51, 2);
  EXPECT_FALSE(bench.ppu.s.status.sprite_zero_hit);
  bench.runTo(promised + 4 * 4);
  EXPECT_TRUE(bench.ppu.s.status.sprite_zero_hit);
}

}  // namespace
}  // namespace jumpscope::ppu::fast::tests
