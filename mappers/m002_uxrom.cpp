// UxROM: 16 KiB at $8000 switched, the last 16 KiB fixed. Source: NESdev "UxROM".
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class Uxrom final : public LatchBoard {
 public:
  using LatchBoard::LatchBoard;

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    mapLatched();
    mapPrg(0xC000, 0x4000, -1);
    mapChr(0x0000, 0x2000, 0);
    mirrorAsSoldered();
  }

 protected:
  void mapLatched() override { mapPrg(0x8000, 0x4000, r.value); }
};

}  // namespace

std::unique_ptr<Board> uxrom(const BoardParts& parts) { return std::make_unique<Uxrom>(parts); }

}  // namespace jumpscope::mappers
