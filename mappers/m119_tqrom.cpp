// TQROM: an MMC3 with CHR-ROM and 8 KiB of CHR-RAM; bit 6 of a bank chooses between them. Source: NESdev
// "INES Mapper 119".
#include "mappers/m004_mmc3.h"

namespace jumpscope::mappers {
namespace {

class Tqrom final : public Mmc3 {
 public:
  explicit Tqrom(const BoardParts& parts) : Mmc3(parts) { sizeChrRam(0x2000); }

 protected:
  void mapChrSlot(unsigned slot) override {
    const int bank = chrBank(slot);
    if (bank & 0x40)
      mapChrRam(slot * 0x400, 0x400, bank & 7);
    else
      mapChr(slot * 0x400, 0x400, bank & 0x3F);
  }
};

}  // namespace

std::unique_ptr<Board> tqrom(const BoardParts& parts) { return std::make_unique<Tqrom>(parts); }

}  // namespace jumpscope::mappers
