// VRC2 and VRC4, which many boards wire to the address lines in different ways. Source: NESdev "VRC2 and
// VRC4".
#pragma once

#include "mappers/board.h"
#include "mappers/vrc_irq.h"

namespace jumpscope::mappers {

struct Vrc4Registers {
  VrcIrq irq;
  std::array<uint16_t, 8> chr;
  std::array<uint8_t, 2> prg;
  uint8_t mirroring;
  uint8_t control;  // bit 1 swaps $8000 and $C000, bit 0 enables RAM
  uint8_t latch;    // of a VRC2 without RAM
  std::array<uint8_t, 3> unused;
};

// Which chip a board has, and which address lines select its registers: any line of a mask will do.
struct Vrc4Wiring {
  enum class Chip { Vrc2, Vrc4, Either };
  Chip chip = Chip::Vrc4;
  unsigned low = 1;             // address lines that reach the chip's A0
  unsigned high = 2;            // and its A1
  bool drops_chr_line = false;  // VRC2a: the lowest CHR line is not connected
};

class Vrc4 : public BoardWith<Vrc4Registers> {
 public:
  Vrc4(const BoardParts& parts, const Vrc4Wiring& wiring);

  void powerOn() override;
  void map() override;
  void write(uint16_t address, uint8_t value, uint64_t cycle) override;
  std::optional<uint8_t> peek(uint16_t address) const override;
  void runTo(uint64_t cycle) override { r.irq.runTo(cycle); }
  bool irq() const override { return r.irq.pending; }
  uint64_t nextIrqChange() const override { return r.irq.nextPending(); }
  unsigned prgBankSize() const override { return 0x2000; }

 private:
  bool isVrc2() const { return wiring_.chip == Vrc4Wiring::Chip::Vrc2; }
  bool hasLatch(uint16_t address) const {
    return isVrc2() && state().prg_ram.empty() && address >= 0x6000 && address < 0x7000;
  }
  void writeControl(unsigned reg, uint8_t value);
  void writeChr(unsigned bank, bool high, uint8_t value);
  void writeIrq(unsigned reg, uint8_t value);
  void mapPrgBanks();
  void mapMirroring();

  Vrc4Wiring wiring_;
};

}  // namespace jumpscope::mappers
