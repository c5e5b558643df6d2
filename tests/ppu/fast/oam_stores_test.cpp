// Writes to $2004 while the picture is made, which wait until somebody looks: as many as DMA makes, or a few, at every clock
// of a dot, looked at in every dot, in every field.
#include <gtest/gtest.h>

#include <random>

#include "tests/ppu/fast/fast_bench.h"
#include "tests/ppu/reference_picture.h"
#include "tests/support/sanitized.h"

namespace jumpscope::ppu::fast::tests {
namespace {

// From about line 9 on; the chip is looked at in this dot. Some writes are to another register.
void expectAgreement(const Timing& timing, int alignment, int dot, uint32_t seed) {
  Bench slow(timing, alignment);
  FastBench fast(timing, alignment);
  const std::array<Bench*, 2> both = {&slow, &fast};
  std::mt19937 random(seed);
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  const bool painted = below(4) == 0, plain = below(2), crowded = below(2);
  for (Bench* bench : both) {
    fillWithNoise(*bench, seed);
    if (!painted) bench->ppu.drawTo(nullptr);
    for (unsigned i = 0; i < 64 && crowded; ++i)
      bench->ppu.s.oam[i * 4] = static_cast<uint8_t>(4 + bench->ppu.s.oam[i * 4] % 20);
    bench->ppu.s.status.sprite_overflow = bench->ppu.s.sprite_overflow_readable = false;
    bench->ppu.s.status.sprite_zero_hit = false;
    bench->write(1, seed % 3 == 0 ? mask::background : mask::background | mask::sprites);
  }
  fast.accelerator.memoriesReplaced();
  const int first = below(8) ? 8 : 236;
  for (Bench* bench : both) bench->finish(first, 0);
  const uint64_t cycle = below(2) ? Bench::cpu_clocks : 3u * timing.dot_clocks,
                 start = slow.ppu.s.clock + below(16);
  const uint64_t looked_at =
      start +
      static_cast<uint64_t>((1 + static_cast<int>(below(5))) * dots_per_line + dot) * timing.dot_clocks;
  uint64_t now = start + below(4000);
  while (now < looked_at) {
    const int reg = plain || below(8) ? 4 : static_cast<int>(below(8));
    const uint8_t value = static_cast<uint8_t>(reg == 1 ? 0x18 : below(256)),
                  stale = static_cast<uint8_t>(below(256));
    for (Bench* bench : both) bench->writeAt(reg, value, stale, now);
    now += (plain ? 2 : 1 + below(4) * below(10)) * cycle;
  }
  for (Bench* bench : both) bench->runTo(looked_at);
  ASSERT_EQ(firstDifference(fast.ppu.s, slow.ppu.s), "")
      << "dot " << dot << ", alignment " << alignment << ", seed " << seed << " line " << slow.ppu.s.scanline
      << " dot " << slow.ppu.s.dot;
  if (!painted && below(16) != 0) return;
  const int end = painted ? slow.ppu.s.scanline + 2 : timing.vblank_line;
  for (Bench* bench : both) bench->finish(end, 1);
  ASSERT_EQ(firstDifference(fast.ppu.s, slow.ppu.s), "") << "later: dot " << dot << ", seed " << seed;
  ASSERT_EQ(fast.picture, slow.picture) << "dot " << dot << ", seed " << seed;
}

TEST(OamStores, AgreeAtEveryDot) {
  uint32_t seed = 1;
  for (const Timing& timing : {ntsc_timing, pal_timing, dendy_timing})
    for (int dot = 0; dot < dots_per_line; ++dot)
      for (unsigned run = 0; run < 6; run += jumpscope::tests::case_step, ++seed) {
        expectAgreement(timing, static_cast<int>(seed % 4), dot, seed);
        if (testing::Test::HasFailure()) return;
      }
}

}  // namespace
}  // namespace jumpscope::ppu::fast::tests
