// UNROM with the first 16 KiB fixed at $8000 and 16 KiB at $C000 switched. Source: NESdev "INES Mapper 180".
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class UnromFirstFixed final : public LatchBoard {
 public:
  explicit UnromFirstFixed(const BoardParts& parts) : LatchBoard(parts, Conflicts::Always) {}

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    mapPrg(0x8000, 0x4000, 0);
    mapPrg(0xC000, 0x4000, r.value);
    mapChr(0x0000, 0x2000, 0);
    mirrorAsSoldered();
  }
};

}  // namespace

std::unique_ptr<Board> unromFirstFixed(const BoardParts& parts) {
  return std::make_unique<UnromFirstFixed>(parts);
}

}  // namespace jumpscope::mappers
