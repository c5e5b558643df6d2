// MMC2 (PxROM): 8 KiB at $8000 switched, the last 24 KiB fixed. Source: NESdev "MMC2".
#include "mappers/mmc2.h"

namespace jumpscope::mappers {
namespace {

class Mmc2 final : public Mmc2Family {
 public:
  using Mmc2Family::Mmc2Family;

  unsigned prgBankSize() const override { return 0x2000; }

 protected:
  void mapPrgBanks() override {
    mapPrg(0x8000, 0x2000, r.prg & 0x0F);
    for (int i = 1; i < 4; ++i) mapPrg(0x8000 + static_cast<unsigned>(i) * 0x2000, 0x2000, i - 4);
  }
  // The left pattern table looks at the first row of the tile only.
  bool latches(unsigned address) const override { return address >= 0x1000 || (address & 7) == 0; }
};

}  // namespace

std::unique_ptr<Board> mmc2(const BoardParts& parts) { return std::make_unique<Mmc2>(parts); }

}  // namespace jumpscope::mappers
