// An APU as a console uses it, told the time and looked at now and then, beside one that ticks along.
#pragma once

#include <algorithm>

#include "apu/band_limited.h"
#include "tests/apu/fast/support.h"

namespace jumpscope::apu {

struct Pair {
  FastApu fast;
  fast::CatchUp& lazy = fast.unit;
  Apu ticking;
  BandLimited lazy_output;
  BandLimited ticking_output;
  State kept;  // to go back to
  uint64_t now = 0;
  uint16_t fetched_from = 0;

  Pair(const Rates& rates, int sample_rate)
      : fast(rates),
        ticking(rates),
        lazy_output(rates.cpu_clock, sample_rate),
        ticking_output(rates.cpu_clock, sample_rate),
        kept(ticking.s) {
    fast.chip.attach(&lazy_output);
    ticking.attach(&ticking_output);
  }

  // To the next moment at which the console must look, `limit` at the latest.
  void advance(uint64_t limit) {
    const uint64_t until = std::min(limit, std::max(now + 1, lazy.nextEvent()));
    while (now < until) {
      ASSERT_EQ(fast.chip.irqAsserted(), ticking.irqAsserted()) << "cycle " << now << " of " << until;
      ASSERT_EQ(fast.chip.dmaRequested(), ticking.dmaRequested()) << "cycle " << now << " of " << until;
      ticking.runTo(++now);
    }
    lazy.advanceTo(now);
    ASSERT_EQ(fast.chip.irqAsserted(), ticking.irqAsserted()) << "cycle " << now;
    ASSERT_EQ(fast.chip.dmaRequested(), ticking.dmaRequested()) << "cycle " << now;
    ASSERT_EQ(lazy.putCycle(), ticking.putCycle()) << "cycle " << now;
  }
  // The next byte of a sample, if that is what comes next, no later than `limit`; the CPU first reads `late` cycles after
  // the request. Whether it was fetched.
  bool fetch(uint64_t limit, uint32_t late, uint8_t byte) {
    lazy.nextEvent();
    const uint64_t halted = lazy.fetchDue() + late;
    if (halted == late || halted > limit) return false;
    const uint64_t get = halted + (isPutCycle(ticking.s, halted) ? 3 : 2);
    if (lazy.nextOther() <= get + 1) return false;
    fetched_from = lazy.fetchAddress();
    lazy.fetch(get, byte);
    for (; now <= get; ticking.runTo(++now)) {
      if (now < halted || !ticking.dmaRequested()) continue;
      if (ticking.dmaAddress() != fetched_from) ADD_FAILURE() << "cycle " << now;
      serveDma(ticking, byte);
    }
    if (ticking.dmaRequested()) ADD_FAILURE() << "no fetch up to cycle " << now;
    return true;
  }
  // Precondition: no write of this cycle was unseen.
  void compare() {
    lazy.flush();
    ASSERT_EQ(firstDifference(ticking.s, fast.chip.s), "") << "cycle " << now;
  }
  void compareSamples() {
    lazy.flush();
    ASSERT_EQ(lazy_output.take(now), ticking_output.take(now)) << "up to cycle " << now;
  }
  void goBack() {
    lazy.restore(kept);
    ticking.restore(kept);
    now = kept.cycle;
  }
};

}  // namespace jumpscope::apu
