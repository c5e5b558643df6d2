// Jaleco JF-05 and others: 8 KiB of CHR-ROM switched at $6000, with its two bits swapped. Source: NESdev
// "INES Mapper 087".
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class JalecoJf05 final : public LatchBoard {
 public:
  explicit JalecoJf05(const BoardParts& parts) : LatchBoard(parts, Conflicts::Never, 0) {}

  void map() override {
    unmapPrg(0x6000, 0x2000);
    mapPrg(0x8000, 0x8000, 0);
    mapChr(0x0000, 0x2000, (r.value & 1) << 1 | (r.value >> 1 & 1));
    mirrorAsSoldered();
  }

 protected:
  bool selects(uint16_t address) const override { return address >= 0x6000 && address < 0x8000; }

 public:
  unsigned prgBankSize() const override { return 0x8000; }
};

}  // namespace

std::unique_ptr<Board> jalecoJf05(const BoardParts& parts) { return std::make_unique<JalecoJf05>(parts); }

}  // namespace jumpscope::mappers
