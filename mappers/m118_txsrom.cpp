// TxSROM: an MMC3 whose highest CHR line chooses the nametable instead of $A000. Source: NESdev "INES Mapper
// 118".
#include "mappers/m004_mmc3.h"

namespace jumpscope::mappers {
namespace {

class Txsrom final : public Mmc3 {
 public:
  using Mmc3::Mmc3;

 protected:
  // The line follows PPU A10-A12 as CHR does: a nametable takes it from the pattern page below it.
  void mapChrSlot(unsigned slot) override {
    Mmc3::mapChrSlot(slot);
    if (slot < 4) mapNametable(slot);
  }
  void mapMirroring() override {
    for (unsigned i = 0; i < 4; ++i) mapNametable(i);
  }

 private:
  void mapNametable(unsigned i) { mapCiram(i, static_cast<unsigned>(chrBank(i)) >> 7 & 1); }
};

}  // namespace

std::unique_ptr<Board> txsrom(const BoardParts& parts) { return std::make_unique<Txsrom>(parts); }

}  // namespace jumpscope::mappers
