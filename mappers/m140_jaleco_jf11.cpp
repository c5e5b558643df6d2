// Jaleco JF-11 and JF-14: 32 KiB of PRG-ROM and 8 KiB of CHR-ROM switched at $6000. Source: NESdev "INES
// Mapper 140".
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class JalecoJf11 final : public LatchBoard {
 public:
  explicit JalecoJf11(const BoardParts& parts) : LatchBoard(parts, Conflicts::Never, 0) {}

  void map() override {
    unmapPrg(0x6000, 0x2000);
    mapPrg(0x8000, 0x8000, r.value >> 4 & 3);
    mapChr(0x0000, 0x2000, r.value & 0x0F);
    mirrorAsSoldered();
  }

 protected:
  bool selects(uint16_t address) const override { return address >= 0x6000 && address < 0x8000; }

 public:
  unsigned prgBankSize() const override { return 0x8000; }
};

}  // namespace

std::unique_ptr<Board> jalecoJf11(const BoardParts& parts) { return std::make_unique<JalecoJf11>(parts); }

}  // namespace jumpscope::mappers
