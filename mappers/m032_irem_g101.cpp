// Irem G-101: two PRG banks whose window may move, eight CHR banks. Submapper 1 has one-screen mirroring and
// no such mode. Source: NESdev "INES Mapper 032".
#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  std::array<uint8_t, 2> prg;
  std::array<uint8_t, 8> chr;
  uint8_t mode;
};

class IremG101 final : public BoardWith<Registers> {
 public:
  using BoardWith::BoardWith;

  void map() override {
    const bool fixed_page = cartridge().submapper == 1;
    const bool swapped = (r.mode & 2) && !fixed_page;
    mapPrgRam(0x6000, 0x2000, 0);
    mapPrg(swapped ? 0xC000 : 0x8000, 0x2000, r.prg[0] & 0x1F);
    mapPrg(0xA000, 0x2000, r.prg[1] & 0x1F);
    mapPrg(swapped ? 0x8000 : 0xC000, 0x2000, -2);
    mapPrg(0xE000, 0x2000, -1);
    for (unsigned i = 0; i < 8; ++i) mapChr(i * 0x400, 0x400, r.chr[i]);
    if (fixed_page)
      mirrorOnePage(1);
    else if (r.mode & 1)
      mirrorHorizontally();
    else
      mirrorVertically();
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    switch (address >> 12) {
      case 0x8:
      case 0xA:
        r.prg[address >> 13 & 1] = value;
        break;
      case 0x9:
        r.mode = value;
        break;
      case 0xB:
        r.chr[address & 7] = value;
        break;
      default:
        return;
    }
    map();
  }
  unsigned prgBankSize() const override { return 0x2000; }
};

}  // namespace

std::unique_ptr<Board> iremG101(const BoardParts& parts) { return std::make_unique<IremG101>(parts); }

}  // namespace jumpscope::mappers
