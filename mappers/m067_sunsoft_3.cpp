// Sunsoft-3: 16 KiB of PRG-ROM and four 2 KiB banks of CHR-ROM switched, a 16-bit interrupt counter that
// stops when it wraps. Source: NESdev "INES Mapper 067".
#include "mappers/board.h"
#include "mappers/count_down.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  CountDown irq;
  std::array<uint8_t, 4> chr;
  uint8_t prg;
  uint8_t mirroring;
  uint8_t low_next;  // of the counter's two bytes, the low one is written next
  uint8_t unused;
};

class Sunsoft3 final : public BoardWith<Registers> {
 public:
  explicit Sunsoft3(const BoardParts& parts) : BoardWith(parts, 0) {}

  void map() override {
    unmapPrg(0x6000, 0x2000);
    mapPrg(0x8000, 0x4000, r.prg & 0x0F);
    mapPrg(0xC000, 0x4000, -1);
    for (unsigned i = 0; i < 4; ++i) mapChr(i * 0x800, 0x800, r.chr[i] & 0x3F);
    switch (r.mirroring & 3) {
      case 0:
        return mirrorVertically();
      case 1:
        return mirrorHorizontally();
      default:
        return mirrorOnePage(r.mirroring & 1);
    }
  }
  // Each register lies where address line 11 is high, in 4 KiB; where it is low, the interrupt is
  // acknowledged.
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address < 0x8000) return;
    if (!(address & 0x0800)) {
      r.irq.pending = 0;
      return;
    }
    switch (address >> 12) {
      case 0xC:
        return writeCounter(value);
      case 0xD:
        r.irq.running = value >> 4 & 1;
        r.low_next = 0;
        return;
      case 0xE:
        r.mirroring = value;
        return map();
      case 0xF:
        r.prg = value;
        return map();
      default:
        r.chr[(address >> 12) - 8u] = value;
        return map();
    }
  }
  void runTo(uint64_t cycle) override { r.irq.runTo(cycle, CountDown::At::Wrap, CountDown::Then::Stop); }
  bool irq() const override { return r.irq.pending; }
  uint64_t nextIrqChange() const override { return r.irq.nextPending(CountDown::At::Wrap); }

 private:
  void writeCounter(uint8_t value) {
    if (r.low_next & 1)
      r.irq.value = static_cast<uint16_t>((r.irq.value & 0xFF00) | value);
    else
      r.irq.value = static_cast<uint16_t>((r.irq.value & 0x00FF) | value << 8);
    r.low_next ^= 1;
  }
};

}  // namespace

std::unique_ptr<Board> sunsoft3(const BoardParts& parts) { return std::make_unique<Sunsoft3>(parts); }

}  // namespace jumpscope::mappers
