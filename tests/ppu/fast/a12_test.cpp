// Address line 12 told ahead of the chip, and its rises foreseen: the accelerator against the chip alone, at any moment.
#include <gtest/gtest.h>

#include <random>

#include "tests/ppu/fast/a12_counter.h"
#include "tests/ppu/fast/fast_bench.h"
#include "tests/ppu/reference_picture.h"
#include "tests/support/sanitized.h"

namespace jumpscope::ppu::fast::tests {
namespace {

class Watched {
 public:
  Watched(const Timing& timing, int alignment, uint32_t seed)
      : slow_(timing, alignment), fast_(timing, alignment), random_(seed) {
    const uint8_t tables = control();
    for (Bench* bench : both_) {
      fillWithNoise(*bench, seed);
      arrangeSprites(bench->ppu.s.oam, seed);
      bench->ppu.drawTo(nullptr);
      bench->write(0, tables);
      bench->write(1, 0x1E);
    }
    fast_.accelerator.memoriesReplaced();
    const int line = below(4) ? static_cast<int>(below(visible_lines)) : timing.pre_render_line - 1;
    const int dot = static_cast<int>(below(4) ? below(dots_per_line) : dots_per_line - 1 - below(6));
    for (size_t i = 0; i < both_.size(); ++i) {
      both_[i]->finish(line, dot);
      both_[i]->ppu.watchPins(Watching::A12, &counters_[i]);
    }
    fast_.accelerator.watchingChanged();
    now_ = slow_.ppu.s.clock;
  }

  void run() {
    for (int steps = 0; steps < 40; ++steps) {
      foresee();
      now_ += below(below(2) ? 40 : 5000) * (below(2) ? 1 : Bench::cpu_clocks);
      slow_.runTo(now_);
      fast_.accelerator.bringOutputsTo(now_);
      ASSERT_EQ(counters_[1], counters_[0]) << place();
      if (now_ <= due_) {
        ASSERT_LT(counters_[0].count, expected_) << place();
      }
      if (below(3) == 0) write();
      if (below(8) == 0) writeData();
    }
    for (Bench* bench : both_) bench->runTo(now_);
    ASSERT_EQ(firstDifference(fast_.ppu.s, slow_.ppu.s), "") << place();
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  std::string place() const {
    return "line " + std::to_string(slow_.ppu.s.scanline) + ", dot " + std::to_string(slow_.ppu.s.dot);
  }
  // The tables, mostly different ones, and the size of sprites.
  uint8_t control() {
    const unsigned tables = below(4) ? 1 + below(2) : below(4);
    return static_cast<uint8_t>(tables << 3 | (below(2) ? 0 : 0x20));
  }
  // Few or many sprites, whose tiles lie at $1000, at $0000, some here and some there, or most at $1000.
  static void arrangeSprites(std::array<uint8_t, 256>& oam, uint32_t seed) {
    std::mt19937 random(seed);
    const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
    const unsigned kind = below(4), shown = 1 + below(64);
    for (size_t i = 0; i < oam.size(); i += 4) {
      uint8_t& tile = oam[i + 1];
      if (below(64) >= shown) oam[i] = static_cast<uint8_t>(0xF0 + below(16));
      if (kind == 0 || (kind == 1 && below(8) != 0)) tile |= 1;
      if (kind == 2) tile &= 0xFE;
    }
  }
  void foresee() {
    const unsigned count = 1 + below(below(2) ? 3 : 60);
    due_ = fast_.accelerator.nextA12Rise(count).at;
    expected_ = counters_[0].count + count;
  }
  void write() {
    if (const uint64_t ahead = now_ % Bench::cpu_clocks) now_ += Bench::cpu_clocks - ahead;
    constexpr int registers[] = {0, 0, 1, 3, 4, 4, 5, 5, 6, 6, 6};
    const int reg = registers[below(std::size(registers))];
    const auto value = static_cast<uint8_t>(reg == 0   ? control()
                                            : reg == 1 ? 0x1E & ~(below(4) ? 0 : 0x18)
                                                       : below(256));
    for (Bench* bench : both_) bench->writeAt(reg, value, value, now_);
    now_ += Bench::cpu_clocks;
    if (reg == 1 && (value & 0x18) == 0 && below(2)) enableAgain();
  }
  // In the same scanline or soon after: sprites are searched from where OAM's address stands, and fetched out of step.
  void enableAgain() {
    now_ += (1 + below(60)) * Bench::cpu_clocks;
    for (Bench* bench : both_) bench->writeAt(1, 0x1E, 0x1E, now_);
    now_ += Bench::cpu_clocks;
    for (unsigned looks = below(12); looks > 0; --looks) foreseeAndLook(below(200));
  }

  // As programs do that move data in vblank: an address, on either side of line 12, and a few bytes, a few cycles apart; but
  // now and then somebody asks in between.
  void writeData() {
    // Often a few bytes before line 12 changes by itself.
    const unsigned any = below(3) ? 0x2000 + below(0x2000) : below(0x4000);
    const auto address = static_cast<uint16_t>(below(2) ? any : (any | 0x0FFF) - below(3));
    std::vector<std::pair<int, uint8_t>> writes = {{6, static_cast<uint8_t>(address >> 8)},
                                                   {6, static_cast<uint8_t>(address)}};
    for (unsigned bytes = below(6); bytes > 0; --bytes)
      writes.emplace_back(7, static_cast<uint8_t>(below(256)));
    if (below(4) == 0) writes.emplace_back(5, static_cast<uint8_t>(below(256)));
    for (const auto& [reg, value] : writes) {
      for (Bench* bench : both_) bench->writeAt(reg, value, value, now_);
      if (below(6) == 0) foreseeAndLook(below(60));
      now_ += (4 + below(below(4) ? 3 : 30)) * Bench::cpu_clocks;
    }
  }
  void foreseeAndLook(unsigned clocks) {
    foresee();
    const uint64_t then = now_ + clocks;
    slow_.runTo(then);
    if (below(2)) {
      fast_.accelerator.bringOutputsTo(then);
      ASSERT_EQ(counters_[1], counters_[0]) << place();
    }
    if (then <= due_) {
      ASSERT_LT(counters_[0].count, expected_) << place();
    }
    now_ = then + Bench::cpu_clocks;
  }

  Bench slow_;
  FastBench fast_;
  std::array<Bench*, 2> both_{&slow_, &fast_};
  std::array<A12Counter, 2> counters_;
  std::mt19937 random_;
  uint64_t now_ = 0;
  uint64_t due_ = 0;       // up to which
  unsigned expected_ = 0;  // the count does not get there
};

TEST(A12, IsToldAheadAndForeseen) {
  constexpr Timing timings[] = {ntsc_timing, pal_timing, dendy_timing};
  for (uint32_t seed = 1; seed <= 1000; seed += jumpscope::tests::case_step) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Watched(timings[seed % 3], static_cast<int>(seed / 3 % 4), seed).run();
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace jumpscope::ppu::fast::tests
