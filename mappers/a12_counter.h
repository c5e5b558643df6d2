// The interrupt counter of the MMC3 and its relatives: it counts rises of PPU address line 12 that follow a low
// of three falls of M2 or more, one or none a scanline. Source: NESdev "MMC3", "IRQ Specifics"; blargg's
// mmc3_test_2.
#pragma once

#include <algorithm>
#include <cstdint>

namespace jumpscope::mappers {

struct A12Counter {
  uint64_t fell;  // the master clock at which the line fell last
  uint8_t latch;  // what the counter is reloaded with
  uint8_t counter;
  uint8_t reload;  // with the next rise
  uint8_t enabled;
  uint8_t pending;  // the interrupt line
  uint8_t high;     // the address line
  uint8_t unused[2];

  // When a counter at zero interrupts: always (Sharp's chips, "rev. B"), or only when it got there by counting or
  // by a write of $C001 (NEC's, "rev. A").
  enum class Revision { Sharp, Nec };

  void a12Changed(bool rises, uint64_t clock, uint64_t cpu_clocks, Revision revision) {
    high = rises;
    if (!rises)
      fell = clock;
    else if (sawFalls(clock - fell, clock, cpu_clocks))
      count(revision);
  }
  // True if M2 fell three times during a low of `low` clocks. Most lows are so long or so short that no division is needed.
  bool sawFalls(uint64_t low, uint64_t clock, uint64_t cpu_clocks) const {
    constexpr uint64_t least = 3;
    if (low >= least * cpu_clocks) return true;
    return low > (least - 1) * cpu_clocks && clock / cpu_clocks - fell / cpu_clocks >= least;
  }
  void count(Revision revision) {
    const bool counts = counter != 0, reloads = reload != 0;
    if (!counts || reloads)
      counter = latch;
    else
      --counter;
    reload = 0;
    if (counter == 0 && enabled && (revision == Revision::Sharp || counts || reloads)) pending = 1;
  }
  // Equivalent to `lines` pairs of a12Changed(true, ..) after a long low and a12Changed(false, ..).
  void countLines(unsigned lines, uint64_t last_fall, Revision revision) {
    while (lines > 0) {
      if (counter == 0 || reload) {
        count(revision);
        --lines;
        continue;
      }
      const unsigned counts = std::min<unsigned>(lines, counter);
      counter = static_cast<uint8_t>(counter - counts);
      lines -= counts;
      if (counter == 0 && enabled) pending = 1;
      if (counter == 0 && latch == 0) break;
    }
    if (lines > 0) count(revision);
    high = 0;
    fell = last_fall;
  }
  // How many counts it takes until `pending` rises; 0: none will make it.
  unsigned countsToPending(Revision revision) const {
    if (!enabled || pending) return 0;
    if (!reload && counter != 0) return counter;
    if (latch != 0) return 1u + latch;
    if (revision == Revision::Sharp || reload || counter != 0) return 1;
    return 0;
  }

  void writeLatch(uint8_t value) { latch = value; }
  void requestReload() {
    counter = 0;
    reload = 1;
  }
  void disable() { enabled = pending = 0; }
  void enable() { enabled = 1; }
};

}  // namespace jumpscope::mappers
