// Next-event prediction: the chip's outputs change no earlier than promised, and the promise is not idle.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/ppu/fast/driver.h"

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
      latest_promise = std::max(latest_promise, bench.accelerator.nextVblank());
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
      const uint64_t promised = driver.fast.accelerator.nextStatusChange();
      const uint8_t before = probe.s.status.bits();
      if (promised <= probe.s.clock) continue;
      probe.runTo(promised);
      ASSERT_EQ(probe.s.status.bits(), before)
          << "seed " << seed << ", step " << i << ": promised from line " << driver.fast.ppu.s.scanline
          << ", dot " << driver.fast.ppu.s.dot << " to line " << probe.s.scanline << ", dot " << probe.s.dot;
    }
  }
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
  const uint64_t promised = bench.accelerator.nextStatusChange();
  bench.runTo(promised);
  EXPECT_EQ(bench.ppu.s.scanline, 101);
  EXPECT_NEAR(bench.ppu.s.dot, 51, 2);
  EXPECT_FALSE(bench.ppu.s.status.sprite_zero_hit);
  bench.runTo(promised + 4 * 4);
  EXPECT_TRUE(bench.ppu.s.status.sprite_zero_hit);
}

}  // namespace
}  // namespace jumpscope::ppu::fast::tests
