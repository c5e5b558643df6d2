// VRC3: 16 KiB at $8000 switched, and a 16-bit interrupt counter that counts up. Source: NESdev "VRC3".
#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  uint64_t cycle;  // every cycle before it has been counted
  uint16_t latch;
  uint16_t counter;
  uint8_t control;
  uint8_t pending;
  uint8_t prg;
  uint8_t unused;
};

constexpr uint8_t enable_after_acknowledge = 1, enabled = 2, low_byte_only = 4;

class Vrc3 final : public BoardWith<Registers> {
 public:
  using BoardWith::BoardWith;

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    mapPrg(0x8000, 0x4000, r.prg & 7);
    mapPrg(0xC000, 0x4000, -1);
    mapChr(0x0000, 0x2000, 0);
    mirrorAsSoldered();
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address < 0x8000) return;
    switch (address >> 12) {
      case 0x8:
      case 0x9:
      case 0xA:
      case 0xB: {
        const unsigned shift = (address >> 12 & 3) * 4;
        r.latch = static_cast<uint16_t>((r.latch & ~(0xFu << shift)) | (value & 0xFu) << shift);
        break;
      }
      case 0xC:
        r.control = value;
        r.pending = 0;
        if (value & enabled) r.counter = r.latch;
        break;
      case 0xD:
        r.pending = 0;
        r.control = static_cast<uint8_t>((r.control & ~enabled) |
                                         ((r.control & enable_after_acknowledge) ? enabled : 0));
        break;
      case 0xF:
        r.prg = value;
        map();
        break;
      default:
        break;
    }
  }
  void runTo(uint64_t cycle) override {
    if (cycle <= r.cycle) return;
    const uint64_t elapsed = cycle - r.cycle;
    r.cycle = cycle;
    if (!(r.control & enabled)) return;
    const uint64_t to_overflow = cyclesToOverflow();
    uint64_t value = (r.counter & mask()) + elapsed;
    if (elapsed >= to_overflow) {
      r.pending = 1;
      const uint64_t start = r.latch & mask();
      value = start + (elapsed - to_overflow) % (mask() + 1 - start);
    }
    r.counter = static_cast<uint16_t>((r.counter & ~mask()) | value);
  }
  bool irq() const override { return r.pending; }
  uint64_t nextIrqChange() const override {
    if (!(r.control & enabled) || r.pending) return never;
    return r.cycle > never - cyclesToOverflow() ? never : r.cycle + cyclesToOverflow();
  }

 private:
  uint64_t mask() const { return (r.control & low_byte_only) ? 0xFF : 0xFFFF; }
  uint64_t cyclesToOverflow() const { return mask() + 1 - (r.counter & mask()); }
};

}  // namespace

std::unique_ptr<Board> vrc3(const BoardParts& parts) { return std::make_unique<Vrc3>(parts); }

}  // namespace jumpscope::mappers
