// GxROM: 32 KiB of PRG-ROM and 8 KiB of CHR-ROM switched. Source: NESdev "GxROM".
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class Gxrom final : public LatchBoard {
 public:
  explicit Gxrom(const BoardParts& parts) : LatchBoard(parts, Conflicts::Always) {}

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    mapPrg(0x8000, 0x8000, r.value >> 4 & 3);
    mapChr(0x0000, 0x2000, r.value & 3);
    mirrorAsSoldered();
  }
  unsigned prgBankSize() const override { return 0x8000; }
};

}  // namespace

std::unique_ptr<Board> gxrom(const BoardParts& parts) { return std::make_unique<Gxrom>(parts); }

}  // namespace jumpscope::mappers
