// Sunsoft-1: two 4 KiB banks of CHR-ROM switched at $6000; that at $1000 has its highest bit set. Source:
// NESdev "INES Mapper 184".
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class Sunsoft1 final : public LatchBoard {
 public:
  explicit Sunsoft1(const BoardParts& parts) : LatchBoard(parts, Conflicts::Never, 0) {}

  void map() override {
    unmapPrg(0x6000, 0x2000);
    mapPrg(0x8000, 0x8000, 0);
    mapChr(0x0000, 0x1000, r.value & 7);
    mapChr(0x1000, 0x1000, 4 | (r.value >> 4 & 3));
    mirrorAsSoldered();
  }

 protected:
  bool selects(uint16_t address) const override { return address >= 0x6000 && address < 0x8000; }

 public:
  unsigned prgBankSize() const override { return 0x8000; }
};

}  // namespace

std::unique_ptr<Board> sunsoft1(const BoardParts& parts) { return std::make_unique<Sunsoft1>(parts); }

}  // namespace jumpscope::mappers
