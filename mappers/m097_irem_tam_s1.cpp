// Irem TAM-S1: the last 16 KiB fixed at $8000, 16 KiB at $C000 switched, and mirroring. Source: NESdev "INES
// Mapper 097".
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class IremTamS1 final : public LatchBoard {
 public:
  explicit IremTamS1(const BoardParts& parts) : LatchBoard(parts, Conflicts::Never, 0) {}

  void map() override {
    unmapPrg(0x6000, 0x2000);
    mapPrg(0x8000, 0x4000, -1);
    mapPrg(0xC000, 0x4000, r.value & 0x1F);
    mapChr(0x0000, 0x2000, 0);
    if (r.value & 0x80)
      mirrorVertically();
    else
      mirrorHorizontally();
  }
};

}  // namespace

std::unique_ptr<Board> iremTamS1(const BoardParts& parts) { return std::make_unique<IremTamS1>(parts); }

}  // namespace jumpscope::mappers
