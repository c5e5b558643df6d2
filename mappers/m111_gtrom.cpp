// GTROM: 32 KiB of PRG-ROM and 8 KiB of CHR-RAM switched, and one of two sets of four nametables, by a latch
// at $5000 and $7000. Source: NESdev "GTROM".
// Approximation: PRG-ROM cannot be written.
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class Gtrom final : public LatchBoard {
 public:
  explicit Gtrom(const BoardParts& parts) : LatchBoard(parts, Conflicts::Never, 0) {
    sizeChrRam(0x4000);
    sizeNametableRam(0x2000);
  }

  void map() override {
    unmapPrg(0x6000, 0x2000);
    mapPrg(0x8000, 0x8000, r.value & 0x0F);
    mapChrRam(0x0000, 0x2000, r.value >> 4 & 1);
    for (unsigned i = 0; i < 4; ++i) mapNametableRam(i, (r.value >> 5 & 1) * 4 + i);
  }
  unsigned prgBankSize() const override { return 0x8000; }

 protected:
  bool selects(uint16_t address) const override { return (address & 0xD000) == 0x5000; }
};

}  // namespace

std::unique_ptr<Board> gtrom(const BoardParts& parts) { return std::make_unique<Gtrom>(parts); }

}  // namespace jumpscope::mappers
