// Accesses to $2007 in the picture, close together and among others, against the chip alone: what is read, what is stored,
// and every field of the state, at every dot.
#include <gtest/gtest.h>

#include <random>

#include "tests/ppu/fast/fast_bench.h"
#include "tests/ppu/reference_picture.h"
#include "tests/support/sanitized.h"

namespace jumpscope::ppu::fast::tests {
namespace {

void expectAgreement(const Timing& timing, int alignment, int dot, uint32_t seed) {
  Bench slow(timing, alignment);
  FastBench fast(timing, alignment);
  const std::array<Bench*, 2> both = {&slow, &fast};
  std::mt19937 random(seed);
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  const bool looks_later = below(16) == 0, alone = below(2), reads = below(3), writes = !reads || below(2);
  for (Bench* bench : both) {
    fillWithNoise(*bench, seed);
    bench->write(1, seed % 3 == 0 ? mask::background : mask::background | mask::sprites);
  }
  fast.accelerator.memoriesReplaced();
  for (Bench* bench : both) {
    if (looks_later) bench->finishFrame();
    bench->ppu.drawTo(nullptr);
  }
  const int line = static_cast<int>(below(8) ? 8 + below(20) : 236 + below(4));
  // Sprite 0 may hit where the accesses are.
  const bool may_hit = below(3) == 0;
  for (Bench* bench : both) {
    if (!may_hit) continue;
    bench->ppu.s.sprite_zero_armed = true;
    bench->ppu.s.oam[0] = static_cast<uint8_t>(line - 1 - static_cast<int>(seed % 8));
    bench->ppu.s.oam[3] = static_cast<uint8_t>(dot + static_cast<int>(seed / 8 % 40));
  }
  fast.accelerator.oamReplaced();
  for (Bench* bench : both) bench->finish(line, dot);
  uint64_t now = slow.ppu.s.clock + below(12), last = now;
  const unsigned longest_gap = 1 + below(14);
  for (unsigned accesses = 1 + below(12); accesses > 0; --accesses) {
    constexpr int others[] = {0, 1, 3, 4, 5, 5, 6, 6};
    const int reg = alone || below(3) ? 7 : others[below(std::size(others))];
    const uint8_t stale = static_cast<uint8_t>(below(256));
    const uint8_t value = static_cast<uint8_t>(reg == 1 && below(4) ? 0x18 : below(256));
    if (reg == 7 && reads && (!writes || below(2))) {
      const uint8_t expected = slow.readAt(7, now);
      ASSERT_EQ(fast.readAt(7, now), expected) << "dot " << dot << ", seed " << seed;
    } else {
      for (Bench* bench : both) bench->writeAt(reg, value, stale, now);
    }
    last = now;
    now += (1 + below(longest_gap)) * Bench::cpu_clocks;
  }
  now = last + below(72);
  for (Bench* bench : both) bench->runTo(now);
  ASSERT_EQ(firstDifference(fast.ppu.s, slow.ppu.s), "")
      << "dot " << dot << ", alignment " << alignment << ", seed " << seed << ", line " << slow.ppu.s.scanline
      << ", dot " << slow.ppu.s.dot;
  if (!looks_later) return;
  // What was stored shows later.
  for (Bench* bench : both) {
    bench->finish(timing.vblank_line, 1);
    bench->ppu.drawTo(bench->picture.data());
    bench->finishFrame();
  }
  ASSERT_EQ(firstDifference(fast.ppu.s, slow.ppu.s), "") << "later: dot " << dot << ", seed " << seed;
  ASSERT_EQ(fast.picture, slow.picture) << "dot " << dot << ", seed " << seed;
}

TEST(SingleDots, AgreeAtEveryDot) {
  uint32_t seed = 1;
  for (const Timing& timing : {ntsc_timing, pal_timing, dendy_timing})
    for (int dot = 0; dot < dots_per_line; ++dot)
      for (unsigned run = 0; run < 3; run += jumpscope::tests::case_step, ++seed) {
        expectAgreement(timing, static_cast<int>(seed % 4), dot, seed);
        if (testing::Test::HasFailure()) return;
      }
}

}  // namespace
}  // namespace jumpscope::ppu::fast::tests
