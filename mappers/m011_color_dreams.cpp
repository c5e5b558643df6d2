// Color Dreams: 32 KiB of PRG-ROM and 8 KiB of CHR-ROM switched. Source: NESdev "Color Dreams".
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class ColorDreams final : public LatchBoard {
 public:
  explicit ColorDreams(const BoardParts& parts) : LatchBoard(parts, Conflicts::Always) {}

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    mapPrg(0x8000, 0x8000, r.value & 3);
    mapChr(0x0000, 0x2000, r.value >> 4);
    mirrorAsSoldered();
  }
  unsigned prgBankSize() const override { return 0x8000; }
};

}  // namespace

std::unique_ptr<Board> colorDreams(const BoardParts& parts) { return std::make_unique<ColorDreams>(parts); }

}  // namespace jumpscope::mappers
