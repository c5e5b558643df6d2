// AxROM: 32 KiB of PRG-ROM switched, and which CIRAM page fills the screen. Source: NESdev "AxROM".
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class Axrom final : public LatchBoard {
 public:
  using LatchBoard::LatchBoard;

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    mapPrg(0x8000, 0x8000, r.value & 0x0F);
    mapChr(0x0000, 0x2000, 0);
    mirrorOnePage(r.value >> 4 & 1);
  }
  unsigned prgBankSize() const override { return 0x8000; }
};

}  // namespace

std::unique_ptr<Board> axrom(const BoardParts& parts) { return std::make_unique<Axrom>(parts); }

}  // namespace jumpscope::mappers
