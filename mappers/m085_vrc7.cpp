// VRC7: address line 3 (submapper 1, VRC7b) or 4 (2, VRC7a) chooses between two registers; either one does
// where the header does not say. Source: NESdev "VRC7".
#include "mappers/board.h"
#include "mappers/vrc_irq.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  VrcIrq irq;
  std::array<uint8_t, 8> chr;
  std::array<uint8_t, 3> prg;
  uint8_t control;  // mirroring, silence, RAM
  std::array<uint8_t, 4> unused;
};

class Vrc7 final : public BoardWith<Registers> {
 public:
  using BoardWith::BoardWith;

  void map() override {
    const bool ram = r.control & 0x80;
    mapPrgRam(0x6000, 0x2000, 0, ram, ram);
    for (unsigned i = 0; i < 3; ++i) mapPrg(0x8000 + i * 0x2000, 0x2000, r.prg[i] & 0x3F);
    mapPrg(0xE000, 0x2000, -1);
    for (unsigned i = 0; i < 8; ++i) mapChr(i * 0x400, 0x400, r.chr[i]);
    switch (r.control & 3) {
      case 0:
        return mirrorVertically();
      case 1:
        return mirrorHorizontally();
      default:
        return mirrorOnePage(r.control & 1);
    }
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address < 0x8000) return;
    const unsigned reg = ((address >> 12) - 8u) * 2 | ((address & secondRegister()) ? 1u : 0u);
    switch (reg) {
      case 0:
      case 1:
      case 2:
        r.prg[reg] = value;
        return map();
      case 3:
        return;  // sound
      case 12:
        r.control = value;
        return map();
      case 13:
        r.irq.latch = value;
        return;
      case 14:
        return r.irq.writeControl(value);
      case 15:
        return r.irq.acknowledge();
      default:
        r.chr[reg - 4] = value;
        return map();
    }
  }
  void runTo(uint64_t cycle) override { r.irq.runTo(cycle); }
  bool irq() const override { return r.irq.pending; }
  uint64_t nextIrqChange() const override { return r.irq.nextPending(); }
  unsigned prgBankSize() const override { return 0x2000; }

 private:
  unsigned secondRegister() const {
    switch (cartridge().submapper) {
      case 1:
        return 0x08;
      case 2:
        return 0x10;
      default:
        return 0x18;
    }
  }
};

}  // namespace

std::unique_ptr<Board> vrc7(const BoardParts& parts) { return std::make_unique<Vrc7>(parts); }

}  // namespace jumpscope::mappers
