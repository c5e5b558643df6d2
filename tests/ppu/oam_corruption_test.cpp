// Rendering switched off and on again in mid-frame. Source: NESdev "PPU sprite evaluation"; AccuracyCoin's
// OAM corruption tests.
#include <gtest/gtest.h>

#include "tests/ppu/bench.h"

namespace jumpscope::ppu::tests {
namespace {

// The eighth sprite fills the last four bytes of secondary OAM. When evaluation stops there, its address
// counts on to the next sprite's place, which is the first one.
TEST(OamCorruption, EvaluationThatStopsInTheLastSpriteWritesToNoOtherMemory) {
  for (int alignment = 0; alignment < 4; ++alignment)
    for (int off = 115; off < 132; ++off) {
      Bench bench(ntsc_timing, alignment);
      bench.hideSprites();
      for (int i = 0; i < 10; ++i) bench.setSprite(i, 20, 0x55, 0, 0x80);
      bench.write(1, mask::all);
      bench.finish(20, off);
      bench.write(1, 0);
      bench.idle(2);
      bench.write(1, mask::all);
      bench.finish(20, 256);
      for (const uint8_t byte : bench.ppu.s.vram)
        ASSERT_EQ(byte, 0) << "alignment " << alignment << ", rendering off on dot " << off;
    }
}

// M2 falls in the second half of a dot, so that a row is open. Sprite fetches select secondary OAM in every dot.
TEST(OamCorruption, TheRowOfTheSecondaryAddressTakesRowZerosBytesAsRenderingGoesOn) {
  Bench bench;
  for (size_t i = 0; i < 256; ++i) bench.ppu.s.oam[i] = static_cast<uint8_t>(i);
  bench.write(1, mask::all);
  bench.finish(20, 20);
  bench.write(1, 0);
  bench.finish(30, 300);
  const size_t row = bench.ppu.s.secondary_address;
  ASSERT_NE(row, 0u);
  bench.write(1, mask::all);
  bench.idle(2);
  for (size_t i = 0; i < 8; ++i) EXPECT_EQ(bench.ppu.s.oam[row * 8 + i], i) << "byte " << i;
}

}  // namespace
}  // namespace jumpscope::ppu::tests
