// UN1ROM: UxROM with the bank in bits 2-4. Source: NESdev "INES Mapper 094".
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class Un1rom final : public LatchBoard {
 public:
  explicit Un1rom(const BoardParts& parts) : LatchBoard(parts, Conflicts::Always) {}

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    mapPrg(0x8000, 0x4000, r.value >> 2 & 7);
    mapPrg(0xC000, 0x4000, -1);
    mapChr(0x0000, 0x2000, 0);
    mirrorAsSoldered();
  }
};

}  // namespace

std::unique_ptr<Board> un1rom(const BoardParts& parts) { return std::make_unique<Un1rom>(parts); }

}  // namespace jumpscope::mappers
