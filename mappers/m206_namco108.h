// The Namco 108 and its relatives: the registers of an MMC3 without interrupts, modes and mirroring. Source:
// NESdev "DxROM".
#pragma once

#include "mappers/board.h"

namespace jumpscope::mappers {

struct Namco108Registers {
  uint8_t select;
  std::array<uint8_t, 8> banks;
};

class Namco108 : public BoardWith<Namco108Registers> {
 public:
  explicit Namco108(const BoardParts& parts) : BoardWith(parts, 0) {}

  void powerOn() override {
    r.banks = {0, 2, 4, 5, 6, 7, 0, 1};
    map();
  }
  void map() override {
    unmapPrg(0x6000, 0x2000);
    mapPrgBanks();
    mapChrBanks();
    mapMirroring();
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address < 0x8000 || address >= 0xA000) return;
    if (address & 1)
      r.banks[r.select & 7] = value;
    else
      r.select = value;
    map();
  }
  unsigned prgBankSize() const override { return 0x2000; }

 protected:
  virtual void mapPrgBanks() {
    mapPrg(0x8000, 0x2000, r.banks[6] & 0x0F);
    mapPrg(0xA000, 0x2000, r.banks[7] & 0x0F);
    mapPrg(0xC000, 0x4000, -1);
  }
  virtual void mapChrBanks() { mapChrBanks(0, 0); }
  virtual void mapMirroring() { mirrorAsSoldered(); }

  // `low` and `high` are set in the banks at $0000 and $1000.
  void mapChrBanks(int low, int high) {
    for (unsigned i = 0; i < 2; ++i) mapChr(i * 0x800, 0x800, ((r.banks[i] & 0x3F) | low) >> 1);
    for (unsigned i = 0; i < 4; ++i) mapChr(0x1000 + i * 0x400, 0x400, (r.banks[2 + i] & 0x3F) | high);
  }
};

}  // namespace jumpscope::mappers
