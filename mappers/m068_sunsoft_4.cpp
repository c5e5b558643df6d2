// Sunsoft-4: 16 KiB of PRG-ROM and four 2 KiB banks of CHR-ROM switched, and nametables from CHR-ROM. Source:
// NESdev "INES Mapper 068".
// Approximation: the licensing chip of the board with two cartridge slots is missing.
#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  std::array<uint8_t, 4> chr;
  std::array<uint8_t, 2> nametables;
  uint8_t control;  // mirroring, and whether nametables are ROM
  uint8_t prg;      // and whether RAM is enabled
};

constexpr uint8_t rom_nametables = 0x10, ram_enabled = 0x10;

class Sunsoft4 final : public BoardWith<Registers> {
 public:
  using BoardWith::BoardWith;

  void map() override {
    const bool ram = r.prg & ram_enabled;
    mapPrgRam(0x6000, 0x2000, 0, ram, ram);
    mapPrg(0x8000, 0x4000, r.prg & 0x0F);
    mapPrg(0xC000, 0x4000, -1);
    for (unsigned i = 0; i < 4; ++i) mapChr(i * 0x800, 0x800, r.chr[i]);
    mapNametables();
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address < 0x8000) return;
    const unsigned reg = (address >> 12) - 8u;
    if (reg < 4)
      r.chr[reg] = value;
    else if (reg < 6)
      r.nametables[reg - 4] = value;
    else
      (reg == 6 ? r.control : r.prg) = value;
    map();
  }

 private:
  void mapNametables() {
    switch (r.control & 3) {
      case 0:
        mirrorVertically();
        break;
      case 1:
        mirrorHorizontally();
        break;
      default:
        mirrorOnePage(r.control & 1);
        break;
    }
    if (!(r.control & rom_nametables)) return;
    // CHR line 17 is high: nametables lie in the upper half of 256 KiB.
    for (unsigned i = 0; i < 4; ++i) mapNametableRom(i, 0x80u | r.nametables[pages.ppu.nametable[i].id & 1]);
  }
};

}  // namespace

std::unique_ptr<Board> sunsoft4(const BoardParts& parts) { return std::make_unique<Sunsoft4>(parts); }

}  // namespace jumpscope::mappers
