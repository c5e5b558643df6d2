// BNROM with RAM at $6000 and no bus conflicts. Source: NESdev "INES Mapper 241".
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class BxromRam final : public LatchBoard {
 public:
  explicit BxromRam(const BoardParts& parts) : LatchBoard(parts, Conflicts::Never) {}

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    mapPrg(0x8000, 0x8000, r.value);
    mapChr(0x0000, 0x2000, 0);
    mirrorAsSoldered();
  }
  unsigned prgBankSize() const override { return 0x8000; }
};

}  // namespace

std::unique_ptr<Board> bxromRam(const BoardParts& parts) { return std::make_unique<BxromRam>(parts); }

}  // namespace jumpscope::mappers
