// Rows of writes to $2005, $2006 and $2007 that nobody looks at before the last one: the accelerator against the chip
// alone.
#include <gtest/gtest.h>

#include <random>

#include "tests/ppu/fast/a12_counter.h"
#include "tests/ppu/fast/driver.h"
#include "tests/support/sanitized.h"

namespace jumpscope::ppu::fast::tests {
namespace {

class Row {
 public:
  Row(const Timing& timing, int alignment, uint32_t seed, bool watched)
      : slow_(timing, alignment),
        fast_(timing, alignment),
        random_(seed),
        cycle_(3 * static_cast<unsigned>(timing.dot_clocks)),
        frame_(static_cast<uint64_t>(timing.lines * dots_per_line) *
               static_cast<unsigned>(timing.dot_clocks)),
        watched_(watched) {
    picture_ = below(2);
    notes_ = below(2);
    renders_ = below(3) == 0;
    long_runs_ = renders_ && !watched && below(2);
    picture_ |= long_runs_;
    const uint8_t control = below(3) ? 0 : control::increment_32;
    for (Bench* bench : both_) {
      fillWithNoise(*bench, seed);
      if (!picture_) bench->ppu.drawTo(nullptr);
      bench->write(0, control);
      bench->write(1, renders_ ? 0x1E : 0x06);
    }
    fast_.accelerator.memoriesReplaced();
    for (int frame = 0; long_runs_ && frame < 3; ++frame) goOnForAFrame();  // until rows of tiles are kept
    // Where the picture begins or ends, now and then.
    const int line = renders_ ? timing.pre_render_line - 1 -
                                    static_cast<int>(below((long_runs_ || watched_) && below(2) ? 15 : 3))
                     : below(2) ? visible_lines - 1 - static_cast<int>(below(2))
                                : static_cast<int>(below(timing.lines));
    const int dot = 20 + static_cast<int>(below(320));
    for (Bench* bench : both_) bench->finish(line, dot);
    now_ = slow_.ppu.s.clock;
  }

  void run() {
    const unsigned most = below(20) == 0 ? 1500 : long_runs_ ? 300 : 60;
    for (unsigned count = 10 + below(most); count > 0; --count) {
      access();
      // Instructions write every four cycles at most; the two writes of INC follow at once.
      spaced_ = below(long_runs_ ? 200 : 12) != 0;
      now_ += (spaced_ ? 4 + below(3) : 1) * cycle_;
      if (below(50) == 0) now_ += below(60) * cycle_;
    }
    now_ += below(60);
    for (Bench* bench : both_) bench->runTo(now_);
    ASSERT_EQ(firstDifference(fast_.ppu.s, slow_.ppu.s), "")
        << "line " << slow_.ppu.s.scanline << ", dot " << slow_.ppu.s.dot;
    EXPECT_EQ(counters_[1], counters_[0]);
    if (!renders_) {
      EXPECT_EQ(counters_[1].changes, counters_[0].changes);
    }
    EXPECT_EQ(fast_.chr, slow_.chr);
    if (long_runs_) {  // what was written is seen where it was before
      for (Bench* bench : both_) bench->setAddress(0);
      goOnForAFrame();
    }
    if (picture_) expectPicture(fast_.picture, slow_.picture, "write_row");
  }

 private:
  void goOnForAFrame() {
    const uint64_t now = slow_.ppu.s.clock;
    for (Bench* bench : both_) bench->runTo(now + frame_);
  }
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }

  void access() {
    if (watched_ && below(20) == 0) return watch();
    if (below(40) == 0) {
      const uint8_t expected = slow_.readAt(7, now_);
      ASSERT_EQ(fast_.readAt(7, now_), expected);
      return;
    }
    auto [reg, value] = long_runs_ ? nextOfRun() : any();
    if (reg == 0) value &= 0x7F;
    if (reg == 1) value = static_cast<uint8_t>((value & 0xE1) | (renders_ ? 0x1E : 0x06));
    const auto stale = static_cast<uint8_t>(reg == 0 ? 0x20 : below(256));
    slow_.writeAt(reg, value, stale, now_);
    if (reg >= 5 && notes_ && spaced_ && fast_.accelerator.log().opens(reg, now_))
      fast_.accelerator.log().append(
          {now_, static_cast<uint8_t>(reg), value, stale});  // as translated code does
    else
      fast_.writeAt(reg, value, stale, now_);
  }

  struct Write {
    int reg;
    uint8_t value;
  };
  Write any() {
    constexpr int registers[] = {7, 7, 7, 7, 7, 6, 6, 6, 5};
    const int reg = below(60) == 0 ? static_cast<int>(below(2)) : registers[below(std::size(registers))];
    auto value = static_cast<uint8_t>(below(256));
    // Mostly addresses of the palette, and those that lead out of it.
    if (reg == 6 && below(8))
      value = below(4) ? (below(2) ? 0x3F : 0x7F) : static_cast<uint8_t>(0xF0 + below(16));
    return {reg, value};
  }
  // Of what is seen, many bytes for each address, which is mostly one in the nametables, and often one of attributes.
  Write nextOfRun() {
    if (below(200) == 0) return any();
    if (address_bytes_ == 0 && below(30) == 0) address_bytes_ = 2;
    if (address_bytes_ == 0) return {7, static_cast<uint8_t>(below(256))};
    if (address_bytes_-- == 2) return {6, static_cast<uint8_t>(below(16) ? 0x23 + 4 * below(4) : below(256))};
    return {6, static_cast<uint8_t>(below(2) ? 0xC0 + below(0x40) : below(256))};
  }

  // Somebody begins to watch line 12, or stops, while a write waits that leaves the line low.
  void watch() {
    for (int writes = 0; writes < 4; ++writes) {
      for (Bench* bench : both_) bench->writeAt(6, 0, 0x20, now_);
      now_ += 4 * cycle_;
    }
    if (renders_)  // fetches would be told that came before
      for (Bench* bench : both_) bench->runTo(now_);
    const bool watch = slow_.ppu.watching() == Watching::Nothing;
    for (size_t i = 0; i < both_.size(); ++i)
      both_[i]->ppu.watchPins(watch ? Watching::A12 : Watching::Nothing, &counters_[i]);
    fast_.accelerator.watchingChanged();
  }

  Bench slow_;
  FastBench fast_;
  std::array<Bench*, 2> both_{&slow_, &fast_};
  std::array<A12Counter, 2> counters_;
  std::mt19937 random_;
  unsigned cycle_;  // master clocks
  uint64_t frame_;  // likewise
  bool watched_, picture_ = false, renders_ = false;
  bool long_runs_ = false;  // of bytes that are seen in the end
  bool notes_ = false;      // appends to the log by itself while it is open
  bool spaced_ = false;     // the next access begins four cycles after the last one, or later
  int address_bytes_ = 2;   // that come next
  uint64_t now_ = 0;
};

void expectAgreement(bool watched, uint32_t seeds) {
  for (uint32_t seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    constexpr Timing timings[] = {ntsc_timing, pal_timing, dendy_timing};
    Row(timings[seed % 3], static_cast<int>(seed / 3 % 4), seed, watched).run();
    if (testing::Test::HasFailure()) return;
  }
}

TEST(WriteRow, LeavesWhatTheChipAloneLeaves) { expectAgreement(false, 900 / jumpscope::tests::case_step); }
TEST(WriteRow, EndsWhereSomebodyBeginsToWatchLine12) {
  expectAgreement(true, 300 / jumpscope::tests::case_step);
}

}  // namespace
}  // namespace jumpscope::ppu::fast::tests
