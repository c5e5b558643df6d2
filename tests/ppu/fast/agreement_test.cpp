// The accelerator against the chip alone: every field of the state at every access, every pixel at every
// frame's end, whatever the CPU does and whenever.
#include <gtest/gtest.h>

#include "tests/ppu/fast/driver.h"
#include "tests/support/sanitized.h"
#include "tests/support/slow.h"

namespace jumpscope::ppu::fast::tests {
namespace {

void expectAgreement(uint32_t seed, int steps, int close, bool picture) {
  constexpr Timing timings[] = {ntsc_timing, ntsc_timing, pal_timing, dendy_timing};
  Driver driver(seed, timings[seed % 4], static_cast<int>(seed / 4 % 4), close);
  if (!picture)
    for (Bench* bench : driver.both()) bench->ppu.drawTo(nullptr);
  uint64_t frame = 0;
  for (int i = 0; i < steps; ++i) {
    const std::string difference = driver.step();
    ASSERT_EQ(difference, "") << "seed " << seed << ", step " << i << ", frame " << driver.frame()
                              << ", line " << driver.slow.ppu.s.scanline << ", dot " << driver.slow.ppu.s.dot;
    if (driver.frame() == frame || driver.slow.ppu.s.scanline < picture_height) continue;
    frame = driver.frame();
    driver.settle();
    if (picture)
      expectPicture(driver.fast.picture, driver.slow.picture, "agreement_seed_" + std::to_string(seed));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Agreement, HoldsOverFewAccesses) {
  for (uint32_t seed = 1; seed <= 64; ++seed) {
    expectAgreement(seed, 40, 30, seed % 2);
    if (HasFailure()) return;
  }
}

TEST(Agreement, HoldsOverManyAccesses) {
  for (uint32_t seed = 100; seed <= 148; ++seed) {
    expectAgreement(seed, 300, 90, seed % 2);
    if (HasFailure()) return;
  }
}

TEST(Agreement, HoldsWhenAccessesFollowCloselyOnEachOther) {
  for (uint32_t seed = 200; seed < 232; ++seed) {
    expectAgreement(seed, 2500, 100, seed % 2);
    if (HasFailure()) return;
  }
}

// Two frames of a program that writes colors, emphasis and scroll in the middle of the picture, mostly with nothing
// rendered, now and then without what the accelerator keeps.
void expectAgreementInThePicture(const Timing& timing, int alignment, bool picture, uint32_t seed) {
  Bench slow(timing, alignment);
  FastBench fast(timing, alignment);
  const std::array<Bench*, 2> both{&slow, &fast};
  for (Bench* bench : both) {
    fillWithNoise(*bench, seed);
    if (!picture) bench->ppu.drawTo(nullptr);
  }
  fast.accelerator.memoriesReplaced();
  std::mt19937 random(seed);
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  const unsigned rendered = below(2) ? 40 : 3;  // one write to $2001 in so many shows layers
  uint64_t now = 0, frame = 0;
  while (slow.ppu.s.frame < 3) {
    now += (1 + (below(8) ? below(12) : below(300))) * Bench::cpu_clocks;
    for (Bench* bench : both) bench->runTo(now);
    ASSERT_EQ(firstDifference(fast.ppu.s, slow.ppu.s), "")
        << "line " << slow.ppu.s.scanline << ", dot " << slow.ppu.s.dot;
    if (frame != slow.ppu.s.frame) {
      frame = slow.ppu.s.frame;
      if (picture) expectPicture(fast.picture, slow.picture, "in_the_picture_" + std::to_string(seed));
      if (testing::Test::HasFailure()) return;
    }
    if (below(100) == 0) fast.accelerator.memoriesReplaced();
    constexpr int registers[] = {1, 1, 5, 6, 6, 7, 7, 7, 0, 3, 4, 2};
    const int reg = registers[below(std::size(registers))];
    uint8_t value = static_cast<uint8_t>(below(256));
    const uint8_t stale = static_cast<uint8_t>(below(256));
    if (reg == 1) value = below(rendered) == 0 ? value | 0x18 : value & 0xE7;
    if (reg == 6 && below(4)) value = static_cast<uint8_t>(0x3F00 >> (slow.ppu.s.w ? 0 : 8));
    if (reg == 2 || (reg == 7 && below(4) == 0)) {
      const uint8_t expected = slow.readAt(reg, now);
      ASSERT_EQ(fast.readAt(reg, now), expected) << "$200" << reg;
    } else {
      for (Bench* bench : both) bench->writeAt(reg, value, stale, now);
    }
  }
}

// So many random runs of each console's chip at each alignment, each with a seed of its own.
template <class Check>
void onEveryChip(int runs, Check&& check) {
  uint32_t seed = 1;
  for (const Timing& timing : {ntsc_timing, pal_timing, dendy_timing})
    for (int alignment = 0; alignment < 4; ++alignment)
      for (int run = 0; run < runs; ++run, ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        check(timing, alignment, seed);
        if (testing::Test::HasFailure()) return;
      }
}

TEST(Agreement, HoldsForColorsAndScrollsWrittenInThePicture) {
  onEveryChip(8, [](const Timing& timing, int alignment, uint32_t seed) {
    const bool picture = seed % 4 != 1;
    expectAgreementInThePicture(timing, alignment, picture, seed);
  });
}

// Accesses in a row, of which all but the last one may wait: in vblank up to where rendering begins, and in a picture
// without layers. Nobody looks in between.
void expectAgreementInARow(const Timing& timing, int alignment, uint32_t seed) {
  Bench slow(timing, alignment);
  FastBench fast(timing, alignment);
  const std::array<Bench*, 2> both = {&slow, &fast};
  std::mt19937 random(seed);
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  const bool renders = below(3), picture = below(2), reads = below(2);
  const uint8_t mask = renders ? 0x1E : 0x06;
  for (Bench* bench : both) {
    fillWithNoise(*bench, seed);
    if (!picture) bench->ppu.drawTo(nullptr);
    bench->write(1, mask);
  }
  fast.accelerator.memoriesReplaced();
  const int line = renders ? timing.pre_render_line - 1 - static_cast<int>(below(2) * below(20))
                           : static_cast<int>(below(timing.lines));
  const int dot = 20 + static_cast<int>(below(320));
  for (Bench* bench : both) bench->finish(line, dot);
  uint64_t now = slow.ppu.s.clock;
  const unsigned longest_gap = 1 + below(12);
  for (unsigned accesses = 2 + below(40); accesses > 0; --accesses) {
    constexpr int registers[] = {0, 0, 1, 1, 5, 6, 6, 7, 7, 7};
    const int reg = registers[below(std::size(registers))];
    uint8_t value = static_cast<uint8_t>(below(256));
    uint8_t stale = static_cast<uint8_t>(below(256));
    if (reg == 0 && below(4)) value &= 0x7F, stale &= 0x7F;
    if (reg == 0 && below(3) == 0) value = stale = slow.ppu.s.control.nmi_enabled ? 0x80 : 0;
    if (reg == 1 && below(8)) value = static_cast<uint8_t>((value & 0xE1) | mask);
    if (reg == 7 && reads && below(3)) {
      const uint8_t expected = slow.readAt(7, now);
      ASSERT_EQ(fast.readAt(7, now), expected);
    } else {
      for (Bench* bench : both) bench->writeAt(reg, value, stale, now);
    }
    if (now + end_clocks < fast.accelerator.prediction().nextNmiChange()) {
      ASSERT_EQ(fast.ppu.nmi(), slow.ppu.nmi());
    }
    now += (1 + (below(2) ? 3 : below(longest_gap))) * Bench::cpu_clocks;
    if (below(40) == 0) now += below(5000) * Bench::cpu_clocks;
  }
  now += below(40);
  for (Bench* bench : both) bench->runTo(now);
  ASSERT_EQ(firstDifference(fast.ppu.s, slow.ppu.s), "")
      << "line " << slow.ppu.s.scanline << ", dot " << slow.ppu.s.dot;
  if (picture) expectPicture(fast.picture, slow.picture, "in_a_row_" + std::to_string(seed));
}

TEST(Agreement, HoldsForAccessesInARow) {
  onEveryChip(60 / jumpscope::tests::case_step, expectAgreementInARow);
}

// Rows of the nametable that were painted before are kept; v has left the page of the byte when it is stored.
TEST(Agreement, AByteAtTheEndOfAPageShowsInARowThatWasPaintedBefore) {
  Bench slow;
  FastBench fast;
  for (Bench* bench : {&slow, static_cast<Bench*>(&fast)}) {
    bench->fillTile(0, 1, 1);
    bench->fillNametables(0);
    bench->ppu.s.palette[1] = 0x21;
  }
  fast.accelerator.memoriesReplaced();
  for (Bench* bench : {&slow, static_cast<Bench*>(&fast)}) {
    bench->write(1, mask::all);
    for (int frame = 0; frame < 3; ++frame) bench->finishFrame();
    bench->finish(245, 0);
    bench->writeVideoMemory(0x20FF, {1});
    bench->setAddress(0x0000);
    bench->finishFrame();
  }
  EXPECT_EQ(slow.pixel(255, 60), 0x21);
  expectPicture(fast.picture, slow.picture, "agreement_row");
}

TEST(Agreement, HoldsOnManySeeds) {
  REQUIRE_SLOW();
  for (uint32_t seed = 1000; seed < 1000 + jumpscope::tests::slowCases(1500u); ++seed) {
    expectAgreement(seed, 100, static_cast<int>(seed % 100), seed % 3 != 0);
    if (HasFailure()) return;
  }
}

// Two writes to $2001 in vblank, so close that the second one meets the effects of the first.
TEST(Agreement, HoldsWhenRenderingGoesOffAndOnWithinAFewDotsOfVblank) {
  for (const Timing& timing : {ntsc_timing, pal_timing, dendy_timing}) {
    for (int alignment = 0; alignment < 4; ++alignment) {
      for (uint64_t gap = 1; gap < 80; ++gap) {
        for (const uint8_t first : {0x00, 0x18}) {
          Bench slow(timing, alignment);
          FastBench fast(timing, alignment);
          for (Bench* bench : std::array<Bench*, 2>{&slow, &fast}) {
            bench->ppu.s.scanline = static_cast<uint16_t>(timing.vblank_line + 4);
            bench->writeAt(1, first ^ 0x18, 0, 100);
            bench->writeAt(6, 0x05, 0, 200);
            bench->writeAt(6, 0x67, 0, 300);
            bench->runTo(900);
            bench->ppu.s.address_bus = 0x1234;  // what rendering left there
            bench->writeAt(1, first, 0, 1000);
            bench->writeAt(1, first ^ 0x18, first, 1000 + gap);
            bench->runTo(1200 + gap);
          }
          ASSERT_EQ(firstDifference(fast.ppu.s, slow.ppu.s), "")
              << timing.lines << " lines, alignment " << alignment << ", " << gap << " clocks, first "
              << +first;
        }
      }
    }
  }
}

// The pre-render line in pieces of any length, with whatever the picture left in secondary OAM.
TEST(Agreement, HoldsInThePreRenderLine) {
  std::minstd_rand random(1);
  for (uint64_t piece = 1; piece <= 120; ++piece) {
    for (const bool comes_on : {false, true}) {
      Bench slow;
      FastBench fast;
      const auto address = static_cast<uint8_t>(random() % 32),
                 full = static_cast<uint8_t>(random() % 8 == 0);
      const uint64_t switched = 341 * 4 + random() % (341 * 4);
      for (Bench* bench : std::array<Bench*, 2>{&slow, &fast}) {
        State& s = bench->ppu.s;
        s.scanline = static_cast<uint16_t>(ntsc_timing.pre_render_line - 1);
        s.secondary_address = address;
        s.secondary_full = full;
        for (size_t i = 0; i < s.secondary_oam.size(); ++i) s.secondary_oam[i] = static_cast<uint8_t>(i * 37);
        for (size_t i = 0; i < s.oam.size(); ++i) s.oam[i] = static_cast<uint8_t>(i * 11);
        bench->writeAt(1, comes_on ? 0x00 : 0x18, 0, 100);
      }
      bool written = !comes_on;
      for (uint64_t now = 341 * 4 - 20; now < 341 * 4 * 2 + 200; now += piece * 4 + random() % 4) {
        for (Bench* bench : std::array<Bench*, 2>{&slow, &fast}) {
          if (!written && now >= switched) bench->writeAt(1, 0x18, 0x18, now);
          bench->runTo(now);
        }
        written |= now >= switched;
        ASSERT_EQ(firstDifference(fast.ppu.s, slow.ppu.s), "")
            << "pieces of " << piece << ", dot " << slow.ppu.s.dot << ", line " << slow.ppu.s.scanline;
      }
    }
  }
}

// One pixel of sprite 0 at every place near the edges, over a solid background.
TEST(Agreement, HoldsForSpriteZeroAtBothEdges) {
  for (const int layers : {0x18, 0x1A, 0x1C, 0x1E}) {
    for (int x = 244; x < 268; ++x) {
      for (const int column : {0, 3, 7}) {
        Bench slow;
        FastBench fast;
        for (Bench* bench : std::array<Bench*, 2>{&slow, &fast}) {
          bench->fillTile(0, 1, 1);
          bench->fillNametables(1);
          bench->chr[2 * 16 + 4] = static_cast<uint8_t>(0x80 >> column);
          bench->hideSprites();
          bench->setSprite(0, 10, 2, 0, static_cast<uint8_t>(x));
          bench->ppu.drawTo(nullptr);
          bench->ppu.s.sprite_zero_armed = true;
          bench->write(1, static_cast<uint8_t>(layers));
          bench->runTo(bench->ppu.s.clock + 4 * 341 * 24);
        }
        ASSERT_EQ(firstDifference(fast.ppu.s, slow.ppu.s), "")
            << "x " << (x & 0xFF) << ", column " << column << ", layers " << layers;
      }
    }
  }
}

// Nametables, patterns and colors that change between frames, above rows that were seen before.
TEST(Agreement, HoldsForRowsThatChangeAfterTheyWereCached) {
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    Bench slow;
    FastBench fast;
    std::mt19937 random(seed);
    const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
    for (Bench* bench : std::array<Bench*, 2>{&slow, &fast}) fillWithNoise(*bench, seed);
    fast.accelerator.memoriesReplaced();
    View view{.scroll_x = static_cast<int>(below(512)), .scroll_y = static_cast<int>(below(240))};
    for (int frame = 0; frame < 12; ++frame) {
      const uint16_t address = static_cast<uint16_t>(below(3) ? 0x2000 + below(0x1000) : below(0x4000));
      const uint8_t value = static_cast<uint8_t>(below(256));
      const bool writes = below(2), scrolls = below(3) == 0;
      if (scrolls) view.scroll_x = static_cast<int>(below(512));
      for (Bench* bench : std::array<Bench*, 2>{&slow, &fast}) {
        if (writes) bench->writeVideoMemory(address, {value});
        apply(*bench, view);
      }
      const uint64_t in_vblank = fast.accelerator.prediction().nextVblank() + 100;
      slow.runTo(in_vblank);
      fast.runTo(in_vblank);
      expectPicture(fast.picture, slow.picture, "rows_seed_" + std::to_string(seed));
      ASSERT_FALSE(HasFailure()) << "seed " << seed << ", frame " << frame;
    }
  }
}

}  // namespace
}  // namespace jumpscope::ppu::fast::tests
