// The accelerator names what keeps it from taking many dots at once, and nothing does so for long.
#include <gtest/gtest.h>

#include "tests/ppu/fast/fast_bench.h"

namespace jumpscope::ppu::fast::tests {
namespace {

TEST(Obstacle, NothingHindersAnIdleRunInVblank) {
  FastBench bench;
  bench.write(1, mask::all);
  bench.finish(245, 0);
  EXPECT_EQ(whyNotIdle(bench.ppu), Obstacle::None);
}

TEST(Obstacle, NothingHindersASpanOfARenderedScanline) {
  FastBench bench;
  bench.write(1, mask::all);
  bench.finish(20, 100);
  EXPECT_EQ(whyNotSpan(bench.ppu), Obstacle::None);
  EXPECT_NE(whyNotIdle(bench.ppu), Obstacle::None);
}

TEST(Obstacle, AnAccessToTheDataPortIsOneUntilItIsFinished) {
  FastBench bench;
  bench.finish(245, 0);
  bench.read(7);
  EXPECT_EQ(whyNotSpan(bench.ppu), Obstacle::DataPort);
  EXPECT_EQ(whyNotIdle(bench.ppu), Obstacle::DataPort);
  bench.idle(3);
  EXPECT_EQ(whyNotIdle(bench.ppu), Obstacle::None);
}

TEST(Obstacle, AWriteIsOneUntilItHasArrived) {
  for (const int reg : {1, 5}) {
    FastBench bench;
    bench.finish(245, 0);
    const uint64_t now = bench.ppu.s.clock;
    bench.accelerator.write(reg, mask::all, 0, now);
    bench.runTo(now);
    EXPECT_EQ(whyNotIdle(bench.ppu), Obstacle::DelayedWrite) << "$200" << reg;
    bench.idle(3);
    EXPECT_EQ(whyNotIdle(bench.ppu), Obstacle::None) << "$200" << reg;
  }
}

TEST(Obstacle, ASpriteThatIsBeingCopiedAsRenderingGoesOffIsOneUntilTheLastByte) {
  FastBench bench;
  bench.hideSprites();
  bench.setSprite(0, 20, 0, 0, 0);
  bench.write(1, mask::all);
  bench.finish(20, 65);
  bench.write(1, 0);
  ASSERT_NE(bench.ppu.s.evaluation_step, 0u);
  bench.finishDot();
  EXPECT_NE(whyNotSpan(bench.ppu), Obstacle::None);
  bench.idle(4);
  EXPECT_EQ(bench.ppu.s.evaluation_step, 0u);
  EXPECT_EQ(whyNotSpan(bench.ppu), Obstacle::None);
}

}  // namespace
}  // namespace jumpscope::ppu::fast::tests
