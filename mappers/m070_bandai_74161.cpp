// Bandai 74161/32 with soldered mirroring: 16 KiB at $8000 and 8 KiB of CHR-ROM switched. Source: NESdev
// "INES Mapper 070".
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class Bandai74161 final : public LatchBoard {
 public:
  explicit Bandai74161(const BoardParts& parts) : LatchBoard(parts, Conflicts::Always, 0) {}

  void map() override {
    unmapPrg(0x6000, 0x2000);
    mapPrg(0x8000, 0x4000, r.value >> 4);
    mapPrg(0xC000, 0x4000, -1);
    mapChr(0x0000, 0x2000, r.value & 0x0F);
    mirrorAsSoldered();
  }
};

}  // namespace

std::unique_ptr<Board> bandai74161(const BoardParts& parts) { return std::make_unique<Bandai74161>(parts); }

}  // namespace jumpscope::mappers
