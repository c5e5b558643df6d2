// DxROM: the plain Namco 108. Submapper 1 has 32 KiB of PRG-ROM that is not switched. Source: NESdev "DxROM",
// "NES 2.0 submappers".
#include "mappers/m206_namco108.h"

namespace jumpscope::mappers {
namespace {

class Dxrom final : public Namco108 {
 public:
  using Namco108::Namco108;

 protected:
  void mapPrgBanks() override {
    if (cartridge().submapper == 1)
      mapPrg(0x8000, 0x8000, 0);
    else
      Namco108::mapPrgBanks();
  }
};

}  // namespace

std::unique_ptr<Board> dxrom(const BoardParts& parts) { return std::make_unique<Dxrom>(parts); }

}  // namespace jumpscope::mappers
