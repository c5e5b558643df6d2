// NINA-03 and NINA-06: a latch at $4100-$5FFF for 32 KiB of PRG-ROM and 8 KiB of CHR-ROM. Source: NESdev
// "NINA-003-006".
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class Nina03 final : public LatchBoard {
 public:
  explicit Nina03(const BoardParts& parts) : LatchBoard(parts, Conflicts::Never, 0) {}

  void map() override {
    unmapPrg(0x6000, 0x2000);
    mapPrg(0x8000, 0x8000, r.value >> 3 & 1);
    mapChr(0x0000, 0x2000, r.value & 7);
    mirrorAsSoldered();
  }
  unsigned prgBankSize() const override { return 0x8000; }

 protected:
  bool selects(uint16_t address) const override { return (address & 0xE100) == 0x4100; }
};

}  // namespace

std::unique_ptr<Board> nina03(const BoardParts& parts) { return std::make_unique<Nina03>(parts); }

}  // namespace jumpscope::mappers
