// Jaleco SS 88006: banks in two nibbles each, and an interrupt counter of 4, 8, 12 or 16 bits. Source: NESdev
// "INES Mapper 018".
// Approximation: the speech chip of some boards is missing.
#include "mappers/board.h"
#include "mappers/count_down.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  CountDown irq;
  uint16_t latch;
  uint8_t control;
  std::array<uint8_t, 3> prg;
  std::array<uint8_t, 8> chr;
  uint8_t ram;
  uint8_t mirroring;
};

uint8_t withNibble(uint8_t byte, bool high, uint8_t value) {
  return static_cast<uint8_t>(high ? (byte & 0x0F) | value << 4 : (byte & 0xF0) | (value & 0x0F));
}

class JalecoSs88006 final : public BoardWith<Registers> {
 public:
  using BoardWith::BoardWith;

  void powerOn() override {
    r.ram = 3;  // boards without protection never write the register
    map();
  }
  void map() override {
    mapPrgRam(0x6000, 0x2000, 0, r.ram & 1, (r.ram & 3) == 3);
    for (unsigned i = 0; i < 3; ++i) mapPrg(0x8000 + i * 0x2000, 0x2000, r.prg[i] & 0x3F);
    mapPrg(0xE000, 0x2000, -1);
    for (unsigned i = 0; i < 8; ++i) mapChr(i * 0x400, 0x400, r.chr[i]);
    switch (r.mirroring & 3) {
      case 0:
        return mirrorHorizontally();
      case 1:
        return mirrorVertically();
      default:
        return mirrorOnePage(r.mirroring & 1);
    }
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address < 0x8000) return;
    const unsigned reg = ((address >> 12) - 8u) * 4 + (address & 3);
    const bool high = reg & 1;
    if (reg < 6) {
      r.prg[reg / 2] = withNibble(r.prg[reg / 2], high, value);
    } else if (reg == 6) {
      r.ram = value;
    } else if (reg >= 8 && reg < 24) {
      uint8_t& bank = r.chr[(reg - 8) / 2];
      bank = withNibble(bank, high, value);
    } else if (reg >= 24) {
      return writeIrq(reg - 24, value);
    }
    map();
  }
  void runTo(uint64_t cycle) override {
    r.irq.runTo(cycle, CountDown::At::Wrap, CountDown::Then::Continue, true, mask());
  }
  bool irq() const override { return r.irq.pending; }
  uint64_t nextIrqChange() const override { return r.irq.nextPending(CountDown::At::Wrap, true, mask()); }
  unsigned prgBankSize() const override { return 0x2000; }

 private:
  uint16_t mask() const {
    if (r.control & 8) return 0x000F;
    if (r.control & 4) return 0x00FF;
    return (r.control & 2) ? 0x0FFF : 0xFFFF;
  }
  void writeIrq(unsigned reg, uint8_t value) {
    switch (reg) {
      case 4:
        r.irq.value = r.latch;
        r.irq.pending = 0;
        break;
      case 5:
        r.control = value;
        r.irq.running = value & 1;
        r.irq.pending = 0;
        break;
      case 6:
        r.mirroring = value;
        map();
        break;
      case 7:
        break;  // speech
      default:
        r.latch = static_cast<uint16_t>((r.latch & ~(0xFu << reg * 4)) | (value & 0xFu) << reg * 4);
        break;
    }
  }
};

}  // namespace

std::unique_ptr<Board> jalecoSs88006(const BoardParts& parts) {
  return std::make_unique<JalecoSs88006>(parts);
}

}  // namespace jumpscope::mappers
