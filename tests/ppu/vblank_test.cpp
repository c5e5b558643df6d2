// Frames: their length, the vblank flag, NMI, the odd frame's dot. Source: NESdev "PPU frame timing" and
// "NMI".
#include <gtest/gtest.h>

#include "tests/ppu/bench.h"

namespace jumpscope::ppu::tests {
namespace {

constexpr uint8_t vblank_flag = 0x80;

TEST(Vblank, TheFlagRisesOnDotOneOfLine241) {
  Bench bench;
  bench.finish(241, 0);
  EXPECT_FALSE(bench.ppu.s.status.vblank);
  EXPECT_EQ(bench.ppu.s.frame, 0u);
  bench.finish(241, 1);
  EXPECT_TRUE(bench.ppu.s.status.vblank);
  EXPECT_EQ(bench.ppu.s.frame, 1u);
}

TEST(Vblank, TheFlagFallsOnDotOneOfThePreRenderLine) {
  Bench bench;
  bench.finish(261, 0);
  EXPECT_TRUE(bench.ppu.s.status.vblank);
  bench.finish(261, 1);
  EXPECT_FALSE(bench.ppu.s.status.vblank);
}

TEST(Vblank, TheSpriteFlagsFallWithIt) {
  Bench bench;
  bench.finish(261, 0);
  bench.ppu.s.status.sprite_zero_hit = bench.ppu.s.status.sprite_overflow = true;
  bench.finish(261, 1);
  EXPECT_FALSE(bench.ppu.s.status.sprite_zero_hit);
  EXPECT_FALSE(bench.ppu.s.status.sprite_overflow);
  bench.finish(261, 2);
  EXPECT_EQ(bench.read(2) & 0xE0, 0);
}

TEST(Vblank, ReadingStatusClearsTheFlag) {
  Bench bench;
  bench.finish(250, 100);
  EXPECT_EQ(bench.read(2) & vblank_flag, vblank_flag);
  EXPECT_EQ(bench.read(2) & vblank_flag, 0);
}

// "Reading one PPU clock before reads it as clear and never sets the flag or generates NMI for that frame."
TEST(Vblank, ReadingStatusOnTheDotBeforeVblankSuppressesIt) {
  Bench bench;
  bench.write(0, control::nmi);
  bench.finish(241, 0);
  EXPECT_EQ(bench.read(2) & vblank_flag, 0);
  EXPECT_FALSE(bench.ppu.nmi());
  EXPECT_FALSE(bench.ppu.s.status.vblank);
  bench.finish(250, 0);
  EXPECT_EQ(bench.read(2) & vblank_flag, 0);
  EXPECT_EQ(bench.ppu.s.frame, 1u) << "the frame ends all the same";
}

// "Reading on the same PPU clock or one later reads it as set, clears it, and suppresses the NMI."
TEST(Vblank, ReadingStatusAsItRisesSeesTheFlagAndTakesTheNmiAway) {
  Bench bench;
  bench.write(0, control::nmi);
  bench.finish(241, 1);
  EXPECT_EQ(bench.read(2) & vblank_flag, vblank_flag);
  EXPECT_FALSE(bench.ppu.nmi());
}

// A read lasts almost two dots, and holds the flag down (2C02G's netlist).
TEST(Vblank, ReadingStatusTwoDotsBeforeVblankDoesNotHarmIt) {
  Bench bench;
  bench.finish(240, 339);
  EXPECT_EQ(bench.read(2) & vblank_flag, 0);
  EXPECT_TRUE(bench.ppu.s.status.vblank);
}

TEST(Vblank, NmiFollowsFlagAndEnableBit) {
  Bench bench;
  bench.finish(241, 1);
  EXPECT_FALSE(bench.ppu.nmi());
  bench.write(0, control::nmi);
  EXPECT_TRUE(bench.ppu.nmi()) << "enabled while the flag stands";
  bench.write(0, 0);
  EXPECT_FALSE(bench.ppu.nmi());
  bench.write(0, control::nmi);
  EXPECT_TRUE(bench.ppu.nmi()) << "off and on again makes a second edge";
  bench.read(2);
  EXPECT_FALSE(bench.ppu.nmi());
}

TEST(Vblank, NmiFallsWithTheFlagAtTheEndOfVblank) {
  Bench bench;
  bench.write(0, control::nmi);
  bench.finish(261, 0);
  EXPECT_TRUE(bench.ppu.nmi());
  bench.finish(261, 1);
  EXPECT_FALSE(bench.ppu.nmi());
}

TEST(Vblank, ResetTurnsNmiOffAndKeepsTheFlag) {
  Bench bench;
  bench.write(0, control::nmi);
  bench.finish(245, 0);
  bench.ppu.reset();
  EXPECT_FALSE(bench.ppu.nmi());
  EXPECT_TRUE(bench.ppu.s.status.vblank);
}

struct Geometry {
  const char* name;
  Timing timing;
  int lines, vblank_line, vblank_lines, dot_clocks;
};

class FrameOf : public testing::TestWithParam<Geometry> {};

// Source: NESdev "Cycle reference chart".
INSTANTIATE_TEST_SUITE_P(Region, FrameOf,
                         testing::Values(Geometry{"Ntsc", ntsc_timing, 262, 241, 20, 4},
                                         Geometry{"Pal", pal_timing, 312, 241, 70, 5},
                                         Geometry{"Dendy", dendy_timing, 312, 291, 20, 5}),
                         [](const auto& info) { return info.param.name; });

TEST_P(FrameOf, HasTheLinesOfTheReferenceChart) {
  const Geometry& expected = GetParam();
  Bench bench(expected.timing);
  bench.finish(expected.vblank_line, 1);
  ASSERT_TRUE(bench.ppu.s.status.vblank);
  const uint64_t start = bench.ppu.s.clock;
  while (bench.ppu.s.status.vblank) bench.finishDot();
  const uint64_t dot_clocks = static_cast<uint64_t>(expected.dot_clocks);
  EXPECT_EQ(bench.ppu.s.clock - start, static_cast<uint64_t>(expected.vblank_lines) * 341 * dot_clocks);
  while (!bench.ppu.s.status.vblank) bench.finishDot();
  EXPECT_EQ(bench.ppu.s.clock - start, static_cast<uint64_t>(expected.lines) * 341 * dot_clocks);
}

TEST_P(FrameOf, LastsAsLongWhileRenderingOnEvenFrames) {
  const Geometry& expected = GetParam();
  Bench bench(expected.timing);
  bench.write(1, mask::all);
  std::vector<uint64_t> lengths;
  bench.finishFrame();
  for (int frame = 0; frame < 4; ++frame) {
    const uint64_t start = bench.ppu.s.clock;
    bench.finishFrame();
    lengths.push_back((bench.ppu.s.clock - start) / static_cast<uint64_t>(expected.dot_clocks));
  }
  const uint64_t full = static_cast<uint64_t>(expected.lines) * 341;
  const uint64_t shorter = expected.timing == ntsc_timing ? full - 1 : full;
  EXPECT_EQ(lengths[0] + lengths[1], full + shorter);
  EXPECT_EQ(lengths[0], lengths[2]);
  EXPECT_EQ(lengths[1], lengths[3]);
}

// Lengths of four frames in a row, in dots, with this in $2001.
std::vector<uint64_t> ntscFrameLengths(uint8_t mask_value) {
  Bench bench;
  bench.write(1, mask_value);
  bench.finishFrame();
  std::vector<uint64_t> lengths;
  for (int frame = 0; frame < 4; ++frame) {
    const uint64_t start = bench.ppu.s.clock;
    bench.finishFrame();
    lengths.push_back((bench.ppu.s.clock - start) / 4);
  }
  return lengths;
}

TEST(OddFrame, LosesADotOnlyWhileRendering) {
  for (const uint8_t layers : {mask::background, mask::sprites, mask::all}) {
    const std::vector<uint64_t> lengths = ntscFrameLengths(layers);
    EXPECT_NE(lengths[0], lengths[1]) << "mask " << int(layers);
    EXPECT_EQ(lengths[0] + lengths[1], 89342u + 89341u) << "mask " << int(layers);
    EXPECT_EQ(lengths[2] + lengths[3], 89342u + 89341u) << "mask " << int(layers);
  }
  for (const uint8_t no_layers : {0x00, 0x06, 0xE1})
    EXPECT_EQ(ntscFrameLengths(no_layers), (std::vector<uint64_t>{89342, 89342, 89342, 89342}));
}

// What counts is whether anything is rendered as the pre-render line ends.
TEST(OddFrame, LosesItsDotByTheMaskAtTheEndOfThePreRenderLine) {
  for (int parity = 0; parity < 2; ++parity) {
    Bench bench;
    bench.finishFrame();
    if (parity) bench.finishFrame();
    const bool odd = !bench.ppu.s.odd_frame;  // it flips before the line ends
    const uint64_t start = bench.ppu.s.clock;
    bench.finish(261, 200);
    bench.write(1, mask::background);
    bench.finish(0, 100);
    bench.write(1, 0);
    bench.finishFrame();
    EXPECT_EQ((bench.ppu.s.clock - start) / 4, odd ? 89341u : 89342u);
  }
}

TEST(OddFrame, AlternatesEvenWhileNothingIsRendered) {
  Bench bench;
  bench.finishFrame();
  const bool first = bench.ppu.s.odd_frame;
  bench.finishFrame();
  EXPECT_NE(bench.ppu.s.odd_frame, first);
  bench.finishFrame();
  EXPECT_EQ(bench.ppu.s.odd_frame, first);
}

}  // namespace
}  // namespace jumpscope::ppu::tests
