// CNROM whose latch enables CHR-ROM instead of switching it. Submappers 4 to 7 name the enabling value of
// bits 0 and 1. Source: NESdev "INES Mapper 185".
// Approximation: without a submapper, the rule by which most programs run decides.
#include "mappers/latch.h"
#include "mappers/open_chr.h"

namespace jumpscope::mappers {
namespace {

class CnromProtected final : public LatchBoard {
 public:
  explicit CnromProtected(const BoardParts& parts) : LatchBoard(parts, Conflicts::Always, 0) {}

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    mapPrg(0x8000, 0x8000, 0);
    mapChr(0x0000, 0x2000, 0);
    if (!enabled()) disconnectChr(pages.ppu);
    mirrorAsSoldered();
  }
  unsigned prgBankSize() const override { return 0x8000; }

 private:
  bool enabled() const {
    const int submapper = cartridge().submapper;
    if (submapper >= 4 && submapper <= 7) return (r.value & 3) == submapper - 4;
    return (r.value & 0x0F) != 0 && r.value != 0x13;
  }
};

}  // namespace

std::unique_ptr<Board> cnromProtected(const BoardParts& parts) {
  return std::make_unique<CnromProtected>(parts);
}

}  // namespace jumpscope::mappers
