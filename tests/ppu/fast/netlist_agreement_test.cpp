// The scripts of the netlist's vectors, run by the chip alone and by the accelerator: the same state at every access, the
// same reads, the same picture.
#include <gtest/gtest.h>

#include "tests/ppu/fast/fast_bench.h"
#include "tests/ppu/netlist_vectors.h"

namespace jumpscope::ppu::fast::tests {

namespace {

// What differs between both, and where; empty: nothing.
std::string difference(const NetlistVector& vector) {
  Bench slow(ntsc_timing, vector.alignment, vector.mirroring);
  FastBench fast(ntsc_timing, vector.alignment, vector.mirroring);
  for (Bench* bench : {&slow, static_cast<Bench*>(&fast)}) arrange(*bench, vector);
  fast.accelerator.memoriesReplaced();
  for (const NetlistAccess& access : vector.script) {
    const uint64_t now = clockOfCycle(access.cycle);
    uint8_t read[2] = {0, 0};
    for (Bench* bench : {&slow, static_cast<Bench*>(&fast)}) {
      bench->runTo(now);
      if (access.write)
        bench->writeAt(access.reg, access.value, access.stale, now);
      else
        read[bench == &fast] = bench->readAt(access.reg, now);
    }
    fast.runTo(now);  // the write may wait
    const std::string at = " at cycle " + std::to_string(access.cycle);
    if (read[0] != read[1]) return "a read" + at;
    if (const std::string field = firstDifference(fast.ppu.s, slow.ppu.s); !field.empty()) return field + at;
  }
  for (Bench* bench : {&slow, static_cast<Bench*>(&fast)}) bench->runTo(endClock(vector));
  if (const std::string field = firstDifference(fast.ppu.s, slow.ppu.s); !field.empty())
    return field + " at the end";
  for (size_t i = 0; i < slow.picture.size(); ++i)
    if (slow.picture[i] != fast.picture[i])
      return "the pixel " + std::to_string(i % picture_width) + ", " + std::to_string(i / picture_width);
  return slow.chr == fast.chr ? "" : "patterns";
}

TEST(NetlistAgreement, HoldsOverTheScriptsOfAllVectors) {
  size_t agreed = 0;
  for (const NetlistVector& vector : netlistVectors()) {
    const std::string found = difference(vector);
    EXPECT_EQ(found, "") << vector.id << ", alignment " << vector.alignment;
    agreed += found.empty();
  }
  std::printf("%zu of %zu agree\n", agreed, netlistVectors().size());
}

}  // namespace

}  // namespace jumpscope::ppu::fast::tests
