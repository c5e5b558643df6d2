// Irem 74HC161/32: 16 KiB at $8000, 8 KiB of CHR-ROM and mirroring. Submapper 1 switches between two CIRAM
// pages, 3 between horizontal and vertical. Source: NESdev "INES Mapper 078".
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class Irem74hc161 final : public LatchBoard {
 public:
  explicit Irem74hc161(const BoardParts& parts) : LatchBoard(parts, Conflicts::Always, 0) {}

  void map() override {
    unmapPrg(0x6000, 0x2000);
    mapPrg(0x8000, 0x4000, r.value & 7);
    mapPrg(0xC000, 0x4000, -1);
    mapChr(0x0000, 0x2000, r.value >> 4);
    const bool bit = r.value & 8;
    if (!switchesDirection())
      mirrorOnePage(bit);
    else if (bit)
      mirrorVertically();
    else
      mirrorHorizontally();
  }

 private:
  // In iNES headers, four-screen mirroring says so, by convention.
  bool switchesDirection() const {
    return cartridge().submapper == 3 ||
           (cartridge().submapper == 0 && cartridge().mirroring == Mirroring::FourScreen);
  }
};

}  // namespace

std::unique_ptr<Board> irem74hc161(const BoardParts& parts) { return std::make_unique<Irem74hc161>(parts); }

}  // namespace jumpscope::mappers
