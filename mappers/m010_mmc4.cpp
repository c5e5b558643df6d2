// MMC4 (FxROM): 16 KiB at $8000 switched, the last 16 KiB fixed. Source: NESdev "MMC4".
#include "mappers/mmc2.h"

namespace jumpscope::mappers {
namespace {

class Mmc4 final : public Mmc2Family {
 public:
  using Mmc2Family::Mmc2Family;

 protected:
  void mapPrgBanks() override {
    mapPrg(0x8000, 0x4000, r.prg & 0x0F);
    mapPrg(0xC000, 0x4000, -1);
  }
  bool latches(unsigned) const override { return true; }
};

}  // namespace

std::unique_ptr<Board> mmc4(const BoardParts& parts) { return std::make_unique<Mmc4>(parts); }

}  // namespace jumpscope::mappers
