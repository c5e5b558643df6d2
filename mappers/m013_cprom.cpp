// CPROM: 16 KiB of CHR-RAM, of which the half at $1000 is switched. Source: NESdev "CPROM".
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class Cprom final : public LatchBoard {
 public:
  explicit Cprom(const BoardParts& parts) : LatchBoard(parts, Conflicts::Always) { sizeChrRam(0x4000); }

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    mapPrg(0x8000, 0x8000, 0);
    mapChrRam(0x0000, 0x1000, 0);
    mapChrRam(0x1000, 0x1000, r.value & 3);
    mirrorAsSoldered();
  }
  unsigned prgBankSize() const override { return 0x8000; }
};

}  // namespace

std::unique_ptr<Board> cprom(const BoardParts& parts) { return std::make_unique<Cprom>(parts); }

}  // namespace jumpscope::mappers
