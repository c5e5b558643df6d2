// VRC6: PRG and CHR banks, nametables from CIRAM or CHR-ROM, interrupts. Source: NESdev "VRC6".
#pragma once

#include "mappers/board.h"
#include "mappers/vrc6_sound.h"
#include "mappers/vrc_irq.h"

namespace jumpscope::mappers {

struct Vrc6Registers {
  VrcIrq irq;
  Vrc6Sound sound;
  std::array<uint8_t, 8> chr;
  uint8_t prg16;
  uint8_t prg8;
  uint8_t control;  // $B003
  std::array<uint8_t, 5> unused;
};

class Vrc6 : public BoardWith<Vrc6Registers> {
 public:
  // `swapped`: address lines 0 and 1 are exchanged, as on mapper 26.
  Vrc6(const BoardParts& parts, bool swapped) : BoardWith(parts), swapped_(swapped) {}

  void map() override;
  void write(uint16_t address, uint8_t value, uint64_t cycle) override;
  void runTo(uint64_t cycle) override {
    r.irq.runTo(cycle);
    r.sound.runTo(cycle, listener_);
  }
  bool listen(SoundListener* listener) override {
    listener_ = listener;
    if (listener_) r.sound.tell(listener_);
    return true;
  }
  bool irq() const override { return r.irq.pending; }
  uint64_t nextIrqChange() const override { return r.irq.nextPending(); }
  unsigned prgBankSize() const override { return 0x2000; }

 private:
  void mapPrgBanks();
  void mapChrBanks();
  void mapNametables();
  int nametableBank(unsigned index) const;

  void writeSound(unsigned channel, unsigned reg, uint8_t value);

  bool swapped_;
  SoundListener* listener_ = nullptr;
};

}  // namespace jumpscope::mappers
