// Irem H3001: three PRG banks, eight CHR banks, a 16-bit interrupt counter. Source: NESdev "INES Mapper 065".
#include "mappers/board.h"
#include "mappers/count_down.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  CountDown irq;
  uint16_t latch;
  std::array<uint8_t, 3> prg;
  std::array<uint8_t, 8> chr;
  uint8_t mirroring;
  std::array<uint8_t, 2> unused;
};

class IremH3001 final : public BoardWith<Registers> {
 public:
  explicit IremH3001(const BoardParts& parts) : BoardWith(parts, 0) {}

  void powerOn() override {
    r.prg = {0x00, 0x01, 0xFE};
    map();
  }
  void map() override {
    unmapPrg(0x6000, 0x2000);
    for (unsigned i = 0; i < 3; ++i) mapPrg(0x8000 + i * 0x2000, 0x2000, r.prg[i]);
    mapPrg(0xE000, 0x2000, -1);
    for (unsigned i = 0; i < 8; ++i) mapChr(i * 0x400, 0x400, r.chr[i]);
    switch (r.mirroring >> 6) {
      case 0:
        return mirrorVertically();
      case 2:
        return mirrorHorizontally();
      default:
        return mirrorOnePage(0);
    }
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    switch (address & 0xF000) {
      case 0x8000:
      case 0xA000:
      case 0xC000:
        r.prg[(address >> 13) - 4u] = value;
        return map();
      case 0xB000:
        r.chr[address & 7] = value;
        return map();
      case 0x9000:
        return writeControl(address & 7, value);
      default:
        return;
    }
  }
  void runTo(uint64_t cycle) override { r.irq.runTo(cycle, CountDown::At::Zero, CountDown::Then::Stop); }
  bool irq() const override { return r.irq.pending; }
  uint64_t nextIrqChange() const override { return r.irq.nextPending(CountDown::At::Zero); }
  unsigned prgBankSize() const override { return 0x2000; }

 private:
  void writeControl(unsigned reg, uint8_t value) {
    switch (reg) {
      case 1:
        r.mirroring = value;
        return map();
      case 3:
        r.irq.running = value >> 7;
        r.irq.pending = 0;
        return;
      case 4:
        r.irq.value = r.latch;
        r.irq.pending = 0;
        return;
      case 5:
        r.latch = static_cast<uint16_t>((r.latch & 0x00FF) | value << 8);
        return;
      case 6:
        r.latch = static_cast<uint16_t>((r.latch & 0xFF00) | value);
        return;
      default:
        return;
    }
  }
};

}  // namespace

std::unique_ptr<Board> iremH3001(const BoardParts& parts) { return std::make_unique<IremH3001>(parts); }

}  // namespace jumpscope::mappers
