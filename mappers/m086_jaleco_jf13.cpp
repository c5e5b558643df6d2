// Jaleco JF-13: 32 KiB of PRG-ROM and 8 KiB of CHR-ROM switched at $6000. Its speech chip at $7000 is
// missing. Source: NESdev "INES Mapper 086".
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class JalecoJf13 final : public LatchBoard {
 public:
  explicit JalecoJf13(const BoardParts& parts) : LatchBoard(parts, Conflicts::Never, 0) {}

  void map() override {
    unmapPrg(0x6000, 0x2000);
    mapPrg(0x8000, 0x8000, r.value >> 4 & 3);
    mapChr(0x0000, 0x2000, (r.value & 3) | (r.value >> 4 & 4));
    mirrorAsSoldered();
  }
  unsigned prgBankSize() const override { return 0x8000; }

 protected:
  bool selects(uint16_t address) const override { return address >= 0x6000 && address < 0x7000; }
};

}  // namespace

std::unique_ptr<Board> jalecoJf13(const BoardParts& parts) { return std::make_unique<JalecoJf13>(parts); }

}  // namespace jumpscope::mappers
