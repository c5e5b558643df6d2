// Sunsoft-2 with CHR-RAM: 16 KiB at $8000 switched; a bit disconnects CHR. Source: NESdev "INES Mapper 093".
#include "mappers/latch.h"
#include "mappers/open_chr.h"

namespace jumpscope::mappers {
namespace {

class Sunsoft2 final : public LatchBoard {
 public:
  explicit Sunsoft2(const BoardParts& parts) : LatchBoard(parts, Conflicts::Always, 0) {}

  void map() override {
    unmapPrg(0x6000, 0x2000);
    mapPrg(0x8000, 0x4000, r.value >> 4 & 7);
    mapPrg(0xC000, 0x4000, -1);
    if (r.value & 1)
      mapChr(0x0000, 0x2000, 0);
    else
      disconnectChr(pages.ppu);
    mirrorAsSoldered();
  }
  void powerOn() override {
    r.value = 1;  // CHR answers until a program says otherwise
    map();
  }
};

}  // namespace

std::unique_ptr<Board> sunsoft2(const BoardParts& parts) { return std::make_unique<Sunsoft2>(parts); }

}  // namespace jumpscope::mappers
