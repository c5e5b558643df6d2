// UNROM 512: 16 KiB of PRG-ROM and 8 KiB of CHR-RAM switched; some boards choose the CIRAM page. Source:
// NESdev "UNROM 512".
// Approximation: writes to the flash chip are ignored, and the four-screen bit of the header means switched
// pages.
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

constexpr uint32_t usual_chr_ram = 0x8000;

// The flashable board, with a battery in its header, has no conflicts; the others have.
LatchBoard::Conflicts conflictsOf(const Cartridge& c) {
  if (c.submapper == 0 && c.format == Format::Nes20 && !c.battery) return LatchBoard::Conflicts::Always;
  return LatchBoard::Conflicts::BySubmapper;
}

class Unrom512 final : public LatchBoard {
 public:
  explicit Unrom512(const BoardParts& parts) : LatchBoard(parts, conflictsOf(parts.cartridge), 0) {
    const Cartridge& c = parts.cartridge;
    if (c.chr_is_ram && (c.format != Format::Nes20 || c.chr_ram_size == 0)) sizeChrRam(usual_chr_ram);
  }

  void map() override {
    unmapPrg(0x6000, 0x2000);
    mapPrg(0x8000, 0x4000, r.value & 0x1F);
    mapPrg(0xC000, 0x4000, -1);
    mapChr(0x0000, 0x2000, r.value >> 5 & 3);
    const bool bit = r.value & 0x80;
    if (cartridge().submapper == 3)
      bit ? mirrorVertically() : mirrorHorizontally();
    else if (cartridge().mirroring == Mirroring::FourScreen)
      mirrorOnePage(bit);
    else
      mirrorAsSoldered();
  }

 protected:
  bool selects(uint16_t address) const override { return address >= (cartridge().battery ? 0xC000 : 0x8000); }
};

}  // namespace

std::unique_ptr<Board> unrom512(const BoardParts& parts) { return std::make_unique<Unrom512>(parts); }

}  // namespace jumpscope::mappers
