// The dots after which the accelerator takes what was written to have arrived, against the chip.
#include "ppu/fast/arrivals.h"

#include <gtest/gtest.h>

#include <functional>

#include "tests/ppu/bench.h"

namespace jumpscope::ppu::fast::tests {
namespace {

using ppu::tests::Bench;

bool hasArrived(const Ppu& chip) {
  return !chip.writesAreUnderWay() && !chip.s.port.active && chip.s.color_delay == 0;
}

// An access while nothing is rendered.
struct Idle {
  Bench bench;
  uint64_t next;  // master clock of the first half of the next dot
  uint64_t ends;  // and of the access

  Idle(const Timing& timing, int alignment, uint64_t offset, int reg, bool reads) : bench(timing, alignment) {
    Ppu& chip = bench.ppu;
    bench.finish(100, 50);
    bench.writeAt(6, 0x21, 0x21, chip.s.clock);  // the next write to $2006 is a second one
    bench.finish(100, 80);
    const uint64_t began = chip.s.clock + offset;
    if (reads)
      chip.beginRead(reg, (bench.runTo(began), began));
    else
      bench.writeAt(reg, 0x41, 0x00, began);
    next = chip.s.clock + (chip.s.second_half ? chip.secondHalfClocks() : 0);
    ends = began + end_clocks;
  }
  uint64_t dotsToEnd() const { return ends > next ? bench.ppu.timing().dotsBegunIn(ends - next) : 0; }
  bool hasArrivedAfter(uint64_t dots) {
    bench.runTo(next + dots * bench.ppu.timing().dot_clocks);
    return hasArrived(bench.ppu);
  }
};

void forEachCase(const std::function<void(const Timing&, int, uint64_t)>& check) {
  for (const Timing& timing : {ntsc_timing, pal_timing, dendy_timing})
    for (int alignment = 0; alignment < 4; ++alignment)
      for (uint64_t offset = 0; offset < 2u * timing.dot_clocks; ++offset) check(timing, alignment, offset);
}

TEST(Arrivals, AreThereAfterSoManyDotsAndHardlyBefore) {
  for (int reg = 0; reg < 8; ++reg) {
    const int dots = dots_to_arrive[static_cast<size_t>(reg)];
    bool needed = false;
    forEachCase([&](const Timing& timing, int alignment, uint64_t offset) {
      Idle idle(timing, alignment, offset, reg, false);
      const uint64_t all = idle.dotsToEnd() + static_cast<unsigned>(dots);
      needed |= !idle.hasArrivedAfter(all - 1);
      EXPECT_TRUE(idle.hasArrivedAfter(all))
          << "$200" << reg << ", alignment " << alignment << ", " << offset;
    });
    const bool has_one_to_spare = reg == 6;
    EXPECT_TRUE(needed || dots == 1 || has_one_to_spare) << "$200" << reg;
  }
}

TEST(Arrivals, HaveAllSettledInTime) {
  for (const int reg : {0, 1, 5, 6, 7}) {
    forEachCase([&](const Timing& timing, int alignment, uint64_t offset) {
      Idle idle(timing, alignment, offset, reg, false);
      idle.bench.runTo(idle.ends + static_cast<unsigned>(dots_to_settle) * timing.dot_clocks);
      EXPECT_TRUE(hasArrived(idle.bench.ppu))
          << "$200" << reg << ", alignment " << alignment << ", " << offset;
    });
  }
}

TEST(Arrivals, HaveVTakeTAfterASecondWriteOfTheAddress) {
  forEachCase([&](const Timing& timing, int alignment, uint64_t offset) {
    Idle idle(timing, alignment, offset, 6, false);
    const uint64_t dot_end = idle.next + idle.dotsToEnd() * timing.dot_clocks;
    idle.bench.runTo(dot_end + static_cast<unsigned>(dots_to_copy) * timing.dot_clocks);
    EXPECT_EQ(idle.bench.ppu.s.v, 0x2141u) << "alignment " << alignment << ", " << offset;
    Idle again(timing, alignment, offset, 6, false);
    const uint64_t began = again.ends - end_clocks,
                   dot = again.next - (again.next > began ? timing.dot_clocks : 0);
    again.bench.runTo(dot + static_cast<unsigned>(dots_of_address_write) * timing.dot_clocks);
    EXPECT_EQ(again.bench.ppu.s.v, 0x2141u) << "alignment " << alignment << ", " << offset;
  });
}

TEST(Arrivals, StepTheAddressWithTheSameDot) {
  forEachCase([&](const Timing& timing, int alignment, uint64_t offset) {
    Idle idle(timing, alignment, offset, 7, false);
    const Scroll before = idle.bench.ppu.s.v;
    // The second half of a dot after the end takes the request.
    const uint64_t noticed = idle.ends + 1 - idle.bench.ppu.firstHalfClocks();
    const uint64_t taken = noticed > idle.next ? timing.dotsBegunIn(noticed - idle.next) : 0;
    EXPECT_EQ((idle.hasArrivedAfter(taken + static_cast<unsigned>(dots_to_step)), idle.bench.ppu.s.v),
              before);
    EXPECT_NE((idle.hasArrivedAfter(taken + static_cast<unsigned>(dots_to_step) + 1), idle.bench.ppu.s.v),
              before)
        << "alignment " << alignment << ", " << offset;
  });
}

}  // namespace
}  // namespace jumpscope::ppu::fast::tests
