// Sunsoft-2 on a board that chooses the CIRAM page: 16 KiB at $8000 and 8 KiB of CHR-ROM switched. Source:
// NESdev "INES Mapper 089".
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class Sunsoft2OneScreen final : public LatchBoard {
 public:
  explicit Sunsoft2OneScreen(const BoardParts& parts) : LatchBoard(parts, Conflicts::Always, 0) {}

  void map() override {
    unmapPrg(0x6000, 0x2000);
    mapPrg(0x8000, 0x4000, r.value >> 4 & 7);
    mapPrg(0xC000, 0x4000, -1);
    mapChr(0x0000, 0x2000, (r.value & 7) | (r.value >> 4 & 8));
    mirrorOnePage(r.value >> 3 & 1);
  }
};

}  // namespace

std::unique_ptr<Board> sunsoft2OneScreen(const BoardParts& parts) {
  return std::make_unique<Sunsoft2OneScreen>(parts);
}

}  // namespace jumpscope::mappers
