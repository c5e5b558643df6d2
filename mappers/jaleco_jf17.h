// Jaleco JF-17, JF-19 and relatives: two latches, each of which takes the bank when its bit of the written
// byte rises. Source: NESdev "INES Mapper 072", "INES Mapper 092".
// Approximation: the speech chip is missing.
#pragma once

#include "mappers/board.h"

namespace jumpscope::mappers {

struct JalecoJf17Registers {
  uint8_t prg;
  uint8_t chr;
  uint8_t written;
};

class JalecoJf17 : public BoardWith<JalecoJf17Registers> {
 public:
  explicit JalecoJf17(const BoardParts& parts) : BoardWith(parts, 0) {}

  void map() override {
    unmapPrg(0x6000, 0x2000);
    mapPrgBanks();
    mapChr(0x0000, 0x2000, r.chr & 0x0F);
    mirrorAsSoldered();
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address < 0x8000) return;
    value = conflicting(address, value);
    const unsigned rose = value & ~r.written;
    if (rose & 0x80) r.prg = value;
    if (rose & 0x40) r.chr = value;
    r.written = value;
    map();
  }

 protected:
  virtual void mapPrgBanks() = 0;
};

}  // namespace jumpscope::mappers
