// RAMBO-1: an MMC3 with more bank registers, whose counter counts rises of PPU address line 12 or groups of
// four CPU cycles. Source: NESdev "RAMBO-1".
// Approximation: with $C001, a latch of 0 or 1 may count once less on hardware.
#include "mappers/a12_counter.h"
#include "mappers/board.h"
#include "mappers/late_irq.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  A12Counter a12;  // its filter; the counter is below
  LateIrq line;
  uint64_t cycle;                 // every cycle before it has been counted
  std::array<uint8_t, 16> banks;  // R0-R9, R15
  uint16_t counter;
  uint8_t latch;
  uint8_t reload;
  uint8_t enabled;
  uint8_t cycle_mode;
  uint8_t prescaler;  // CPU cycles since the last count, 0-3
  uint8_t select;
  uint8_t mirroring;
  std::array<uint8_t, 7> unused;
};

constexpr uint8_t chr_swap = 0x80, prg_swap = 0x40, all_1k = 0x20;
constexpr uint64_t group = 4;
constexpr uint64_t cycle_delay = 1, a12_delay = 2;  // falls of M2 until the line rises

class Rambo1 final : public BoardWith<Registers> {
 public:
  explicit Rambo1(const BoardParts& parts) : BoardWith(parts, 0) {}

  void powerOn() override {
    r.banks = {0, 2, 4, 5, 6, 7, 0, 1, 1, 3};
    r.a12.enabled = 1;
    map();
  }
  void map() override {
    unmapPrg(0x6000, 0x2000);
    mapPrgBanks();
    mapChrBanks();
    if (r.mirroring & 1)
      mirrorHorizontally();
    else
      mirrorVertically();
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address < 0x8000) return;
    switch (address & 0xE001) {
      case 0x8000:
        r.select = value;
        return map();
      case 0x8001:
        r.banks[r.select & 0x0F] = value;
        return map();
      case 0xA000:
        r.mirroring = value;
        return map();
      case 0xC000:
        r.latch = value;
        return;
      case 0xC001:
        r.cycle_mode = value & 1;
        r.prescaler = 0;
        r.reload = 1;
        return;
      case 0xE000:
        r.enabled = 0;
        return r.line.acknowledge();
      case 0xE001:
        r.enabled = 1;
        return;
      default:
        return;
    }
  }
  void runTo(uint64_t cycle) override {
    if (cycle > r.cycle && (r.cycle_mode & 1)) countCycles(cycle - r.cycle);
    if (cycle > r.cycle) r.cycle = cycle;
    r.line.runTo(cycle);
  }
  bool irq() const override { return r.line.pending; }
  uint64_t nextIrqChange() const override {
    if (r.line.pending || r.line.due != 0) return r.line.nextPending();
    const uint64_t counts = countsToZero();
    if (!(r.cycle_mode & 1) || !r.enabled || counts == 0) return never;
    const uint64_t wait = cyclesOf(counts) + cycle_delay;
    return r.cycle > never - wait ? never : r.cycle + wait;
  }
  ppu::Watching watching() const override { return ppu::Watching::A12; }
  unsigned a12RisesToIrq() const override {
    if ((r.cycle_mode & 1) || !r.enabled || r.line.pending || r.line.due != 0) return 0;
    return static_cast<unsigned>(countsToZero());
  }
  void a12Changed(bool high, uint64_t clock) override {
    r.a12.pending = 0;
    r.a12.counter = r.a12.latch = r.a12.reload = 0;
    r.a12.enabled = 1;
    r.a12.a12Changed(high, clock, cpuClocks(), A12Counter::Revision::Sharp);
    if (!r.a12.pending || (r.cycle_mode & 1)) return;
    r.a12.pending = 0;
    count(1);
    if (r.counter == 0 && r.enabled) r.line.raiseAt(clock / cpuClocks() + a12_delay);
  }
  unsigned prgBankSize() const override { return 0x2000; }

 private:
  void mapPrgBanks() {
    const bool swapped = r.select & prg_swap;
    mapPrg(0x8000, 0x2000, r.banks[swapped ? 15 : 6]);
    mapPrg(0xA000, 0x2000, r.banks[swapped ? 6 : 7]);
    mapPrg(0xC000, 0x2000, r.banks[swapped ? 7 : 15]);
    mapPrg(0xE000, 0x2000, -1);
  }
  void mapChrBanks() {
    const unsigned swap = (r.select & chr_swap) ? 0x1000 : 0;
    for (unsigned i = 0; i < 2; ++i) {
      const int bank = r.banks[i];
      const bool single = r.select & all_1k;
      mapChr(i * 0x800 ^ swap, 0x400, single ? bank : bank & 0xFE);
      mapChr((i * 0x800 + 0x400) ^ swap, 0x400, single ? r.banks[8 + i] : bank | 1);
    }
    for (unsigned i = 0; i < 4; ++i) mapChr((0x1000 + i * 0x400) ^ swap, 0x400, r.banks[2 + i]);
  }

  // A count takes the latch and one more after $C001, the latch at zero, and counts down otherwise.
  unsigned reloadPeriod() const { return r.latch + 1u; }
  void count(uint64_t times) {
    if (times == 0) return;
    if (r.reload) {
      r.counter = static_cast<uint16_t>(r.latch + 1);
      r.reload = 0;
      --times;
    }
    if (times <= r.counter) {
      r.counter = static_cast<uint16_t>(r.counter - times);
      return;
    }
    times = (times - r.counter - 1) % reloadPeriod();
    r.counter = static_cast<uint16_t>(r.latch - times);
  }
  // How many counts it takes until the counter is zero after one.
  uint64_t countsToZero() const {
    if (r.reload) return r.latch + 2u;
    return r.counter != 0 ? r.counter : r.latch + 1u;
  }
  uint64_t cyclesOf(uint64_t counts) const { return counts * group - (r.prescaler & 3); }
  void countCycles(uint64_t cycles) {
    const uint64_t first_zero = cyclesOf(countsToZero());
    if (r.enabled && cycles >= first_zero) r.line.raiseAt(r.cycle + first_zero + cycle_delay);
    const uint64_t total = (r.prescaler & 3) + cycles;
    count(total / group);
    r.prescaler = static_cast<uint8_t>(total % group);
  }
};

}  // namespace

std::unique_ptr<Board> rambo1(const BoardParts& parts) { return std::make_unique<Rambo1>(parts); }

}  // namespace jumpscope::mappers
