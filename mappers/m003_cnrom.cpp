// CNROM: 8 KiB of CHR-ROM switched. Source: NESdev "CNROM".
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class Cnrom final : public LatchBoard {
 public:
  using LatchBoard::LatchBoard;

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    mapPrg(0x8000, 0x8000, 0);
    mapChr(0x0000, 0x2000, r.value);
    mirrorAsSoldered();
  }
  unsigned prgBankSize() const override { return 0x8000; }
};

}  // namespace

std::unique_ptr<Board> cnrom(const BoardParts& parts) { return std::make_unique<Cnrom>(parts); }

}  // namespace jumpscope::mappers
