// Namco 175 (submapper 1) and 340 (submapper 2): a Namco 163 without sound, interrupts and ROM nametables.
// The 340 drives mirroring; the 175 has RAM. Source: NESdev "INES Mapper 210".
// Approximation: without a submapper, mirroring is soldered until a program sets the bits that only a 340
// has.
#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  std::array<uint8_t, 8> chr;
  std::array<uint8_t, 3> prg;
  uint8_t ram_enabled;
  uint8_t drives_mirroring;
};

class Namco175 final : public BoardWith<Registers> {
 public:
  using BoardWith::BoardWith;

  void map() override {
    const bool writable = cartridge().submapper != 1 || (r.ram_enabled & 1);
    mapPrgRam(0x6000, 0x2000, 0, true, writable);
    for (unsigned i = 0; i < 3; ++i) mapPrg(0x8000 + i * 0x2000, 0x2000, r.prg[i] & 0x3F);
    mapPrg(0xE000, 0x2000, -1);
    for (unsigned i = 0; i < 8; ++i) mapChr(i * 0x400, 0x400, r.chr[i]);
    mapMirroring();
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address < 0x8000) return;
    const unsigned reg = (address - 0x8000u) >> 11;
    if (reg < 8) {
      r.chr[reg] = value;
    } else if (reg == 8) {
      r.ram_enabled = value;
    } else if (reg >= 12 && reg < 15) {
      r.prg[reg - 12] = value;
      if (reg == 12 && (value & 0xC0)) r.drives_mirroring = 1;
    }
    map();
  }
  unsigned prgBankSize() const override { return 0x2000; }

 private:
  void mapMirroring() {
    const int submapper = cartridge().submapper;
    if (submapper == 1 || (submapper != 2 && !r.drives_mirroring)) return mirrorAsSoldered();
    switch (r.prg[0] >> 6) {
      case 1:
        return mirrorVertically();
      case 2:
        return mirrorHorizontally();
      default:
        return mirrorOnePage(r.prg[0] >> 7);
    }
  }
};

}  // namespace

std::unique_ptr<Board> namco175(const BoardParts& parts) { return std::make_unique<Namco175>(parts); }

}  // namespace jumpscope::mappers
