// Taito's TC0690: a TC0190 with the interrupt counter of an MMC3, whose latch is inverted and whose line
// rises some cycles later. Source: NESdev "INES Mapper 048".
// Approximation: the delay is the four cycles of that page.
#include "mappers/a12_counter.h"
#include "mappers/late_irq.h"
#include "mappers/m033_tc0190.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  A12Counter counter;
  LateIrq line;
  Tc0190Banks banks;
  uint8_t mirroring;
  std::array<uint8_t, 7> unused;
};

constexpr uint64_t delay = 4;

class Tc0690 final : public BoardWith<Registers> {
 public:
  explicit Tc0690(const BoardParts& parts) : BoardWith(parts, 0) {}

  void map() override {
    unmapPrg(0x6000, 0x2000);
    for (unsigned i = 0; i < 2; ++i) {
      mapPrg(0x8000 + i * 0x2000, 0x2000, r.banks.prg[i] & 0x3F);
      mapChr(i * 0x800, 0x800, r.banks.chr[i]);
    }
    mapPrg(0xC000, 0x4000, -1);
    for (unsigned i = 0; i < 4; ++i) mapChr(0x1000 + i * 0x400, 0x400, r.banks.chr[2 + i]);
    if (r.mirroring & 0x40)
      mirrorHorizontally();
    else
      mirrorVertically();
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (writeTc0190(r.banks, address, value)) return map();
    if (address < 0xC000) return;
    if (address < 0xE000) return writeIrq(address & 3, value);
    if ((address & 3) != 0) return;
    r.mirroring = value;
    map();
  }
  void runTo(uint64_t cycle) override { r.line.runTo(cycle); }
  bool irq() const override { return r.line.pending; }
  uint64_t nextIrqChange() const override { return r.line.nextPending(); }
  ppu::Watching watching() const override { return ppu::Watching::A12; }
  unsigned a12RisesToIrq() const override {
    return r.line.pending || r.line.due ? 0 : r.counter.countsToPending(A12Counter::Revision::Sharp);
  }
  void a12Changed(bool high, uint64_t clock) override {
    r.counter.a12Changed(high, clock, cpuClocks(), A12Counter::Revision::Sharp);
    if (!r.counter.pending) return;
    r.counter.pending = 0;
    r.line.raiseAt(clock / cpuClocks() + delay);
  }
  unsigned prgBankSize() const override { return 0x2000; }

 private:
  void writeIrq(unsigned reg, uint8_t value) {
    switch (reg) {
      case 0:
        return r.counter.writeLatch(value ^ 0xFF);
      case 1:
        return r.counter.requestReload();
      case 2:
        return r.counter.enable();
      default:
        r.counter.disable();
        return r.line.acknowledge();
    }
  }
};

}  // namespace

std::unique_ptr<Board> tc0690(const BoardParts& parts) { return std::make_unique<Tc0690>(parts); }

}  // namespace jumpscope::mappers
