// Writes to the scroll, the pattern tables and the layers on each of several scanlines, which wait until somebody looks: at
// every dot, in every field.
#include <gtest/gtest.h>

#include <random>

#include "tests/ppu/fast/fast_bench.h"
#include "tests/ppu/reference_picture.h"
#include "tests/support/sanitized.h"

namespace jumpscope::ppu::fast::tests {
namespace {

// Scanlines 10 to 17, or the picture's last eight, have a write that begins in about this dot, the last of one to six that
// move the picture, some of which follow in the next cycle, as those of an instruction that reads, modifies and writes.
void expectAgreement(const Timing& timing, int alignment, int dot, uint32_t seed) {
  Bench slow(timing, alignment);
  FastBench fast(timing, alignment);
  const std::array<Bench*, 2> both = {&slow, &fast};
  for (Bench* bench : both) {
    fillWithNoise(*bench, seed);
    bench->ppu.drawTo(nullptr);
    if (seed % 2) {  // sprite 0 lies on scanlines with writes
      bench->ppu.s.oam[0] = static_cast<uint8_t>((seed % 9 ? 4 : visible_lines - 14) + seed / 2 % 13);
      if (seed % 4 == 1) bench->ppu.s.oam[3] = static_cast<uint8_t>(seed % 16);  // where the first tiles show
      bench->ppu.s.sprite_zero_armed = true;
    }
    if (seed % 12 == 3)  // few pixels are opaque: sprite 0 misses most scanlines, some by a pixel
      for (size_t i = 0; i < bench->chr.size(); ++i)
        bench->chr[i] =
            i * 2654435761u >> 16 & 3 ? uint8_t{0} : static_cast<uint8_t>(1u << (i * 40503u >> 7 & 7));
    bench->write(1, seed % 3 == 0 ? mask::background | mask::sprites : mask::background);
  }
  fast.accelerator.memoriesReplaced();
  const int top = seed % 9 ? 8 : visible_lines - 10;
  for (Bench* bench : both) {
    bench->finish(8, 0);
    bench->runTo(bench->ppu.s.clock + static_cast<uint64_t>((top - 8) * dots_per_line) * timing.dot_clocks);
  }
  std::mt19937 random(seed);
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  // A write may begin at any clock of a dot.
  const uint64_t cycle = Bench::cpu_clocks, start = slow.ppu.s.clock + static_cast<unsigned>(alignment);
  const auto clockOf = [&](int line) {
    return start + static_cast<uint64_t>((line - top) * dots_per_line + dot) * timing.dot_clocks;
  };
  const uint8_t control = static_cast<uint8_t>(slow.ppu.s.control.increment_32 ? 0x04 : 0x00) |
                          static_cast<uint8_t>(slow.ppu.s.control.tall_sprites ? 0x20 : 0x00);
  const unsigned addresses = 1 + below(3);  // the more, the more writes to $2006
  // Many programs make all of t anew for each scanline.
  constexpr std::array<std::array<int, 4>, 3> orders = {{{6, 5, 5, 6}, {5, 5, 6, 6}, {6, 6, 6, 6}}};
  const bool in_order = below(3) == 0;
  const std::array<int, 4>& order = orders[below(3)];
  size_t in_turn = 0;
  uint64_t last = start;
  for (int line = top + 2; line < top + 10; ++line) {
    const unsigned writes = 1 + below(6), apart = below(8) ? 4 : 1;
    uint64_t now = start + (clockOf(line) - start) / cycle * cycle - apart * cycle * (writes - 1);
    for (unsigned i = 0; i < writes; ++i, now += apart * cycle) {
      if (now <= last) continue;
      const int other = below(addresses) ? 6 : below(3) ? 5 : static_cast<int>(below(2));
      const int reg = in_order && below(16) != 0 ? order[in_turn++ % order.size()] : other;
      const auto value = static_cast<uint8_t>(reg == 0   ? control | below(4) | (below(2) ? below(4) << 3 : 0)
                                              : reg == 1 ? below(256) | 0x08 << below(2)
                                                         : below(256));
      const uint8_t stale = reg == 0 && below(4) ? value : static_cast<uint8_t>(below(256));
      const bool looks = below(32) == 0;
      for (Bench* bench : both) {
        if (looks) bench->runTo(now);
        bench->writeAt(reg, value, stale, now);
      }
      last = now;
    }
  }
  // Somebody looks soon after the last one, or some scanlines later.
  const uint64_t looked_at = last + below(below(2) ? 20 : 4000) * cycle / 8;
  for (Bench* bench : both) bench->runTo(looked_at);
  ASSERT_EQ(firstDifference(fast.ppu.s, slow.ppu.s), "")
      << "dot " << dot << ", alignment " << alignment << ", seed " << seed;
}

// More often where t is copied to v, and where the next scanline's first tiles are fetched; most often just before that.
TEST(ScrollWrites, AgreeAtEveryDot) {
  uint32_t seed = 1;
  for (const Timing& timing : {ntsc_timing, pal_timing, dendy_timing})
    for (int dot = 0; dot < dots_per_line; ++dot)
      for (unsigned run = 0; run < (dot < 235                ? 4
                                    : dot < 312 || dot > 323 ? 24
                                                             : 120);
           run += jumpscope::tests::case_step, ++seed) {
        expectAgreement(timing, static_cast<int>(seed % 4), dot, seed);
        if (testing::Test::HasFailure()) return;
      }
}

// Old data on the bus is in t for one master clock. If v takes t's X in that clock, it shows only where t comes to v again
// as v counts a tile: their bits are ANDed.
TEST(ScrollWrites, TakeOldDataToACountedTile) {
  std::mt19937 random(1);
  int seen = 0;
  for (const Timing& timing : {ntsc_timing, pal_timing})
    for (int counted = 48; counted < picture_width; counted += fetch_steps) {
      Bench slow(timing, 0), without(timing, 0);
      FastBench fast(timing, 0);
      const uint32_t bytes = static_cast<uint32_t>(random());
      const auto byte = [&](int i) { return static_cast<uint8_t>(bytes >> 8 * i); };
      const auto run = [&](Bench& bench, uint8_t stale) {
        bench.ppu.drawTo(nullptr);
        bench.write(1, mask::background);
        bench.finish(8, 0);
        const uint64_t dot_1 = bench.ppu.s.clock;
        const auto clockOf = [&](int line, int dot) {
          return dot_1 + static_cast<uint64_t>((line - 8) * dots_per_line + dot - 1) * timing.dot_clocks;
        };
        constexpr int copied = firstDot(action::CopyX) + 1;
        bench.writeAt(5, byte(0), stale, clockOf(10, copied) - stale_clocks);
        bench.writeAt(5, 0, 0, clockOf(10, copied + 20));
        bench.writeAt(6, byte(1), byte(1), clockOf(11, counted - 20));
        bench.writeAt(6, byte(2), byte(2), clockOf(11, counted) - end_clocks);
        bench.writeAt(0, 0, 0, clockOf(15, 0));  // the scanlines before have one to wait for
        bench.runTo(clockOf(16, 0));
      };
      run(slow, byte(3));
      run(fast, byte(3));
      run(without, byte(0));
      ASSERT_EQ(firstDifference(fast.ppu.s, slow.ppu.s), "") << "dot " << counted;
      if (slow.ppu.s != without.ppu.s) ++seen;
    }
  EXPECT_GT(seen, 10);
}

}  // namespace
}  // namespace jumpscope::ppu::fast::tests
