// A CPU without a program: accesses to registers at any times, of a chip alone and of an accelerated one.
#pragma once

#include <random>
#include <string>

#include "tests/ppu/fast/fast_bench.h"
#include "tests/ppu/reference_picture.h"

namespace jumpscope::ppu::fast::tests {

class Driver {
 public:
  // `close` of 100 accesses follow within a few cycles, the others some scanlines or frames later.
  Driver(uint32_t seed, const Timing& timing, int alignment, int close)
      : random_(seed), close_(close), slow(timing, alignment), fast(timing, alignment) {
    for (Bench* bench : both()) fillWithNoise(*bench, seed);
    arrangeSprites();
  }

  // Runs on and accesses a register, or some. Returns what differs.
  std::string step() {
    static constexpr uint64_t far[] = {20, 200, 3000, 9000, 40000};
    const uint64_t cycles = below(100) < close_ ? below(8) : 1 + random_() % far[below(5)];
    now_ += cycles * Bench::cpu_clocks;
    switch (below(8)) {
      case 0:
        return look();
      case 1:
        return accessAsProgramsDo();
      default:
        return access(below(8));
    }
  }

  // The last write may wait in the accelerator.
  void settle() { fast.runTo(last_); }
  uint64_t frame() const { return slow.ppu.s.frame; }
  int below(int limit) { return static_cast<int>(random_() % static_cast<uint32_t>(limit)); }

 private:
  std::mt19937 random_;
  int close_;
  uint64_t now_ = 0;
  uint64_t last_ = 0;  // when a register was accessed last

 public:
  Bench slow;
  FastBench fast;
  int accesses = 0;
  std::array<Bench*, 2> both() { return {&slow, &fast}; }

 private:
  std::string compare() const { return firstDifference(fast.ppu.s, slow.ppu.s); }

  // Any moment, also such as no CPU stops at.
  std::string look() {
    const uint64_t at = now_ + static_cast<uint64_t>(below(Bench::cpu_clocks));
    for (Bench* bench : both()) bench->runTo(at);
    now_ += Bench::cpu_clocks;
    const std::string difference = compare();
    return difference.empty() ? "" : difference + " between accesses";
  }

  std::string access(int reg) {
    const bool reads = reg == 2 || ((reg == 4 || reg == 7) && below(2));
    return access(reg, valueFor(reg), reads);
  }

  std::string access(int reg, uint8_t value, bool reads) {
    const uint8_t stale = static_cast<uint8_t>(below(256));
    const bool whole_page = reg == 4 && !reads && below(3) == 0;
    // An access brings the chip up to date by itself.
    const bool looks_before = below(2);
    if (looks_before) {
      for (Bench* bench : both()) bench->runTo(now_);
      if (const std::string difference = compare(); !difference.empty())
        return difference + " before the access";
    }
    std::array<uint8_t, 2> values{};
    last_ = now_;
    for (Bench* bench : both()) {
      if (reads)
        values[bench == &fast] = bench->readAt(reg, now_);
      else
        bench->writeAt(reg, value, stale, now_);
      for (int i = 1; whole_page && i < 256; ++i)
        bench->writeAt(4, static_cast<uint8_t>(value + i * stale), stale,
                       now_ + static_cast<uint64_t>(i) * 2 * Bench::cpu_clocks);
    }
    if (whole_page) last_ += 255 * 2 * Bench::cpu_clocks;
    now_ += (whole_page ? 512 : 1) * Bench::cpu_clocks;
    ++accesses;
    if (values[0] != values[1]) return "what register " + std::to_string(reg) + " reads";
    if (!looks_before) return "";
    settle();
    return compare();
  }

  // What programs write in sequence: an address and data, a split, a whole OAM page at once.
  std::string accessAsProgramsDo() {
    struct Access {
      int reg;
      uint8_t value;
      bool reads;
    };
    std::vector<Access> accesses;
    const uint16_t address = static_cast<uint16_t>(below(0x4000));
    const auto any = [&] { return static_cast<uint8_t>(below(256)); };
    switch (below(4)) {
      case 0: {  // a burst of data
        accesses = {{2, 0, true},
                    {6, static_cast<uint8_t>(address >> 8), false},
                    {6, static_cast<uint8_t>(address), false}};
        const bool reads = below(4) == 0;
        for (int i = below(32); i >= 0; --i) accesses.push_back({7, any(), reads});
        break;
      }
      case 1:  // a split
        accesses = {{2, 0, true}, {5, any(), false}, {5, any(), false}, {0, any(), false}};
        break;
      case 2:  // a split within a line
        accesses = {{6, any(), false}, {5, any(), false}, {5, any(), false}, {6, any(), false}};
        break;
      case 3:  // rendering goes off or on
        accesses = {{1, static_cast<uint8_t>(below(2) ? any() | 0x18 : any() & 0xE7), false}, {3, 0, false}};
        break;
    }
    const int pause = 3 + below(5);
    for (const Access& one : accesses) {
      if (const std::string difference = access(one.reg, one.value, one.reads); !difference.empty())
        return difference;
      now_ += static_cast<uint64_t>(pause) * Bench::cpu_clocks;
    }
    return below(4) == 0 ? loadPage() : "";
  }

  // 256 writes of $2004 in one step, where that is possible.
  std::string loadPage() {
    std::array<uint8_t, 256> page;
    for (uint8_t& byte : page) byte = static_cast<uint8_t>(below(3) ? 0xF0 : below(256));
    for (Bench* bench : both()) bench->runTo(now_);
    const uint64_t last = now_ + 255 * 2 * Bench::cpu_clocks;
    if (!fast.accelerator.idleUntil(last + 2 * Bench::cpu_clocks)) return "";
    for (uint64_t i = 0; i < 256; ++i) slow.writeAt(4, page[i], page[i], now_ + i * 2 * Bench::cpu_clocks);
    fast.accelerator.loadOam(page.data(), last);
    now_ = last + Bench::cpu_clocks;
    for (Bench* bench : both()) bench->runTo(now_);
    const std::string difference = compare();
    return difference.empty() ? "" : difference + " after a page of OAM";
  }

  uint8_t valueFor(int reg) {
    const uint8_t value = static_cast<uint8_t>(below(256));
    if (reg == 1 && below(3)) return value | 0x18;
    if (reg == 3 && below(4)) return 0;
    return value;
  }

  // Few sprites, or many on the same scanlines, or none.
  void arrangeSprites() {
    const int top = below(230), height = 1 + below(below(2) ? 12 : 240);
    for (size_t at = 0; at < 256; at += 4) slow.ppu.s.oam[at] = static_cast<uint8_t>(top + below(height));
    if (below(3) == 0)
      for (size_t at = 4; at < 256; at += 4) slow.ppu.s.oam[at] = 0xF0;
    fast.ppu.s.oam = slow.ppu.s.oam;
    fast.accelerator.memoriesReplaced();
  }
};

}  // namespace jumpscope::ppu::fast::tests
