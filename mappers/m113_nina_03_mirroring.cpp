// NINA-03 variant with more banks and mirroring. Source: NESdev "INES Mapper 113".
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class Nina03Mirroring final : public LatchBoard {
 public:
  explicit Nina03Mirroring(const BoardParts& parts) : LatchBoard(parts, Conflicts::Never, 0) {}

  void map() override {
    unmapPrg(0x6000, 0x2000);
    mapPrg(0x8000, 0x8000, r.value >> 3 & 7);
    mapChr(0x0000, 0x2000, (r.value & 7) | (r.value >> 3 & 8));
    if (r.value & 0x80)
      mirrorVertically();
    else
      mirrorHorizontally();
  }
  unsigned prgBankSize() const override { return 0x8000; }

 protected:
  bool selects(uint16_t address) const override { return (address & 0xE100) == 0x4100; }
};

}  // namespace

std::unique_ptr<Board> nina03Mirroring(const BoardParts& parts) {
  return std::make_unique<Nina03Mirroring>(parts);
}

}  // namespace jumpscope::mappers
